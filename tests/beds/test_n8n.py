from __future__ import annotations

import pytest

from tests.beds.scenario import Loop

NAME = "n8n"
pytestmark = pytest.mark.beds


class TestN8n(Loop):
    """n8n renders an answer's Markdown again at every token."""

    site = "n8n"
    composer = "textarea"

from __future__ import annotations

import pytest

from tests.beds.scenario import Loop

NAME = "openwebui"
pytestmark = pytest.mark.openwebui


class TestOpenWebUi(Loop):
    site = "openwebui"
    composer = "#chat-input"
    code = ".cm-editor"

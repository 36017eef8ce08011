from __future__ import annotations

import pytest

from tests.beds.scenario import Loop

NAME = "gradio"
pytestmark = pytest.mark.beds


class TestGradio(Loop):
    site = "gradio"
    composer = 'textarea[data-testid="textbox"]'

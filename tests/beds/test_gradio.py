from __future__ import annotations

import pytest

from tests.beds.scenario import Loop

NAME = "gradio"
pytestmark = pytest.mark.large_beds


class TestGradio(Loop):
    """Gradio empties its message box once more after an answer: on a busy machine later than half a second, for which
    overlay's profile waits.
    """

    settle = 2.0
    site = "gradio"
    composer = 'textarea[data-testid="textbox"]'

from __future__ import annotations

import pytest

from overlay.chat.composer.text_compare import one_line
from overlay.chat.sites.profile import SiteProfile
from tests.beds.scenario import Essentials

NAME = "nicegui"
pytestmark = pytest.mark.beds


class TestNiceGUI(Essentials):
    """Its message box is one line, and it draws a fence once that is closed. The profile is as `sites learn` writes it."""

    site = "nicegui"
    composer = "input"
    profile = SiteProfile(
        name="nicegui",
        title="NiceGUI",
        user=".q-message-sent",
        assistant=".q-message-received",
        streaming=".q-spinner",
        composer="input",
    )

    def told(self, result: str) -> str:
        return one_line(result)

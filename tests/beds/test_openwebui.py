from __future__ import annotations

import pytest

from tests.beds.scenario import Loop

NAME = "openwebui"
pytestmark = pytest.mark.openwebui


class TestOpenWebUi(Loop):
    site = "openwebui"
    composer = "#chat-input"
    code = ".cm-editor"
    # The list of chats beside it and the notices above it go by the clock.
    frame = "#messages-container"
    chance = "[0-9a-f]{8}-[0-9a-f]{4}-"
    # A view marks the bracket at its cursor only when it is next drawn anew.
    tidy = """document.querySelectorAll("time").forEach((time) => time.remove());
        document.querySelectorAll(".cm-matchingBracket").forEach((mark) => mark.replaceWith(...mark.childNodes));
        document.querySelectorAll(".cm-line").forEach((line) => line.normalize());"""

    def told(self, result: str) -> str:
        """Its Markdown would remove blank lines and tabs outside of code blocks."""
        return f"```\n{result}\n```"

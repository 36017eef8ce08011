from __future__ import annotations

import pytest

from tests.beds.scenario import Loop

NAME = "shiny"


pytestmark = pytest.mark.large_beds


class TestShiny(Loop):
    """Its message box is tiptap, and the server sends each token to the page's component."""

    site = "shinychat"
    composer = ".shiny-chat-input [contenteditable]"

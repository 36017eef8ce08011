from __future__ import annotations

import pytest

from tests.beds.scenario import Essentials, Loop

NAME = "shiny"


class Shiny:
    site = "shinychat"
    composer = ".shiny-chat-input [contenteditable]"


@pytest.mark.beds
class TestShiny(Shiny, Essentials):
    """Its message box is tiptap, and the server sends each token to the page's component."""


@pytest.mark.large_beds
class TestAllOfShiny(Shiny, Loop):
    """The rest, which takes minutes."""

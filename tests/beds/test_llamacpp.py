from __future__ import annotations

import pytest

from tests.beds.scenario import Loop

NAME = "llamacpp"
pytestmark = pytest.mark.llamacpp


class TestLlamaCpp(Loop):
    """At an answer's end it mounts the code block a second time while the first is still there, and its message
    box grows over the last block.
    """

    site = "llamacpp"
    composer = ".chat-screen-form-wrapper textarea"
    frame = "[role=main]"
    chance = r"[0-9a-f]{8}-[0-9a-f]{4}-|^bits-|^code-\d+$"

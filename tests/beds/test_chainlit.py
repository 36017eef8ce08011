from __future__ import annotations

import pytest

from tests.beds.scenario import Essentials

NAME = "chainlit"
pytestmark = pytest.mark.large_beds


class TestChainlit(Essentials):
    """Chainlit mounts the code anew at every token, and ends a text that streams with a cursor of no width."""

    site = "chainlit"
    composer = "#chat-input"
    sends = "#chat-submit"

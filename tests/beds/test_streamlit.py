from __future__ import annotations

import pytest

from tests.beds.scenario import Essentials

NAME = "streamlit"
pytestmark = pytest.mark.large_beds


class TestStreamlit(Essentials):
    """Streamlit loads its component for code late: the first block of a session comes all at once, after the answer's end."""

    site = "streamlit"
    composer = '[data-testid="stChatInputTextArea"]'

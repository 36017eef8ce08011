from __future__ import annotations

import pytest

from tests.beds.daily import Daily
from tests.beds.scenario import Loop

NAME = "n8n"
pytestmark = pytest.mark.beds


class TestN8n(Loop, Daily):
    """It renders an answer's Markdown again at every token."""

    site = "n8n"
    composer = "textarea"
    dark = """() => {
        const colours = { "message--bot--background": "#1a1b1e", "message--bot--color": "#eee", "message--pre--background": "#000", "color-light": "#111" };
        for (const [name, value] of Object.entries(colours)) document.documentElement.style.setProperty(`--chat--${name}`, value);
    }"""

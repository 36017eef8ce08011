"""Gemini: the class of the send button is on a custom element around it."""

from __future__ import annotations

from typing import ClassVar

from tests.sites.real.promises import RealSite
from tests.sites.real.real_page import Drawing
from tests.sites.real.visit import Facts

PAGE = Facts(
    Drawing(
        turns=(".conversation-container",),
        words=".query-text-line",
        place=".markdown",
        frame="response-element",
    ),
    conversation="805e7b06c9459c98",
    questions=2,
    calls=(("assistant", "answer", "a1b2c3d4e5f60001"),),
    box=".ql-editor",
    button="#send-slot button",
    upload=False,
)


class TestGemini(RealSite):
    site = "gemini"
    pages: ClassVar = {"gemini-2026-07": PAGE}
    language = "ar"

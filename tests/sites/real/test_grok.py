"""Grok: the stop button is known by its data-testid."""

from __future__ import annotations

from typing import ClassVar

from tests.sites.real.promises import RealSite
from tests.sites.real.real_page import Drawing
from tests.sites.real.visit import Facts

PAGE = Facts(
    Drawing(
        turns=("[id^=response-].items-end", "[id^=response-].items-start"),
        words=".markdown p",
        place=".markdown",
        frame='[data-testid="code-block"]',
    ),
    conversation="0123abcd-0123-0123-0123-0123456789ab",
    questions=1,
    calls=(("assistant", "answer", "response-11111111-0000-4000-8000-000000000002"),),
    box='[data-testid="chat-input"] [contenteditable]',
    button="#send-slot button",
)


class TestGrok(RealSite):
    site = "grok"
    pages: ClassVar = {"grok-2026-07": PAGE}
    language = "de"

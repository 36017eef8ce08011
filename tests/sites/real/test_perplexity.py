"""Perplexity in its rollout of August 2026: the element of an answer stays empty, the answer is beside it."""

from __future__ import annotations

from typing import ClassVar

from tests.sites.real.promises import RealSite
from tests.sites.real.real_page import Drawing
from tests.sites.real.visit import Facts

PAGE = Facts(
    Drawing(
        turns=("main > .flex.flex-col",),
        words=".select-text",
        place=".prose",
        frame="div:has(> .codeWrapper)",
    ),
    conversation="some-words-Ab3dEf9hQ2",
    questions=2,
    calls=(("assistant", "beside", "#1"),),
    box="#ask-input",
    button="#send-slot button",
)


class TestPerplexity(RealSite):
    site = "perplexity"
    pages: ClassVar = {"perplexity-2026-08-rollout": PAGE}
    language = "zh"

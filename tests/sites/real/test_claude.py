"""Claude: extended thinking is inside the answer's element."""

from __future__ import annotations

from typing import ClassVar

from tests.sites.real.promises import RealSite
from tests.sites.real.real_page import Drawing
from tests.sites.real.visit import Facts

PAGE = Facts(
    Drawing(
        turns=("[data-index]:has([data-user-message-bubble])", "[data-index]:has([data-perf-reply-text])"),
        words='[data-testid="user-message"]',
        place="[data-perf-reply-text]",
        frame="[role=group]:has(pre)",
        ids=("data-index", "data-rs-index"),
        drop="[data-timeline-text]",
        writing=("[data-is-streaming]", "data-is-streaming", "true", "false"),
    ),
    conversation="0123abcd-0123-0123-0123-0123456789ab",
    questions=2,
    calls=(("assistant", "answer", "1"),),
    box='[data-testid="chat-input"]',
    button="#send-slot button",
)


class TestClaude(RealSite):
    site = "claude"
    pages: ClassVar = {"claude-2026-09": PAGE}
    language = "de"

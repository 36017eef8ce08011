"""ChatGPT: the page of 21 September 2026, the one before, and the page without signing in."""

from __future__ import annotations

from typing import ClassVar

from tests.sites.real.promises import RealSite
from tests.sites.real.real_page import Drawing
from tests.sites.real.visit import Facts

NEW = Facts(
    Drawing(
        turns=("[data-turn-key]",),
        words="[data-user-message-bubble]",
        place="[data-markdown-text-style]",
        frame='[class^="CodeBlock"]:has(pre)',
        ids=(
            "data-turn-key",
            "data-content-search-turn-key",
            "data-content-search-unit-key",
            "data-chatgpt-search-unit-key",
            "data-chatgpt-search-message-ids",
            "data-chatgpt-selection-message-id",
        ),
    ),
    conversation="0123abcd-0123-0123-0123-0123456789ab",
    questions=2,
    calls=(
        ("assistant", "editor", "a000000-2038-44c1-8a53-7836f1386afb"),
        ("assistant", "static", "a000000-2038-44c1-8a53-7836f1386afb"),
        ("assistant", "plain", "a000000-2038-44c1-8a53-7836f1386afb"),
    ),
    box="[data-composer-markdown]",
    button="#send-slot button",
)
OLD = Facts(
    Drawing(
        turns=('section[data-turn="user"]', 'section[data-turn="assistant"]'),
        words=".user-message-bubble-color",
        place=".markdown",
        frame=".markdown > pre:has(code)",
        ids=("data-turn-id", "data-turn-id-container", "data-testid", "data-message-id"),
    ),
    conversation="0123abcd-0123-0123-0123-0123456789ab",
    questions=1,
    calls=tuple(
        ("assistant", zebra, "a2b572-f7cf-4cf6-b9f2-612bff323854") for zebra in ("newlines", "br", "divbr")
    ),
    box="#prompt-textarea",
    button="#composer-submit-button",
)
GUEST = Facts(
    Drawing(
        turns=('li[data-message-role="user"]', 'li[data-message-role="assistant"]'),
        words="[data-user-message-copy]",
        place="[data-assistant-markdown]",
        frame="[data-assistant-markdown] pre",
    ),
    conversation="6ac003a8-d54c-83ea-bb04-28d7229e9e47",
    questions=1,
    calls=(("assistant", "guest", "a2000000-d54c-83ea-bb04-28d7229e9e47"),),
    box="#mobile-composer-prompt",
    button="[data-composer-submit]",
    upload=False,
)


class TestChatGpt(RealSite):
    site = "chatgpt"
    pages: ClassVar = {"chatgpt-2026-09": NEW, "chatgpt-2026-07": OLD, "chatgpt-guest-2026-10": GUEST}
    language = "zh"

"""DeepSeek: the buttons are icons without a name."""

from __future__ import annotations

from typing import ClassVar

from playwright.async_api import Page

from overlay.sites.loader import load_profiles
from tests.sites.real.promises import RealSite
from tests.sites.real.real_page import Drawing
from tests.sites.real.visit import Facts

PAGE = Facts(
    Drawing(
        turns=(
            "[data-virtual-list-item-key]:not(:has(.ds-markdown))",
            "[data-virtual-list-item-key]:has(.ds-markdown)",
        ),
        words=".ds-collapsible-text span",
        place=".ds-assistant-message-main-content",
        frame=".md-code-block",
        code="pre",
        ids=("data-virtual-list-item-key",),
    ),
    conversation="0123abcd-0123-0123-0123-0123456789ab",
    questions=1,
    calls=(("assistant", "answer", "2"),),
    box="textarea",
    button="#send-slot [role=button]",
)


class TestDeepSeek(RealSite):
    site = "deepseek"
    pages: ClassVar = {"deepseek-2026-10": PAGE}
    language = "en"


async def test_the_sign_that_deepseek_thinks_is_known(still_page: Page) -> None:
    """While the model thinks, the page shows no stop button, but a ring in the place of the button."""
    await still_page.goto("about:blank")
    await still_page.set_content(
        '<div class="ds-button ds-button--circle"><div class="ds-loading">…</div></div>'
    )
    sign = load_profiles()["deepseek"].streaming
    assert await still_page.locator(f"css={sign}").count() == 1

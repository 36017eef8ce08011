"""`document.write` replaces a page's elements without a new document: what it writes was not seen being written."""

from __future__ import annotations

from typing import Any

from playwright.async_api import BrowserContext

from tests.attacks.test_quotes_and_hidden import CONFIG, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite

__all__ = ["own_context", "pages"]

COUNTS: dict[str, Any] = {**CONFIG, "policy": {"auto_execute": ["*"], "delay": 0.7}}
WRITTEN = """(turn) => {
    const whole = document.documentElement.outerHTML;
    document.open();
    document.write(whole.replace(/<script[^]*<.script>/, ""));
    document.close();
}"""


async def test_a_call_does_not_run_in_a_document_that_was_written_anew_during_its_countdown(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, COUNTS) as room:
        await room.answer("<pre></pre>", "control")
        await room.block("control", "done")
        await room.answer("<pre></pre>", "written anew", change=WRITTEN)
        await room.block("written anew", "ready")
        assert room.ran == ["control"]

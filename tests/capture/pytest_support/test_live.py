from __future__ import annotations

from pathlib import Path

from tests.capture.test_pytest_plugin import run, suite

LIVE = """
import pytest

pytestmark = pytest.mark.asyncio(loop_scope="session")

@pytest.fixture(scope="session")
def browser_type_launch_args():
    from overlay.companion.browser import ensure_browser, launch_options
    return launch_options(ensure_browser(None, headless=True, notify=print), True, loopback_only=True)

def look(path: str) -> str:
    "Looks into a folder."
    return path

async def test_a_chat(companion, chat_page, assert_blocks):
    chat = await companion(chat_page)
    await chat.page.locator("#composer").fill("hello")
    await chat.page.keyboard.press("Enter")
    await assert_blocks(chat, ["current_time"], timeout=60)

async def test_a_long_chat_is_read_whole(companion, context, assert_blocks):
    call = '&lt;function_calls>\\n&lt;invoke name="look">\\n&lt;parameter name="path">{}&lt;/parameter>\\n&lt;/invoke>\\n&lt;/function_calls>'
    turns = "".join(f"<div data-turn=assistant><pre>{call.format(n)}</pre></div>" for n in range(150))
    await context.route("http://127.0.0.1:9/", lambda route: route.fulfill(content_type="text/html", body=f"<!doctype html>{turns}"))
    await assert_blocks(await companion("http://127.0.0.1:9/"), ["look"] * 150, timeout=60)
"""


def test_a_live_page_is_tested_with_the_companion_beside_it(tmp_path: Path) -> None:
    done = run(suite(tmp_path, LIVE))
    assert "2 passed" in done.stdout, done.stdout

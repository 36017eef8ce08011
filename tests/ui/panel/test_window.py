from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from overlay.ui.panel.messages import PanelMessage, StopAll
from overlay.ui.panel.new_window import new_window
from overlay.ui.panel.state import KnowledgeShown, PanelState
from overlay.ui.panel.window import Window


class Held:
    """A window, what was heard from it, and how it was lost."""

    def __init__(self, context: BrowserContext, page: Page, session: CDPSession) -> None:
        self.context = context
        self.heard: asyncio.Queue[PanelMessage] = asyncio.Queue()
        self.lost: asyncio.Queue[str] = asyncio.Queue()
        self.window = Window(page, session, self.heard.put_nowait, self.lost.put_nowait)


@pytest.fixture
async def held(context: BrowserContext) -> AsyncIterator[Held]:
    await context.new_page()
    held = Held(context, *await new_window(context))
    await held.window.open()
    yield held
    await held.window.close()


async def test_it_shows_what_it_is_told(held: Held) -> None:
    await held.window.show(PanelState(trouble="<b>The file is broken</b>"))
    assert await held.window.page.get_by_role("alert").inner_text() == "<b>The file is broken</b>"


async def test_what_a_person_presses_is_heard(held: Held) -> None:
    await held.window.page.get_by_role("button", name="Stop everything").click()
    assert await held.heard.get() == StopAll(t="halt", on=True)


async def test_a_press_that_no_person_made_is_not_heard(held: Held) -> None:
    await held.window.page.evaluate("document.getElementById('halt').click()")
    knowledge = KnowledgeShown(tools=1, tokens=1, known=False, site_known=False, outdated="")
    await held.window.show(PanelState(knowledge=knowledge))
    await held.window.page.get_by_role("button", name="Tell the model about your 1 tool").click()
    assert (await held.heard.get()).t == "instructions"


async def test_nothing_of_overlay_lies_in_the_pages_own_world(held: Held) -> None:
    blank = await held.context.new_page()
    names = "Object.getOwnPropertyNames(globalThis).sort()"
    assert await held.window.page.evaluate(names) == await blank.evaluate(names)


async def test_no_script_runs_in_the_page(held: Held) -> None:
    page = held.window.page
    await page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'globalThis.ran = true'; document.body.append(s)"
    )
    assert await page.evaluate("globalThis.ran") is None


async def test_the_page_asks_nothing_of_any_server(held: Held) -> None:
    page = held.window.page
    asked = "new Promise((done) => { addEventListener('securitypolicyviolation', (e) => done(e.effectiveDirective + ' ' + e.disposition)); const i = new Image(); i.src = 'http://127.0.0.1:9/x'; document.body.append(i) })"
    assert await page.evaluate(asked) == "img-src enforce"


async def test_no_page_gets_hold_of_it_by_a_name(held: Held) -> None:
    await held.window.page.evaluate("window.name = 'panel'")
    other = await held.context.new_page()
    async with other.expect_popup() as opened:
        await other.evaluate("globalThis.got = window.open('', 'panel'); 0")
    assert await opened.value is not held.window.page
    assert await other.evaluate("got.document.title") == ""


async def test_a_message_that_is_none_of_ours_is_ignored(held: Held) -> None:
    send = "globalThis[Object.getOwnPropertyNames(globalThis).find((n) => /^x[0-9a-f]{16}$/.test(n) && typeof globalThis[n] === 'function')]"
    await held.window._run(f"{send}('nonsense'); 0")  # pyright: ignore[reportPrivateUsage]
    await held.window._run(f"""{send}('{{"t": "halt", "on": false}}'); 0""")  # pyright: ignore[reportPrivateUsage]
    assert await held.heard.get() == StopAll(t="halt", on=False)


async def test_what_another_world_says_is_not_heard(held: Held) -> None:
    window: Any = held.window
    window._called(
        {"name": window._binding, "executionContextId": -1, "payload": '{"t": "halt", "on": true}'}
    )
    window._called(
        {"name": "other", "executionContextId": window._mine, "payload": '{"t": "halt", "on": true}'}
    )
    assert held.heard.empty()


async def test_the_end_of_another_world_is_not_its_end(held: Held) -> None:
    window: Any = held.window
    window._context_gone({"executionContextId": -1})
    assert (window.alive, held.lost.empty()) == (True, True)
    window._context_gone({"executionContextId": window._mine})
    assert await held.lost.get() == "left"


async def test_closing_it_is_told_once(held: Held) -> None:
    await held.window.page.close()
    assert await held.lost.get() == "closed"
    assert (held.window.alive, held.lost.empty()) == (False, True)


async def test_leading_it_elsewhere_is_told_and_it_is_heard_no_more(held: Held) -> None:
    await held.window.page.goto("data:text/html,<title>elsewhere</title>")
    assert await held.lost.get() == "left"
    assert await held.window.address() == "data:text/html,<title>elsewhere</title>"
    await held.window.show(PanelState(trouble="secret"))
    assert "secret" not in await held.window.page.content()


async def test_loading_it_again_is_told(held: Held) -> None:
    await held.window.page.reload()
    assert await held.lost.get() == "left"
    assert await held.window.address() == "about:blank"


async def test_a_crash_is_told(held: Held) -> None:
    crash = asyncio.ensure_future(held.window.page.goto("chrome://crash"))
    assert await held.lost.get() == "crashed"
    await asyncio.gather(crash, return_exceptions=True)


async def test_closing_it_ourselves_is_no_loss(held: Held) -> None:
    await held.window.close()
    assert (held.window.page.is_closed(), held.lost.empty()) == (True, True)


async def test_of_a_window_that_is_gone_nothing_is_known_and_nothing_is_asked(held: Held) -> None:
    await held.window.page.close()
    await held.window.front()
    await held.window.leave()
    assert await held.window.address() == ""


async def test_once_let_go_it_is_not_looked_at_any_more(held: Held) -> None:
    await held.window.leave()
    assert await held.window.address() == ""


async def test_a_script_that_fails_is_an_error_of_ours(held: Held) -> None:
    with pytest.raises(PlaywrightError, match="script failed"):
        await held.window._run("throw new Error('x')")  # pyright: ignore[reportPrivateUsage]


async def test_a_window_that_can_not_be_filled_is_closed_again(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    await context.new_page()

    def broken(config: object) -> str:
        return "throw new Error('x')"

    monkeypatch.setattr("overlay.ui.panel.window.script", broken)
    held = Held(context, *await new_window(context))
    with pytest.raises(PlaywrightError, match="script failed"):
        await held.window.open()
    assert (held.window.page.is_closed(), held.lost.empty()) == (True, True)


async def test_a_window_that_answers_nothing_is_lost(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(source: str, value: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("overlay.ui.panel.window.PATIENCE", 0)
    monkeypatch.setattr(held.window, "_run", never)
    await held.window.show(PanelState(trouble="x"))
    assert await held.lost.get() == "crashed"

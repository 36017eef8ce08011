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


class WindowScene:
    """A window, its messages, and how it was lost."""

    def __init__(self, context: BrowserContext, page: Page, session: CDPSession) -> None:
        self.context = context
        self.heard: asyncio.Queue[PanelMessage] = asyncio.Queue()
        self.lost: asyncio.Queue[str] = asyncio.Queue()
        self.silent = asyncio.Event()
        self.window = Window(page, session, self.heard.put_nowait, self.lost.put_nowait, self.silent.set)


@pytest.fixture
async def scene(context: BrowserContext) -> AsyncIterator[WindowScene]:
    await context.new_page()
    scene = WindowScene(context, *await new_window(context))
    await scene.window.open()
    yield scene
    await scene.window.close()


async def test_a_window_shows_text_and_hears_only_what_a_user_presses(scene: WindowScene) -> None:
    page = scene.window.page
    await scene.window.show(PanelState(trouble="<b>The file is broken</b>"))
    assert await page.get_by_role("alert").inner_text() == "<b>The file is broken</b>"
    await page.evaluate("document.getElementById('halt').click()")
    knowledge = KnowledgeShown(tools=1, tokens=1, known=False, site_known=False, outdated="")
    await scene.window.show(PanelState(knowledge=knowledge))
    await page.get_by_role("button", name="Tell the model about your 1 tool").click()
    assert (await scene.heard.get()).t == "instructions"
    await page.get_by_role("button", name="Stop everything").click()
    assert await scene.heard.get() == StopAll(t="halt", on=True)


async def test_the_windows_page_has_nothing_of_overlays_runs_no_script_and_asks_no_server(
    scene: WindowScene,
) -> None:
    page = scene.window.page
    blank = await scene.context.new_page()
    names = "Object.getOwnPropertyNames(globalThis).sort()"
    assert await page.evaluate(names) == await blank.evaluate(names)
    await page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'globalThis.ran = true'; document.body.append(s)"
    )
    assert await page.evaluate("globalThis.ran") is None
    asked = "new Promise((done) => { addEventListener('securitypolicyviolation', (e) => done(e.effectiveDirective + ' ' + e.disposition)); const i = new Image(); i.src = 'http://127.0.0.1:9/x'; document.body.append(i) })"
    assert await page.evaluate(asked) == "img-src enforce"


async def test_a_message_counts_only_if_it_is_overlays_own_and_from_its_own_world(scene: WindowScene) -> None:
    window: Any = scene.window
    stop = '{"t": "halt", "on": true}'
    window._called({"name": window._binding, "executionContextId": -1, "payload": stop})
    window._called({"name": "other", "executionContextId": window._mine, "payload": stop})
    assert scene.heard.empty()
    send = "globalThis[Object.getOwnPropertyNames(globalThis).find((n) => /^x[0-9a-f]{16}$/.test(n) && typeof globalThis[n] === 'function')]"
    await window._run(f"{send}('nonsense'); 0")
    await window._run(f"""{send}('{{"t": "halt", "on": false}}'); 0""")
    assert await scene.heard.get() == StopAll(t="halt", on=False)
    with pytest.raises(PlaywrightError, match="script failed"):
        await window._run("throw new Error('x')")


async def test_a_window_ends_with_its_own_world_and_with_no_other(scene: WindowScene) -> None:
    window: Any = scene.window
    window._context_gone({"executionContextId": -1})
    assert window.alive
    assert scene.lost.empty()
    window._context_gone({"executionContextId": window._mine})
    assert await scene.lost.get() == "left"


@pytest.mark.thorough
async def test_a_closed_window_is_reported_once_and_has_no_address(scene: WindowScene) -> None:
    await scene.window.page.close()
    assert await scene.lost.get() == "closed"
    assert not scene.window.alive
    assert scene.lost.empty()
    await scene.window.front()
    await scene.window.leave()
    assert await scene.window.address() == ""


@pytest.mark.thorough
async def test_a_window_that_was_let_go_is_not_looked_at_any_more(scene: WindowScene) -> None:
    await scene.window.leave()
    assert await scene.window.address() == ""


async def test_no_page_gets_hold_of_the_window_by_a_name(scene: WindowScene) -> None:
    await scene.window.page.evaluate("window.name = 'panel'")
    other = await scene.context.new_page()
    async with other.expect_popup() as opened:
        await other.evaluate("globalThis.got = window.open('', 'panel'); 0")
    assert await opened.value is not scene.window.page
    assert await other.evaluate("got.document.title") == ""


@pytest.mark.thorough
async def test_a_window_that_opens_another_page_is_reported_and_shows_nothing_more(
    scene: WindowScene,
) -> None:
    await scene.window.page.goto("data:text/html,<title>elsewhere</title>")
    assert await scene.lost.get() == "left"
    assert await scene.window.address() == "data:text/html,<title>elsewhere</title>"
    await scene.window.show(PanelState(trouble="secret"))
    assert "secret" not in await scene.window.page.content()


@pytest.mark.thorough
async def test_a_reload_of_the_window_is_reported(scene: WindowScene) -> None:
    await scene.window.page.reload()
    assert await scene.lost.get() == "left"
    assert await scene.window.address() == "about:blank"


@pytest.mark.thorough
async def test_a_crash_of_the_window_is_reported(scene: WindowScene) -> None:
    crash = asyncio.ensure_future(scene.window.page.goto("chrome://crash"))
    assert await scene.lost.get() == "crashed"
    await asyncio.gather(crash, return_exceptions=True)


@pytest.mark.thorough
async def test_a_window_that_overlay_closes_is_no_loss(scene: WindowScene) -> None:
    await scene.window.close()
    assert (scene.window.page.is_closed(), scene.lost.empty()) == (True, True)


@pytest.mark.thorough
async def test_a_window_that_can_not_be_filled_is_closed_again(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    await context.new_page()

    def broken(config: object) -> str:
        return "throw new Error('x')"

    monkeypatch.setattr("overlay.ui.panel.window.script", broken)
    scene = WindowScene(context, *await new_window(context))
    with pytest.raises(PlaywrightError, match="script failed"):
        await scene.window.open()
    assert (scene.window.page.is_closed(), scene.lost.empty()) == (True, True)


@pytest.mark.thorough
async def test_a_window_that_answers_nothing_is_reported_and_then_lost(
    scene: WindowScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(source: str, value: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("overlay.ui.panel.window.SILENT", 0)
    monkeypatch.setattr(scene.window, "_run", never)
    shown = asyncio.ensure_future(scene.window.show(PanelState(trouble="x")))
    await scene.silent.wait()
    assert scene.lost.empty()
    shown.cancel()
    monkeypatch.setattr("overlay.ui.panel.window.PATIENCE", 0)
    await scene.window.show(PanelState(trouble="x"))
    assert await scene.lost.get() == "crashed"

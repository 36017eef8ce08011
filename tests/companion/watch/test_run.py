"""Parts of a run that are killed or frozen by their process ids."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page

from observers.cdp import call as cdp
from overlay import Companion
from overlay.common.errors import OverlayError
from overlay.companion import panel_window, playwright_driver
from overlay.companion.start_page import StartPage
from overlay.companion.watch import browser, deaths, pages
from overlay.tools import tool
from overlay.ui.panel import window
from tests.support.scene import call

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds processes in /proc")
SAY = f"say:\nHere:\n\n```xml\n{call('look')}```\n"


@tool
def look() -> str:
    """Looks."""
    return "seen"


async def pids(companion: Companion, kind: str) -> list[int]:
    """The process ids of the browser, or of its renderers."""
    assert companion.context.browser
    session = await companion.context.browser.new_browser_cdp_session()
    found = await cdp(session, "SystemInfo.getProcessInfo")
    return [process["id"] for process in found["processInfo"] if process["type"] == kind]


def drivers() -> set[int]:
    """The process ids of this process' Playwright drivers."""
    children = [path.read_text().split() for path in Path(f"/proc/{os.getpid()}/task").glob("*/children")]
    return {
        int(pid)
        for found in children
        for pid in found
        if b"run-driver" in Path(f"/proc/{pid}/cmdline").read_bytes()
    }


def send(signals: signal.Signals, *processes: int) -> None:
    for process in processes:
        os.kill(process, signals)


async def renderer_of(companion: Companion, page: Page) -> int:
    """The process id of a page's renderer: the one without which the page does not answer."""
    for pid in await pids(companion, "renderer"):
        send(signal.SIGSTOP, pid)
        answer = asyncio.ensure_future(page.evaluate("1"))
        await asyncio.wait({answer}, timeout=3)
        send(signal.SIGCONT, pid)
        if not answer.done():
            await answer
            return pid
    raise AssertionError("no renderer draws the page")


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - a condition without an event
            await asyncio.sleep(0.02)


async def ready(companion: Companion) -> bool:
    return any(block.status == "ready" for block in await companion.blocks())


async def test_each_part_that_freezes_or_dies_is_told_once() -> None:
    said: list[str] = []

    def told(text: str) -> bool:
        return any(line.startswith(text) for line in said)

    async with Companion("demo", tools=[look], headless=True, notify=said.append) as companion:
        site = f"The page {companion.url}/"
        dead = companion.page
        send(signal.SIGKILL, *await pids(companion, "renderer"))
        await until(lambda: told(f"{site} has died. overlay opens it again"))
        await until(lambda: companion.page is not dead)
        page = companion.page
        await page.fill("#composer", SAY)
        await page.click('[data-testid="send"]')
        while not await ready(companion):  # noqa: ASYNC110 - a condition without an event
            await asyncio.sleep(0.02)
        renderers = await pids(companion, "renderer")
        send(signal.SIGSTOP, *renderers)
        await until(lambda: told(f"The page {page.url} does not answer"))
        send(signal.SIGCONT, *renderers)
        await until(lambda: told(f"The page {page.url} answers again"))
        [main] = await pids(companion, "browser")
        send(signal.SIGSTOP, main)
        await until(lambda: told(browser.SILENT))
        send(signal.SIGCONT, main)
        await until(lambda: told(browser.ANSWERS))
        send(signal.SIGKILL, main)
        died = await asyncio.wait_for(companion.ended(), 60)
    assert died
    assert died.message == deaths.BROWSER_DIED
    assert sum(line.startswith(f"{site} has died") for line in said) == 1


async def test_a_killed_driver_ends_the_run_with_an_error() -> None:
    before = drivers()
    async with Companion("demo", headless=True) as companion:
        send(signal.SIGKILL, *(drivers() - before))
        died = await asyncio.wait_for(companion.ended(), 60)
    assert died
    assert died.message == deaths.DRIVER_DIED
    assert died.exit_code == 1


@pytest.mark.thorough
async def test_a_frozen_panel_is_told_before_its_question_is_denied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "PATIENCE", 4.0)
    said: list[str] = []

    @tool(destructive=True)
    def look() -> str:
        """Deletes what it sees."""
        return "gone"

    async with Companion("demo", tools=[look], headless=True, panel=True, notify=said.append) as companion:
        assert companion.panel
        await companion.panel.open()
        assert companion.panel.page
        await companion.page.fill("#composer", SAY)
        await companion.page.click('[data-testid="send"]')
        while not await ready(companion):  # noqa: ASYNC110 - a condition without an event
            await asyncio.sleep(0.02)
        [block] = await companion.blocks()
        while not await companion.click(block.id):  # noqa: ASYNC110 - the block may just have moved
            await asyncio.sleep(0.1)
        send(signal.SIGSTOP, await renderer_of(companion, companion.panel.page))
        companion.panel.show_question()
        await until(lambda: panel_window.SILENT in said)
        assert [one.status for one in await companion.blocks()] == ["ready"]
        while [one.status for one in await companion.blocks()] != ["denied"]:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@pytest.mark.thorough
async def test_a_frozen_driver_is_killed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playwright_driver, "CLOSING", 0.5)
    before = drivers()
    async with Companion("demo", headless=True):
        send(signal.SIGSTOP, *(drivers() - before))
    await until(lambda: drivers() == before)


async def test_a_driver_that_never_answers_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    silent = tmp_path / "node"
    silent.write_text("#!/bin/sh\ncat > /dev/null\n")
    silent.chmod(0o755)
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", str(silent))
    monkeypatch.setattr(playwright_driver, "STARTING", 0.3)
    monkeypatch.setattr(playwright_driver, "CLOSING", 0.3)
    with pytest.raises(OverlayError, match="has not answered"):
        async with playwright_driver.driver():
            pass


async def test_a_chat_that_the_user_closes_ends_the_run_without_an_error(context: BrowserContext) -> None:
    async with Companion("demo", context=context) as companion:
        ended = asyncio.create_task(companion.ended())
        await companion.page.close()
        assert await asyncio.wait_for(ended, 60) is None


@pytest.mark.thorough
async def test_a_browser_that_dies_while_the_chat_opens_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    real = StartPage.open

    async def killed(start: StartPage) -> object:
        send(signal.SIGKILL, *await pids(companion, "browser"))
        return await real(start)

    monkeypatch.setattr(StartPage, "open", killed)
    companion = Companion("demo", headless=True)
    with pytest.raises(OverlayError) as raised:
        await companion.__aenter__()
    assert raised.value.message == deaths.BROWSER_DIED


@pytest.mark.thorough
async def test_a_page_that_dies_again_at_once_is_left_alone() -> None:
    said: list[str] = []
    async with Companion("demo", headless=True, notify=said.append) as companion:
        dead = companion.page
        send(signal.SIGKILL, *await pids(companion, "renderer"))
        await until(lambda: companion.page is not dead and companion.page.url == f"{companion.url}/")
        send(signal.SIGKILL, *await pids(companion, "renderer"))
        await until(lambda: pages.DIED.format(f"{companion.url}/") in said)

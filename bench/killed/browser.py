"""The real companion in Chromium on the bundled site: overlay is killed, the browser continues."""

from __future__ import annotations

import asyncio
import random
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Page, async_playwright

from bench.killed.life import append
from overlay.calls.approvals import Answer, Question
from overlay.calls.ledger import Ledger
from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.companion import Companion
from overlay.demo.server import DemoSite
from overlay.sites.loader import load_profiles
from overlay.tools import tool
from overlay.tools.mcp import ServerConfig
from tests.support.scene import call

LONGEST = 2.0
"""Seconds after a message was sent within which overlay is killed."""
START_LIMIT = 300
"""Seconds that a start may take, on a busy machine."""
TIME_LIMIT = 600
"""Seconds that the last start may take to run the remaining calls."""
LOOK = 0.8
"""Seconds that a block is in view before it is pressed."""
LAST = "That was all."
CONFIG: dict[str, Any] = {
    "policy": {"auto_execute": ["*", "bench.stamp"], "delay": 0.2},
    "fail_open": 10,
}


async def play(folder: Path, kills: int, dice: random.Random, *, mcp: bool = False) -> list[str]:
    """Kill the companion `kills` times, with one call each; then let it finish. Return the calls' keys.

    `mcp`: the tool is one of an MCP server.
    """
    how, name = (("mcp",), "bench.stamp") if mcp else ((), "stamp")
    keys = [f"key{number}" for number in range(kills)]
    async with DemoSite(rate=150) as site, _browser(folder) as address, async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(address)
        page = browser.contexts[0].pages[0]
        await page.goto(site.url)
        for number, key in enumerate(keys):
            process = await _start(address, page.url, folder, *how)
            await page.fill(
                "#composer", f"say:\nHere:\n\n```xml\n{call(name, str(number), key=key)}```\n{LAST}\n"
            )
            await page.click('[data-testid="send"]')
            await asyncio.sleep(dice.random() * LONGEST)
            process.send_signal(signal.SIGKILL)
            await process.wait()
            await _written(page, number)
        process = await _start(address, page.url, folder, "finish", *how)
        try:
            how = await asyncio.wait_for(process.wait(), TIME_LIMIT)
        except TimeoutError:
            process.kill()
            raise
        if how != 0:
            raise RuntimeError("The last start failed.")
    return keys


async def _written(page: Page, number: int) -> None:
    """Wait until the site has written that answer, since a reload before its end would cut it off."""
    await page.get_by_text(LAST, exact=True).nth(number).wait_for()
    await page.locator('[data-testid="stop"]').wait_for(state="detached")


async def _start(address: str, url: str, folder: Path, *more: str) -> asyncio.subprocess.Process:
    """Start the companion in a separate process; return it when it is attached to the page."""
    command = (sys.executable, "-m", "bench.killed.browser", address, url, str(folder), *more)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    line = await asyncio.wait_for(process.stdout.readline(), START_LIMIT)
    if line != b"ready\n":
        raise RuntimeError("The companion did not start.")
    return process


@asynccontextmanager
async def _browser(folder: Path) -> AsyncGenerator[str]:
    """Start a browser to which others may connect; yield its CDP address."""
    found = await asyncio.to_thread(ensure_browser, None, notify=lambda line: print(line, file=sys.stderr))
    options = launch_options(found, headless=True, loopback_only=True)
    flags = [
        "--headless",
        "--remote-debugging-port=0",
        "--window-size=1100,1000",
        f"--user-data-dir={folder / 'profile'}",
        *options["args"],
    ]
    process = await asyncio.create_subprocess_exec(
        options["executable_path"], *flags, "about:blank", stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr
        while b"DevTools listening on" not in (line := await process.stderr.readline()):
            if not line:
                raise RuntimeError("The browser did not start.")
        yield line.decode().split()[-1]
    finally:
        process.terminate()
        await process.wait()


async def companion_process(address: str, url: str, folder: Path, *, finish: bool, mcp: bool) -> None:
    """Run the companion until it is killed; with `finish`, press buttons until every call has ended."""

    @tool
    async def stamp(key: str) -> str:
        """Notes its run in a file, and takes a while."""
        append(folder / "ran", f"{key}\n".encode())
        await asyncio.sleep(0.6)
        return f"ran {key}"

    arguments = ["-m", "bench.killed.server", str(folder / "ran")]
    server = ServerConfig(key="bench", kind="stdio", command=sys.executable, args=arguments)
    async with Companion(
        url,
        tools=[] if mcp else [stamp],
        servers=[server] if mcp else None,
        connect=address,
        config=CONFIG,
        approve=_allow,  # a press on a tool of a server that is not trusted asks
        profile=load_profiles()["demo"],
        ledger=Ledger(folder / "ledger.sqlite3"),
    ) as companion:
        if companion.servers:
            await companion.servers.settled()
        await companion.page.locator("#composer").first.wait_for()
        print("ready", flush=True)
        if not finish:
            await asyncio.Event().wait()
        while not await _finished(companion):  # noqa: ASYNC110 - a user looks now and then
            await asyncio.sleep(0.3)


async def _allow(_: Question) -> Answer:
    return Answer("once")


async def _finished(companion: Companion) -> bool:
    blocks = [block for block in await companion.blocks() if block.kind == "call"]
    ready = [block for block in blocks if block.status == "ready"]
    if ready:
        await companion.show(ready[0].id)
        await asyncio.sleep(LOOK)
        await companion.click(ready[0].id)
    return bool(blocks) and all(block.status in ("done", "unknown", "failed") for block in blocks)


if __name__ == "__main__":
    asyncio.run(
        companion_process(
            sys.argv[1], sys.argv[2], Path(sys.argv[3]), finish="finish" in sys.argv, mcp="mcp" in sys.argv
        )
    )

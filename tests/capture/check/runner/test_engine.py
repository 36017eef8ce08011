from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserType

from overlay.capture.check.runner.check_recording import check
from overlay.capture.check.runner.engine import Engine
from overlay.capture.check.runner.messages import Options
from overlay.common.errors import UsageError
from tests.capture.check.runner.recorded import copy_of_demo


@pytest.mark.thorough
async def test_an_engine_gives_the_same_browser_until_it_ends(overlay_browser: object) -> None:
    async with Engine(Options()) as engine:
        first = await engine.browser()
        assert await engine.browser() is first
        await first.close()
        assert (await engine.browser()).is_connected()


@pytest.mark.thorough
async def test_an_address_that_does_not_answer_is_wrong_use() -> None:
    for address in ("http://127.0.0.1:1", "ws://127.0.0.1:1/"):
        async with Engine(Options(connect=address)) as engine:
            with pytest.raises(UsageError, match="--remote"):
                await engine.browser()


@pytest.fixture
async def elsewhere(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], unused_tcp_port: int
) -> AsyncGenerator[str]:
    port = f"--remote-debugging-port={unused_tcp_port}"
    given: dict[str, Any] = {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], port]}
    running = await browser_type.launch(**given)
    yield f"http://127.0.0.1:{unused_tcp_port}"
    await running.close()


@pytest.mark.thorough
async def test_an_engine_uses_a_running_browser_by_its_cdp_address(elsewhere: str) -> None:
    async with Engine(Options(connect=elsewhere)) as engine:
        context = await (await engine.browser()).new_context()
        await context.close()


@pytest.fixture
def server(browser_type_launch_args: dict[str, Any], tmp_path: Path) -> Iterator[str]:
    """The address of a Playwright server."""
    given = browser_type_launch_args
    options = {
        "executablePath": given.get("executable_path"),
        "args": given.get("args", []),
        "headless": True,
        "host": "127.0.0.1",
    }
    config = tmp_path / "server.json"
    config.write_text(json.dumps({name: value for name, value in options.items() if value}))
    command = [
        sys.executable,
        "-m",
        "playwright",
        "launch-server",
        "--browser",
        "chromium",
        "--config",
        config,
    ]
    # What is started is a script that starts the server: both get the order to end, and the server ends its browser.
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout
        yield process.stdout.readline().strip()
        os.killpg(process.pid, signal.SIGTERM)


@pytest.mark.thorough
async def test_an_engine_uses_the_browser_of_a_playwright_server(server: str, tmp_path: Path) -> None:
    folder = copy_of_demo(tmp_path / "demo", steps=20)
    async with Engine(Options(connect=server)) as engine:
        verdict = await check("demo", folder, await engine.browser(), Options(update=True), tmp_path)
    assert verdict.outcome == "updated"

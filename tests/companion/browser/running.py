"""A browser that the test starts, for overlay to connect to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from overlay.companion.browser import Browser, launch_options


@asynccontextmanager
async def running_browser(
    browser: Browser, folder: Path, *flags: str, closed_by_test: bool = False
) -> AsyncGenerator[str]:
    """Start it with the profile `folder` and an empty page; yield the address it is reached at."""
    options = launch_options(browser, headless=True, loopback_only=True)
    process = await asyncio.create_subprocess_exec(
        options["executable_path"],
        *options["args"],
        "--headless=new",
        "--remote-debugging-port=0",
        f"--user-data-dir={folder}",
        *flags,
        "about:blank",
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr
    try:
        while not (line := await process.stderr.readline()).startswith(b"DevTools listening on "):
            assert line, "the browser did not start"
        yield line.decode().split()[-1]
        assert closed_by_test or process.returncode is None, "the browser did not go on"
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


def downloads_to(folder: Path, profile: Path) -> None:
    """Have a profile that is to be made put what is downloaded there, as a person would have set it."""
    folder.mkdir()
    (profile / "Default").mkdir(parents=True)
    wanted = {"download": {"default_directory": str(folder), "prompt_for_download": False}}
    (profile / "Default" / "Preferences").write_text(json.dumps(wanted))


DOWNLOAD = "<a download=file.txt href=data:text/plain,whole>x</a>"
"""A page that hands out a file when its link is clicked."""


async def downloaded(folder: Path) -> dict[str, str]:
    """Wait for a file in the folder; return name -> text."""
    async with asyncio.timeout(30):
        while True:
            if files := _files(folder):
                return files
            await asyncio.sleep(0.01)


def _files(folder: Path) -> dict[str, str]:
    """Those that are complete: until then Chromium calls them otherwise."""
    return {path.name: path.read_text() for path in folder.glob("*.txt")}

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from overlay import opening
from overlay.browser import Browser
from overlay.browser import launch_options as real_options
from overlay.errors import WrongUse
from overlay.opening import open_context

Open = Callable[..., Any]


@pytest.fixture
def opened(overlay_browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Open:
    """`open_context` with the browser of the run."""

    def ensure(browser: str | None, *, say: Callable[[str], None]) -> Browser:
        return overlay_browser

    monkeypatch.setattr(opening, "ensure_browser", ensure)

    def options(found: Browser, headless: bool) -> dict[str, Any]:
        return real_options(found, True, loopback_only=True)

    monkeypatch.setattr(opening, "launch_options", options)

    def start(**given: Any) -> Any:
        plain: dict[str, Any] = {
            "headless": True,
            "profile_dir": None,
            "browser": None,
            "connect": None,
            "say": str,
        }
        return open_context(**(plain | given))

    return start


async def test_a_headless_run_leaves_no_profile_behind(opened: Open) -> None:
    async with opened() as context:
        assert context.browser.is_connected()
        browser = context.browser
    assert not browser.is_connected()


async def test_a_profile_lasts_from_one_run_to_the_next(opened: Open, tmp_path: Path) -> None:
    async with opened(profile_dir=tmp_path / "profile") as context:
        cookie = {"name": "kept", "value": "yes", "url": "http://127.0.0.1/", "expires": 4_000_000_000}
        await context.add_cookies([cookie])
    async with opened(profile_dir=tmp_path / "profile") as context:
        assert [cookie["name"] for cookie in await context.cookies()] == ["kept"]


async def test_with_a_window_the_profile_is_overlays_own(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "own_profile", lambda: tmp_path / "own")
    async with opened(headless=False):
        assert (tmp_path / "own").is_dir()


async def test_a_profile_that_is_in_use_is_wrong_use(opened: Open, tmp_path: Path) -> None:
    async with opened(profile_dir=tmp_path / "profile"):
        with pytest.raises(WrongUse, match=r"is used by process \d+\n.*another one with --profile"):
            async with opened(profile_dir=tmp_path / "profile"):
                pass


async def test_a_running_browser_is_used_and_goes_on_afterwards(
    opened: Open, overlay_browser: Browser, tmp_path: Path
) -> None:
    options = real_options(overlay_browser, True, loopback_only=True)
    flags = ["--headless", "--remote-debugging-port=0", f"--user-data-dir={tmp_path}", *options["args"]]
    running = await asyncio.create_subprocess_exec(
        options["executable_path"], *flags, stderr=asyncio.subprocess.PIPE
    )
    assert running.stderr
    while not (line := await running.stderr.readline()).startswith(b"DevTools listening on "):
        assert line
    address = line.decode().split()[-1]
    try:
        for _ in range(2):
            async with opened(connect=address) as context:
                assert context.browser.is_connected()
        assert running.returncode is None
    finally:
        running.terminate()
        await running.communicate()


async def test_an_address_where_nothing_listens_is_wrong_use(opened: Open) -> None:
    with pytest.raises(WrongUse, match=r"--connect http://127\.0\.0\.1:1: "):
        async with opened(connect="http://127.0.0.1:1"):
            pass

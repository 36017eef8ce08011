"""`overlay launch`."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.async_api import BrowserContext, Page, async_playwright, expect
from playwright.async_api import Error as PlaywrightError

from overlay.calls.events import BlockInfo, Event, Kind
from overlay.chat.sites.loader import own_folder, profile_text
from overlay.cli import launch, main
from overlay.cli.launch import tell_event
from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir
from overlay.companion.browser import Browser, launch_options
from overlay.companion.companion import Companion
from overlay.demo.script import Script
from overlay.demo.server import DemoSite
from overlay.tools import reload

CALL = '```xml\n<tool:calculator>{"expression": "6*7"}</tool>\n```\n'


def test_a_site_that_no_one_knows_is_wrong_use() -> None:
    result = CliRunner().invoke(main, ["launch", "nosuch", "--headless"])
    assert result.exit_code == 2
    assert "no site is called 'nosuch'" in result.stderr


def test_without_a_display_it_says_what_to_add(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    result = CliRunner().invoke(main, ["launch", "demo"])
    assert result.exit_code == 2
    assert "--headless" in result.stderr


def test_a_configuration_with_an_unknown_field_is_wrong_use_and_names_it(tmp_path: Path) -> None:
    file = tmp_path / "overlay.toml"
    file.write_text("[policy]\nautoexecute = ['x']\n")
    result = CliRunner().invoke(main, ["launch", "demo", "--headless", "--config", str(file)])
    assert result.exit_code == 2
    assert "policy.autoexecute" in result.stderr


def test_an_address_that_answers_nothing_is_wrong_use() -> None:
    result = CliRunner().invoke(main, ["launch", "demo", "--connect", "http://127.0.0.1:9"])
    assert result.exit_code == 2
    assert "--connect" in result.stderr


@pytest.fixture
async def running(window_browser: Browser, tmp_path: Path) -> AsyncIterator[tuple[BrowserContext, str]]:
    """A browser that was there before, and its address."""
    options = launch_options(window_browser, headless=True, loopback_only=True)
    options["args"] = [*options["args"], "--remote-debugging-port=0"]
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(tmp_path / "profile", **options)
        port = (tmp_path / "profile" / "DevToolsActivePort").read_text().splitlines()[0]
        yield context, f"http://127.0.0.1:{port}"
        await context.close()


@pytest.fixture(autouse=True)
def watching(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set when the companion of `overlay launch` has opened its page and reads it."""
    entered, open_companion = threading.Event(), Companion.__aenter__

    async def enter(companion: Companion) -> Companion:
        opened = await open_companion(companion)
        entered.set()
        return opened

    monkeypatch.setattr(Companion, "__aenter__", enter)
    return entered


async def chat_in(context: BrowserContext, watching: threading.Event) -> Page:
    """The tab that overlay opened, once overlay reads it."""
    page = await context.wait_for_event("page")
    await page.locator("#composer").wait_for()
    assert await asyncio.to_thread(watching.wait, 60)
    return page


async def texts_of_frames(page: Page) -> list[str]:
    """What the page's frames show, a block's among them."""
    shown: list[str] = []
    for frame in page.frames:
        with suppress(PlaywrightError):  # a frame may have gone meanwhile
            shown.append(await frame.evaluate("document.body?.innerText ?? ''"))
    return shown


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A profile of the person's own tells who writes what on the bundled site: on a page that nobody knows
    nothing runs by itself.
    """
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    own_folder().mkdir(parents=True)
    (own_folder() / "local.toml").write_text(f'hosts = ["127.0.0.1"]\n{profile_text("demo")}')


@pytest.mark.usefixtures("known")
async def test_beside_a_running_browser_it_tells_what_happens_until_the_pages_are_closed(
    running: tuple[BrowserContext, str], watching: threading.Event
) -> None:
    context, address = running
    async with DemoSite(script=Script.fixed([CALL])) as site:
        command = [
            "launch",
            site.url,
            "--connect",
            address,
            "--auto-execute",
            "calc*",
            "--delay",
            "0",
            "--auto-insert",
            "--json",
        ]
        told = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, main, command))
        page = await chat_in(context, watching)
        await page.locator("#composer").fill("go")
        await page.locator('[data-testid="send"]').click()
        await expect(page.locator("#composer")).to_have_value(re.compile("42"))
        # The block says so, in its frame, once overlay has read the box back.
        while "inserted" not in "".join([await frame.inner_text("body") for frame in page.frames]).lower():
            await page.evaluate("new Promise((go) => setTimeout(go, 50))")
        for open_page in context.pages:
            await open_page.close()
        result = await told
    kinds = [json.loads(line)["kind"] for line in result.stdout.splitlines()]
    steps = ("scheduled", "running", "done", "inserted")
    assert tuple(kind for kind in kinds if kind in steps) == steps


async def test_a_tool_file_that_is_edited_meanwhile_is_read_again(
    running: tuple[BrowserContext, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    watching: threading.Event,
) -> None:
    context, address = running
    folder = tmp_path / "tools"
    folder.mkdir()
    file = folder / "mine.py"
    file.write_text("from overlay import tool\n\n@tool\ndef one(): ...\n")
    reread = asyncio.Event()
    loop = asyncio.get_running_loop()
    tell = launch._reloaded  # pyright: ignore[reportPrivateUsage]

    def told(*what: Any) -> None:
        tell(*what)
        loop.call_soon_threadsafe(reread.set)

    monkeypatch.setattr(launch, "_reloaded", told)
    monkeypatch.setattr(reload, "PAUSE", 0.02)
    async with DemoSite(script=Script.fixed([CALL])) as site:
        command = ["launch", site.url, "--connect", address, "--tools", str(folder)]
        ended = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, main, command))
        await chat_in(context, watching)
        file.write_text("1/0\n")
        await asyncio.wait_for(reread.wait(), 30)
        for open_page in context.pages:
            await open_page.close()
        result = await ended
    assert "tools of mine.py are read again" in result.stderr
    assert f"not loaded: {file}, line 1: ZeroDivisionError" in result.stderr


def test_a_retired_name_that_leads_to_another_is_wrong_use(tmp_path: Path) -> None:
    file = tmp_path / "overlay.toml"
    file.write_text("[tools.retired]\na = 'b'\nb = 'c'\n")
    result = CliRunner().invoke(main, ["launch", "demo", "--headless", "--config", str(file)])
    assert result.exit_code == 2
    assert "'a' leads to 'b', which is retired too" in result.stderr


@pytest.mark.usefixtures("known")
async def test_with_no_user_present_a_denied_call_makes_it_fail_and_it_says_so(
    running: tuple[BrowserContext, str], watching: threading.Event
) -> None:
    context, address = running
    async with DemoSite(script=Script.fixed([CALL])) as site:
        command = ["launch", site.url, "--connect", address, "--headless", "--auto-insert", "--json"]
        told = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, main, command))
        page = await chat_in(context, watching)
        await page.locator("#composer").fill("go")
        await page.locator('[data-testid="send"]').click()
        await expect(page.locator("#composer")).to_have_value(re.compile("no user is present to allow it"))
        for open_page in context.pages:
            await open_page.close()
        result = await told
    assert result.exit_code == 1
    assert "1 call was denied: no user was there to allow" in result.stderr


def test_a_broken_policy_file_is_wrong_use_before_anything_begins(overlay_home: Path) -> None:
    file = overlay_home / "config" / "policy.toml"
    file.parent.mkdir(exist_ok=True)
    kept = file.read_bytes() if file.exists() else b""
    file.write_text("[limits]\nat_once = 0\n")
    result = CliRunner().invoke(main, ["launch", "demo", "--headless"])
    file.write_bytes(kept)
    assert result.exit_code == 2
    assert "policy.toml: limits.at_once" in result.stderr


async def test_the_panel_opens_beside_the_chat_and_closes_with_it(
    running: tuple[BrowserContext, str], tmp_path: Path
) -> None:
    context, address = running
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "mine.py").write_text(
        "from overlay import tool\n\n@tool(destructive=True)\ndef wipe(what: str) -> str:\n"
        '    """Deletes."""\n    return f"{what} is gone"\n'
    )
    wipe = '```xml\n<tool:wipe>{"what": "disk"}</tool>\n```\n'
    async with DemoSite(script=Script.fixed([wipe])) as site:
        command = ["launch", site.url, "--connect", address, "--tools", str(tools), "--json"]
        opened: asyncio.Queue[Page] = asyncio.Queue()
        context.on("page", opened.put_nowait)
        told = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, main, command))
        chat, panel = await opened.get(), await opened.get()
        await panel.get_by_role("switch", name="wipe", exact=True).wait_for()
        for page in (context.pages[0], chat):
            await page.close()
        result = await told
    assert result.exit_code == 0
    assert panel.is_closed()


@pytest.mark.parametrize(
    ("words", "file", "folder"),
    [
        ([], "", None),
        (["--profile", "site"], "", "site-claude"),
        ([], "profile = 'site'", "site-claude"),
        (["--profile", "shared"], "profile = 'site'", "default"),
    ],
)
def test_the_browser_profile_is_as_the_option_says_or_else_the_file(
    words: list[str], file: str, folder: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}

    def companion(target: str, **options: Any) -> None:
        given.update(options)
        raise UsageError("no further")

    monkeypatch.setattr(launch, "Companion", companion)
    (tmp_path / "overlay.toml").write_text(file)
    config = ["--config", str(tmp_path / "overlay.toml")]
    CliRunner().invoke(main, ["launch", "claude", "--headless", *config, *words])
    assert given["profile_dir"] == (profile_dir(folder) if folder else None)


def test_a_panel_that_is_not_there_can_not_ask() -> None:
    result = CliRunner().invoke(main, ["launch", "demo", "--headless", "--ask", "panel"])
    assert result.exit_code == 2
    assert "--no-panel" in result.stderr


async def test_the_calls_of_the_demo_are_in_the_history(
    running: tuple[BrowserContext, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    watching: threading.Event,
) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    context, address = running
    command = ["launch", "demo", "--connect", address, "--auto-execute", "*", "--delay", "0", "--no-servers"]
    told = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, main, [*command, "--json"]))
    page = await chat_in(context, watching)
    await page.locator("#composer").fill("go")
    await page.locator('[data-testid="send"]').click()
    while not any("Done" in shown for shown in await texts_of_frames(page)):
        pass
    for open_page in context.pages:
        await open_page.close()
    result = await told
    events = map(json.loads, result.stdout.splitlines())
    ran = [event["block"]["name"] for event in events if event["kind"] == "done"]
    kept = map(json.loads, CliRunner().invoke(main, ["history", "list", "--json"]).stdout.splitlines())
    assert ran
    assert [row["tool"] for row in kept if row["status"] == "done"] == ran


def shown_of(kind: Kind, capsys: pytest.CaptureFixture[str], *, quiet: bool) -> str:
    """Return what the user reads of an event."""
    block = BlockInfo("b1", "call", "wipe", "1", "done")
    tell_event(Event(kind, block, "the page is gone"), as_json=False, quiet=quiet)
    return capsys.readouterr().out


def test_a_line_says_what_becomes_of_a_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert "wipe" in shown_of("done", capsys, quiet=False)


def test_a_quiet_run_leaves_out_what_becomes_of_a_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown_of("done", capsys, quiet=True) == ""


def test_a_quiet_run_still_says_what_goes_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the page is gone" in shown_of("trouble", capsys, quiet=True)

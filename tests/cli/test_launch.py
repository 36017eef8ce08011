"""`overlay launch`."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.async_api import BrowserContext, Page, async_playwright, expect

from overlay.calls.events import BlockInfo, Event, Kind
from overlay.cli import companion_run, launch, launched_companion, main
from overlay.cli.event_lines import EventLines, tell_event
from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir
from overlay.companion.browser import Browser, launch_options
from overlay.companion.companion import Companion
from overlay.tools import reload

TOOL = """
from overlay import tool

@tool(destructive=True)
def wipe(what: str) -> str:
    "Deletes."
    return f"{what} is gone"
"""


@pytest.mark.thorough
def test_an_address_that_does_not_answer_is_wrong_use() -> None:
    result = CliRunner().invoke(main, ["launch", "demo", "--connect", "http://127.0.0.1:9"])
    assert result.exit_code == 2
    assert "--connect" in result.stderr


@asynccontextmanager
async def with_port(browser: Browser, folder: Path) -> AsyncGenerator[tuple[BrowserContext, str]]:
    """Run a browser beside overlay, and give its context and its address."""
    options = launch_options(browser, headless=True, loopback_only=True)
    options["args"] = [*options["args"], "--remote-debugging-port=0"]
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(folder, **options)
        port = (folder / "DevToolsActivePort").read_text().splitlines()[0]
        yield context, f"http://127.0.0.1:{port}"
        await context.close()


@pytest.fixture
async def running_shell(
    overlay_browser: Browser, tmp_path: Path
) -> AsyncIterator[tuple[BrowserContext, str]]:
    """A browser that runs already; one without windows, which starts faster."""
    async with with_port(overlay_browser, tmp_path / "profile") as given:
        yield given


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


@pytest.mark.thorough
async def test_a_launched_chat_reports_calls_and_reloaded_tools_until_its_pages_are_closed(
    running_shell: tuple[BrowserContext, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    watching: threading.Event,
) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    context, address = running_shell
    file = tmp_path / "tools" / "mine.py"
    file.parent.mkdir()
    file.write_text(TOOL)
    inserted, reread = threading.Event(), threading.Event()
    show, report = launch.tell_event, companion_run._reloaded  # pyright: ignore[reportPrivateUsage]

    def shown(event: Event, **how: Any) -> None:
        show(event, **how)
        if event.kind == "inserted":
            inserted.set()

    def reported(*what: Any) -> None:
        report(*what)
        reread.set()

    monkeypatch.setattr(launch, "tell_event", shown)
    monkeypatch.setattr(companion_run, "_reloaded", reported)
    monkeypatch.setattr(reload, "PAUSE", 0.02)
    command = ["launch", "demo", "--connect", address, "--auto-execute", "*", "--delay", "0", "--auto-insert"]
    command += ["--folder", str(file.parent), "--no-servers", "--json"]
    opened: asyncio.Queue[Page] = asyncio.Queue()
    context.on("page", opened.put_nowait)
    ended = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, main, command))
    chat, panel = await opened.get(), await opened.get()
    await panel.get_by_role("switch", name="wipe", exact=True).wait_for()
    await chat.locator("#composer").wait_for()
    assert await asyncio.to_thread(watching.wait, 60)
    await chat.locator("#composer").fill("go")
    await chat.locator('[data-testid="send"]').click()
    assert await asyncio.to_thread(inserted.wait, 60)
    file.write_text("1/0\n")
    assert await asyncio.to_thread(reread.wait, 60)
    for page in (context.pages[0], chat):
        await page.close()
    result = await ended
    assert result.exit_code == 0
    assert panel.is_closed()
    events = [json.loads(line) for line in result.stdout.splitlines()]
    steps = ["scheduled", "running", "done", "inserted"]
    assert [event["kind"] for event in events if event["kind"] in steps] == steps
    assert "tools of mine.py are read again" in result.stderr
    assert f"not loaded: {file}, line 1: ZeroDivisionError" in result.stderr
    ran = [event["block"]["name"] for event in events if event["kind"] == "done"]
    kept = json.loads(CliRunner().invoke(main, ["history", "list", "--json"]).stdout)["calls"]
    assert [row["tool"] for row in kept if row["status"] == "done"] == ran


@pytest.mark.thorough
async def test_a_call_that_is_denied_with_no_user_present_fails_the_run(
    running_shell: tuple[BrowserContext, str], watching: threading.Event
) -> None:
    context, address = running_shell
    command = ["launch", "demo", "--connect", address, "--headless", "--auto-insert", "--no-servers"]
    ended = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, main, command))
    page = await chat_in(context, watching)
    await page.locator("#composer").fill("go")
    await page.locator('[data-testid="send"]').click()
    await expect(page.locator("#composer")).to_have_value(re.compile("no user is present to allow it"))
    for open_page in context.pages:
        await open_page.close()
    result = await ended
    assert result.exit_code == 1
    assert "1 call was denied: no user was there to allow" in result.stderr


@pytest.mark.parametrize(("opens", "code"), [(False, 130), (True, 0)])
def test_ctrl_c_ends_a_launch_with_130_only_before_the_chat_is_open(
    opens: bool, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupted(
        companion: Companion, _: object, until: Callable[[Companion], Any], __: object
    ) -> None:
        if opens:
            waiting = asyncio.create_task(until(companion))
            await asyncio.sleep(0)
            waiting.cancel()
        raise KeyboardInterrupt

    monkeypatch.setattr(launch, "run_until_closed", interrupted)
    result = CliRunner().invoke(main, ["launch", "demo", "--headless"], standalone_mode=True)
    assert result.exit_code == code


def test_a_broken_policy_file_is_wrong_use_before_anything_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path))
    file = tmp_path / "config" / "policy.toml"
    file.parent.mkdir()
    file.write_text("[limits]\nat_once = 0\n")
    result = CliRunner().invoke(main, ["launch", "demo", "--headless"])
    assert result.exit_code == 2
    assert "policy.toml: limits.at_once" in result.stderr


@pytest.mark.thorough
def test_the_option_or_else_the_file_chooses_the_browser_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}

    def companion(target: str, **options: Any) -> None:
        given.update(options)
        raise UsageError("no further")

    monkeypatch.setattr(launched_companion, "Companion", companion)
    table: list[tuple[list[str], str, str | None]] = [
        ([], "", None),
        (["--profile", "site"], "", "site-claude"),
        ([], "profile = 'site'", "site-claude"),
        (["--profile", "shared"], "profile = 'site'", "default"),
    ]
    config = tmp_path / "overlay.toml"
    for words, file, folder in table:
        config.write_text(file)
        CliRunner().invoke(main, ["launch", "claude", "--headless", "--config", str(config), *words])
        assert given["profile_dir"] == (profile_dir(folder) if folder else None)


def shown_of(kind: Kind, capsys: pytest.CaptureFixture[str], *, quiet: bool) -> str:
    """Return what the user reads of an event."""
    block = BlockInfo("b1", "call", "wipe", "1", "done")
    tell_event(Event(kind, block, "the page is gone"), as_json=False, quiet=quiet)
    return capsys.readouterr().out


def test_a_quiet_run_reports_problems_and_no_results(capsys: pytest.CaptureFixture[str]) -> None:
    assert "wipe" in shown_of("done", capsys, quiet=False)
    assert shown_of("done", capsys, quiet=True) == ""
    assert "the page is gone" in shown_of("trouble", capsys, quiet=True)


def test_a_long_history_is_told_by_its_first_calls_and_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    lines = EventLines()
    for number in range(300):
        lines.show(Event("ready", BlockInfo(f"b{number}", "call", f"tool{number}", "", "ready")))
    lines.show(Event("running", BlockInfo("b299", "call", "tool299", "", "running")))
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told[:3]] == ["tool0", "tool1", "tool2"]
    assert told[3:] == ["further calls: 297", "tool299 runs"]


def test_calls_that_the_model_writes_are_told_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    lines = EventLines()
    for number in range(9):
        lines.show(Event("ready", BlockInfo(f"b{number}", "call", "tool", "", "ready", live=True)))
    assert len(capsys.readouterr().out.splitlines()) == 9


def test_a_counted_history_is_told_when_nothing_happens_for_a_while(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = EventLines()
    for number in range(5):
        lines.show(Event("ready", BlockInfo(f"b{number}", "call", "tool", "", "ready")))
    capsys.readouterr()
    lines.pause()
    assert capsys.readouterr().out == "further calls: 2\n"

"""`overlay sites check` opens a page and prints its findings."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page

from overlay.cli import site_check as module
from overlay.cli.site_check import Where, examine, opened, print_report
from overlay.common.errors import CheckFailed, UsageError
from overlay.companion.browser import Machine
from overlay.sites.check import Candidate, Finding, Report
from overlay.sites.check.run import SEND_FIRST
from overlay.sites.profile import SiteProfile
from overlay.sites.seen_whole import SeenWhole, default_file
from tests.injected.pages import PageSite

SITE = SiteProfile(
    name="x", title="X", user=".user", assistant=".bot", composer="#box", conversation=r"/c/(\d+)"
)
EMPTY = "<textarea id=box style='width: 300px'></textarea>"
CHAT = EMPTY + "<p class=user>a</p><p class=bot>b</p>"


@pytest.fixture
async def contexts(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[dict[str, Any]]]:
    """Every `open_context` gives one of the test browser; what it was asked for is noted."""
    asked: list[dict[str, Any]] = []
    context = await browser.new_context()

    @asynccontextmanager
    async def give(**options: Any) -> AsyncGenerator[BrowserContext]:
        asked.append(options)
        yield context

    monkeypatch.setattr(module, "open_context", give)
    monkeypatch.setattr(module, "PATIENCE", 60_000)
    yield asked
    await context.close()


@pytest.fixture
async def site() -> AsyncIterator[PageSite]:
    async with PageSite() as pages:
        yield pages


async def test_a_saved_page_is_checked_without_its_script_and_network(
    contexts: list[dict[str, Any]], tmp_path: Path
) -> None:
    page = tmp_path / "a.html"
    page.write_text(
        f"{CHAT}<script>document.getElementById('box').remove()</script><img src='https://x.example/i'>"
    )
    report = await examine(SITE, Where("", saved=page))
    assert report.failed == []
    assert contexts[0]["headless"]


async def test_a_live_page_is_checked_once_its_message_box_is_there(
    contexts: list[dict[str, Any]], site: PageSite
) -> None:
    late = "<script>setTimeout(() => { document.body.innerHTML = `" + CHAT + "` }, 100)</script>"
    report = await examine(SITE, Where(site.add(late), headless=True))
    assert report.failed == []
    assert report.finding("assistant").status == "ok"


def test_a_report_says_on_which_day_overlay_last_saw_the_site_whole(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path))
    SeenWhole(default_file()).add(SITE.name)
    today = date.today().isoformat()
    assert f"On {today} the profile found all" in printed(as_json=False, capsys=capsys)
    assert json.loads(printed(as_json=True, capsys=capsys))["seen"] == today


@pytest.mark.thorough
async def test_a_page_without_a_message_box_is_checked_as_it_is(
    contexts: list[dict[str, Any]], site: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 300)
    report = await examine(SITE, Where(site.add("<p>Sign in"), headless=True))
    assert [finding.field for finding in report.failed] == ["composer"]


@pytest.mark.thorough
async def test_a_site_without_a_known_message_box_is_not_waited_for(
    contexts: list[dict[str, Any]], site: PageSite
) -> None:
    bare = SITE.model_copy(update={"composer": ""})
    url = site.add(CHAT)
    report = await examine(bare, Where(url, connect="http://127.0.0.1:1"))
    assert report.url == url  # in a new page, since the running browser shows none of the site
    assert report.finding("composer").status == "not known"


async def test_a_page_that_is_to_be_learned_is_not_waited_for(
    contexts: list[dict[str, Any]], site: PageSite
) -> None:
    where = Where(site.add("<input type=text>"), headless=True)
    async with asyncio.timeout(20), opened(SITE, where, drawn=False) as page:
        assert await page.locator("input").count() == 1


@pytest.mark.thorough
async def test_of_a_running_browser_the_open_page_of_the_site_is_used(
    contexts: list[dict[str, Any]], site: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = site.add(CHAT, path="/c/7")

    def matches(self: SiteProfile, host: str, path: str) -> int:
        return int(path == "/c/7")

    monkeypatch.setattr(SiteProfile, "match", matches)
    given: Any = module.open_context
    async with given() as context:
        mine: Page = await context.new_page()
        await mine.goto(url)
        report = await examine(SITE, Where("", connect="http://127.0.0.1:1"))
        assert report.url == url
        assert not mine.is_closed()
        await mine.close()


async def test_a_user_at_a_window_is_asked_to_open_a_chat(
    contexts: list[dict[str, Any]],
    site: PageSite,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = iter(["\n", ""])

    async def line() -> str:
        return next(lines)

    def here() -> bool:
        return True

    def display(self: Machine) -> str:
        return ":0"

    monkeypatch.setattr(module.TERMINAL, "line", line)
    monkeypatch.setattr(module, "at_terminal", here)
    monkeypatch.setattr(Machine, "display", display)
    report = await examine(SITE, Where(site.add(EMPTY)))
    assert SEND_FIRST in report.hints
    assert capsys.readouterr().err.count("Open a chat with an answer in it") == 2


async def test_a_check_in_a_window_needs_a_display(
    contexts: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(self: Machine) -> None:
        return None

    monkeypatch.setattr(Machine, "display", none)
    with pytest.raises(UsageError, match="there is no display"):
        await examine(SITE, Where("https://x.example/"))


async def test_a_page_that_can_not_be_loaded_fails_the_check(contexts: list[dict[str, Any]]) -> None:
    with pytest.raises(CheckFailed, match="the page could not be read"):
        await examine(SITE, Where("http://127.0.0.1:9/", headless=True))


REPORT = Report(
    "x",
    "https://x.example/",
    [
        Finding("user", "ok", ".user", 2, needed=True),
        Finding("assistant", "missing", ".bot", needed=True, candidate=Candidate(".ai", 3, "<p class=ai>")),
        Finding("header", "not known"),
        Finding("kind", "ok", words="textarea"),
    ],
    ["Do this."],
)


def printed(*, as_json: bool, capsys: pytest.CaptureFixture[str]) -> str:
    print_report(REPORT, SITE, as_json=as_json)
    return capsys.readouterr().out


def test_a_report_has_a_line_for_each_finding_with_the_nearest_element(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = printed(as_json=False, capsys=capsys)
    assert text.splitlines()[:3] == [
        "X  https://x.example/",
        "  ok        user        .user     2",
        "  missing   assistant   .bot      0",
    ]
    assert [line.strip() for line in text.splitlines()[3:5]] == ["nearest: .ai (finds 3)", "<p class=ai>"]
    assert "header" not in text
    told = json.loads(printed(as_json=True, capsys=capsys))
    assert told["site"] == "x"
    assert told["failed"] is True
    assert told["hints"] == ["Do this."]
    assert len(told["findings"]) == 4


@pytest.mark.thorough
async def test_a_page_saved_as_mhtml_is_checked(
    contexts: list[dict[str, Any]], browser: Browser, tmp_path: Path
) -> None:
    page = await browser.new_page()
    await page.set_content(CHAT)
    session: Any = await page.context.new_cdp_session(page)
    told = await session.send("Page.captureSnapshot", {"format": "mhtml"})
    await page.close()
    file = tmp_path / "a.mhtml"
    file.write_bytes(told["data"].encode())
    report = await examine(SITE, Where("", saved=file))
    assert [finding.field for finding in report.findings if finding.status == "ok"] == [
        "user",
        "assistant",
        "composer",
        "kind",
    ]

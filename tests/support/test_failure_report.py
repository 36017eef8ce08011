from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Page

from overlay import Companion
from overlay.calls.events import Event
from tests.support.failure_report import FailureReport


@pytest.fixture(scope="module")
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    context = await browser.new_context()
    yield context
    await context.close()


@pytest.fixture(scope="module")
async def written(context: BrowserContext, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The text for a test that failed within a companion, and the folder of its pictures."""
    folder = tmp_path_factory.mktemp("pictures")
    report = FailureReport(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Companion, "__aenter__", Companion.__aenter__)  # as it is now, once more at the end
        patch.setattr(Companion, "__aexit__", Companion.__aexit__)
        report.watch_companions()
        with pytest.raises(AssertionError):
            await _fail_within_a_companion(context)
        await report.look([context])
    return report.write("tests/test_x.py::test_x[a b]"), folder


async def _fail_within_a_companion(context: BrowserContext) -> None:
    async with Companion("demo", context=context, panel=False) as companion:
        companion.parts.events.publish(Event("ready", text="an event"))
        await companion.page.evaluate("console.warn('in the console')")
        raise AssertionError


def test_a_failed_test_reports_its_companions_events(written: tuple[str, Path]) -> None:
    assert "ready : an event" in written[0]


def test_a_failed_test_reports_its_pages_console(written: tuple[str, Path]) -> None:
    assert "console warning: in the console" in written[0]


def test_a_failed_test_leaves_one_picture_of_each_page(written: tuple[str, Path]) -> None:
    pictures = list(written[1].iterdir())
    assert [(path.name, path.read_bytes()[:4]) for path in pictures] == [
        ("tests-test_x-py-test_x-a-b-1.png", b"\x89PNG")
    ]


def test_a_companion_of_another_event_loop_leaves_its_events_and_hides_no_error(
    context: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    companion = Companion("demo", context=context, panel=False)

    async def entered(companion: Companion) -> Companion:
        return companion

    monkeypatch.setattr(Companion, "__aenter__", entered)
    monkeypatch.setattr(Companion, "__aexit__", Companion.__aexit__)
    report = FailureReport(tmp_path)
    report.watch_companions()
    asyncio.run(companion.__aenter__())
    asyncio.run(report.look([]))
    assert report.write("a test").startswith("the last events of the companion")


async def test_a_page_without_a_companion_is_reported_too(page: Page, tmp_path: Path) -> None:
    report = FailureReport(tmp_path)
    async with page.expect_event("pageerror"):
        await page.set_content("<script>setTimeout(() => { throw new Error('of the page') })</script>")
    await report.look([page])
    assert "error: of the page" in report.write("test")

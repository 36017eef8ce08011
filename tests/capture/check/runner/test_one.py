from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from overlay.capture.check.runner import one
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.runner.one import check
from overlay.capture.recording import EXPECTED, PAGE, Recording
from tests.capture.check.runner.recorded import DEMO, copy_of_demo

PLAIN, UPDATE = Options(), Options(update=True)


async def test_the_demo_still_gives_what_was_accepted(browser: Browser, tmp_path: Path) -> None:
    from overlay.capture.check.text_report import report

    verdict = await check("demo", DEMO, browser, PLAIN, tmp_path)
    assert verdict.ok, "\n".join(
        [*report(verdict), "If that is meant: overlay check --update tests/capture/recordings"]
    )


@pytest.fixture(scope="module")
async def updated(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, object]:
    """A recording whose replay was just accepted with pictures, and the verdict of that."""
    folder = copy_of_demo(tmp_path_factory.mktemp("updated") / "demo")
    options = Options(update=True, pictures=True)
    return folder, await check("demo", folder, browser, options, tmp_path_factory.mktemp("pictures"))


async def test_what_was_never_accepted_is_an_error_that_says_what_to_do(
    browser: Browser, tmp_path: Path
) -> None:
    verdict = await check("demo", copy_of_demo(tmp_path / "demo"), browser, PLAIN, tmp_path)
    assert verdict.outcome == "error"
    assert "check --update" in verdict.problem


async def test_an_update_accepts_a_replay(updated: tuple[Path, object]) -> None:
    folder, verdict = updated
    assert getattr(verdict, "outcome", "") == "updated"
    assert len(Recording.open(folder).expected().log) > 20


async def test_an_update_with_pictures_keeps_them(updated: tuple[Path, object]) -> None:
    expected = Recording.open(updated[0]).expected()
    assert {drawn.picture for drawn in expected.blocks} == {path.name for path in expected.pictures.iterdir()}


async def test_pictures_of_the_same_replay_are_the_same(
    updated: tuple[Path, object], browser: Browser, tmp_path: Path
) -> None:
    verdict = await check("demo", updated[0], browser, Options(pictures=True), tmp_path)
    assert verdict.differences == []


async def test_a_damaged_recording_is_an_error_of_its_own(browser: Browser, tmp_path: Path) -> None:
    folder = copy_of_demo(tmp_path / "demo", accepted=True)
    (folder / PAGE).write_bytes(b"damaged")
    verdict = await check("demo", folder, browser, PLAIN, tmp_path)
    assert verdict.outcome == "error"
    assert PAGE in verdict.problem


async def test_a_damaged_recording_is_not_updated(browser: Browser, tmp_path: Path) -> None:
    folder = copy_of_demo(tmp_path / "demo", accepted=True)
    (folder / PAGE).write_bytes(b"damaged")
    before = {path.name: path.read_bytes() for path in (folder / EXPECTED).iterdir() if path.is_file()}
    verdict = await check("demo", folder, browser, UPDATE, tmp_path)
    assert verdict.outcome == "error"
    assert {
        path.name: path.read_bytes() for path in (folder / EXPECTED).iterdir() if path.is_file()
    } == before


@pytest.fixture
async def browser_of_its_own(browser: Browser, browser_type_launch_args: dict[str, object]) -> Browser:
    return await browser.browser_type.launch(**browser_type_launch_args)  # pyright: ignore[reportArgumentType]


async def test_a_browser_that_ended_is_an_error_that_says_so(
    browser_of_its_own: Browser, tmp_path: Path
) -> None:
    await browser_of_its_own.close()
    verdict = await check("demo", DEMO, browser_of_its_own, PLAIN, tmp_path)
    assert verdict.outcome == "error"
    assert verdict.problem.startswith("the browser ended: ")


async def test_a_fault_of_overlay_is_an_error_of_that_recording(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*given: object, **more: object) -> None:
        raise KeyError("unit")

    monkeypatch.setattr(one, "play", fails)
    verdict = await check("demo", DEMO, browser, PLAIN, tmp_path)
    assert verdict.problem == "overlay failed on it, KeyError: 'unit'"

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.async_api import Browser

from overlay.capture.check.model import Pictures
from overlay.capture.check.runner import check_recording
from overlay.capture.check.runner.check_recording import check, leave, new_scratch
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.text_report import summary
from overlay.capture.recording import EXPECTED, LOG, PAGE, Recording
from overlay.common import language
from tests.capture.check.runner.recorded import DEMO, copy_of_demo, two_calls
from tests.capture.check.verdicts import ARGUMENT, different

PLAIN, UPDATE = Options(), Options(update=True)


@pytest.mark.thorough
async def test_the_demo_still_gives_what_was_accepted(browser: Browser, tmp_path: Path) -> None:
    from overlay.capture.check.text_report import report

    verdict = await check("demo", DEMO, browser, PLAIN, tmp_path)
    assert verdict.ok, "\n".join(
        [*report(verdict), "If that is meant: overlay check --update tests/capture/recordings"]
    )


async def test_an_accepted_replay_is_kept_with_its_pictures_and_equals_the_next_replay(
    browser: Browser, tmp_path: Path
) -> None:
    folder = two_calls(tmp_path / "two")
    options = Options(update=True, pictures=True)
    verdict = await check("two", folder, browser, options, tmp_path / "before")
    assert verdict.outcome == "updated"
    assert "accepted, there was no expected result" in summary(verdict)
    expected = Recording.open(folder).expected()
    assert len(expected.log) > 5
    assert {drawn.picture for drawn in expected.blocks} == {path.name for path in expected.pictures.iterdir()}
    language.use("de")  # the next check is one of another person
    verdict = await check("two", folder, browser, Options(pictures=True), tmp_path / "after")
    assert verdict.outcome == "same"
    assert verdict.differences == []
    log = folder / EXPECTED / LOG
    log.write_bytes(log.read_bytes().replace(b"hello", b"hallo", 1))
    verdict = await check("two", folder, browser, PLAIN, tmp_path / "edited")
    assert verdict.outcome == "different"
    assert f"{LOG} is not as it was accepted" in verdict.notes[0]


@pytest.mark.thorough
async def test_a_second_update_changes_no_picture(browser: Browser, tmp_path: Path) -> None:
    folder = two_calls(tmp_path / "two")
    options = Options(update=True, pictures=True)
    await check("two", folder, browser, options, tmp_path / "before")
    pictures = {path: path.read_bytes() for path in Recording.open(folder).expected().pictures.iterdir()}
    await check("two", folder, browser, options, tmp_path / "again")
    assert {path: path.read_bytes() for path in pictures} == pictures


async def test_a_recording_that_was_never_accepted_is_an_error_that_says_what_to_do(
    browser: Browser, tmp_path: Path
) -> None:
    verdict = await check("demo", copy_of_demo(tmp_path / "demo"), browser, PLAIN, tmp_path)
    assert verdict.outcome == "error"
    assert "check --update" in verdict.problem


async def test_a_damaged_recording_is_an_error_and_an_update_leaves_its_accepted_result(
    browser: Browser, tmp_path: Path
) -> None:
    folder = copy_of_demo(tmp_path / "demo", accepted=True)
    (folder / PAGE).write_bytes(b"damaged")
    before = {path.name: path.read_bytes() for path in (folder / EXPECTED).iterdir() if path.is_file()}
    for options in (PLAIN, UPDATE):
        verdict = await check("demo", folder, browser, options, tmp_path)
        assert verdict.outcome == "error"
        assert PAGE in verdict.problem
    after = {path.name: path.read_bytes() for path in (folder / EXPECTED).iterdir() if path.is_file()}
    assert after == before


@pytest.fixture
async def browser_of_its_own(browser: Browser, browser_type_launch_args: dict[str, object]) -> Browser:
    return await browser.browser_type.launch(**browser_type_launch_args)  # pyright: ignore[reportArgumentType]


@pytest.mark.thorough
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

    monkeypatch.setattr(check_recording, "play", fails)
    verdict = await check("demo", DEMO, browser, PLAIN, tmp_path)
    assert verdict.problem == "overlay failed on it, KeyError: 'unit'"


def test_the_folder_of_pictures_stays_only_if_a_verdict_names_one_and_goes_after_a_day(
    overlay_home: Path,
) -> None:
    del overlay_home
    shown = ARGUMENT.model_copy(update={"pictures": Pictures(got="x.png", difference="d.png")})
    kept, gone = new_scratch(), new_scratch()
    leave(gone, [different(ARGUMENT)])
    leave(kept, [different(shown)])
    assert (kept.is_dir(), gone.is_dir()) == (True, False)
    os.utime(kept, (0, 0))
    new = new_scratch()
    assert (kept.is_dir(), new.is_dir()) == (False, True)
    leave(new, [])

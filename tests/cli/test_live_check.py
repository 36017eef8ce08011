"""`overlay capture --like`, `overlay check --live` and `overlay sites check --like`."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner
from playwright.async_api import Error as PlaywrightError

from overlay.capture.check.model import Difference, Verdict
from overlay.capture.live_check import checked, recorded_again
from overlay.capture.live_check.recorded_again import LiveOptions
from overlay.capture.manifest import Manifest
from overlay.capture.record.recorder import Recorder
from overlay.cli import capture_result, capture_run, main
from overlay.common.errors import CheckFailed
from tests.capture.made import Made
from tests.capture.test_recording import manifest

CAUSE = "the element of an answer changed, `.answer` became `.reply`: no answer is found"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    made = Made()
    made.open()
    return made.write(tmp_path / "all" / "old", minimal=True).folder


def test_options_that_make_no_sense_beside_a_recording_are_refused(old: Path, tmp_path: Path) -> None:
    new = str(tmp_path / "new")
    wrong = {
        "nothing to record": (["capture", "-o", new], "the page is missing"),
        "an end": (["capture", "--like", str(old), "-o", new, "--until", "3"], "--until is not for --like"),
        "a policy": (["capture", "--like", str(old), "-o", new, "--delay", "3"], "--delay is not for --like"),
        "a site": (["capture", "demo", "--like", str(old), "-o", new], "opens the address of the recording"),
        "an update": (["check", "--live", str(old), "--update"], "--update is not for --live"),
        "a size": (["check", "--live", str(old), "--viewport", "9x9"], "--viewport is not for --live"),
        "no size": (["check", str(old), "--viewport", "big"], "--viewport big: no size of a page"),
        "no selector": (["check", str(old), "--ignore", "a["], "'a[' is no CSS selector"),
        "an address": (["check", str(old), "--url", "http://127.0.0.1:9/"], "--url is for --live"),
        "harmless": (["check", str(old), "--allow-harmless"], "--allow-harmless is for --live"),
        "another site": (["sites", "check", "chatgpt", "--like", str(old)], "holds no recording of ChatGPT"),
    }
    left = {name: CliRunner().invoke(main, words) for name, (words, _) in wrong.items()}
    told = {name: (result.exit_code, wrong[name][1] in result.stderr) for name, result in left.items()}
    assert told == dict.fromkeys(wrong, (2, True))


def test_a_recording_without_messages_is_refused_before_a_browser_opens(old: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["capture", "--like", str(old), "-o", str(tmp_path / "new")])
    assert result.exit_code == 2
    assert "a minimal recording has no messages" in result.stderr
    result = CliRunner().invoke(main, ["check", "--live", str(old)])
    assert result.exit_code == 1
    assert "a minimal recording has no messages" in result.stdout


def test_the_cause_is_the_first_line_about_a_site_and_the_mend_is_named(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(name: str, folder: Path, again: Path, options: LiveOptions, notify: object) -> Verdict:
        del again, options, notify
        cause = Difference(kind="site", what=CAUSE, mend="overlay sites check x")
        call = Difference(kind="call", what="call note (1) is missing", follows=True)
        return Verdict(name=name, folder=str(folder), outcome="different", differences=[cause, call])

    monkeypatch.setattr(checked, "check_live", answer)
    report = tmp_path / "report.html"
    result = CliRunner().invoke(main, ["check", "--live", str(old), "--report", str(report)])
    assert result.exit_code == 1
    assert "The report has no pictures of old: " in result.stderr  # there is no second recording
    assert CAUSE in unescape(report.read_text("utf-8"))
    assert result.stdout.splitlines()[1:4] == [
        f"  ✗ {CAUSE}",
        "      mend: overlay sites check x",
        "  What follows from these: 1 in calls",
    ]


@pytest.mark.parametrize(
    ("error", "ended"),
    [(KeyboardInterrupt(), capture_run.STOPPED), (PlaywrightError("closed"), capture_run.CLOSED)],
)
def test_what_a_stopped_capture_has_is_saved_and_not_compared(
    error: BaseException, ended: str, old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stopped(_: object, __: object, ___: object, recorder: Recorder) -> None:
        recorder.companion = cast("Any", object())
        recorder.has_start.set()
        raise error

    def saved(_: object, folder: Path, **given: object) -> Manifest:
        places.append((folder.name, given["ended"]))
        return manifest()

    places: list[tuple[str, object]] = []
    monkeypatch.setattr(recorded_again, "record_again", stopped)
    monkeypatch.setattr(capture_result, "save", saved)
    words = ["capture", "--like", str(old), "-o", str(tmp_path / "new"), "--no-replay", "--json"]
    result = CliRunner().invoke(main, words)
    assert places == [("new", ended)]
    assert result.exit_code == CheckFailed.exit_code
    assert "was not compared with" in result.stderr

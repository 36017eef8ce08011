"""`overlay capture`."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Awaitable, Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result

from overlay.capture.manifest import Manifest
from overlay.capture.record.baseline import ReplayFailed
from overlay.capture.record.output_place import reserved
from overlay.capture.recording import MANIFEST, Recording
from overlay.cli import capture_result, capture_run, demo_player, main
from overlay.cli.capture_result import CaptureResult
from overlay.cli.demo_report import DemoReport
from overlay.common.errors import CheckFailed, UsageError
from tests.capture.test_recording import manifest
from tests.injected.fixtures import demo, pages
from tests.injected.pages import PageSite
from tests.support.scene import call

__all__ = ["demo", "pages"]
PAGE = """<!doctype html><title>Chat</title><main id=chat>my key is sk-abcdefghij0123456789ABCD</main><textarea></textarea>"""
"""Overlay waits for a message box, or for a sign of an application that it knows, before it takes the page as it is."""
QUICK = ("--headless", "--no-servers", "--until", "0.3")


async def run(*words: str | Path) -> Result:
    """Run the command beside the site that the test serves."""
    arguments: Sequence[str] = ["capture", *map(str, words)]
    return await asyncio.to_thread(CliRunner().invoke, main, arguments)


@pytest.mark.thorough  # the next test also finds the secret, tests/capture/record/test_baseline.py has the replay
async def test_a_page_is_recorded_without_its_secrets_and_with_the_result_of_a_replay(
    pages: PageSite, tmp_path: Path
) -> None:
    result = await run(pages.add(PAGE), *QUICK, "--json", "-o", tmp_path / "one")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["folder"] == str(tmp_path / "one")
    assert told["ended"] == "0.3 s were over"
    assert told["differs"] == []
    found = Recording.open(tmp_path / "one")
    text = "".join(line.model_dump_json() for line in found.page())
    assert "my key is" in text
    assert "sk-abc" not in text
    assert "my key is" in found.expected().dom


async def test_a_minimal_recording_keeps_no_words(pages: PageSite, tmp_path: Path) -> None:
    words = f"<div class=user-ann data-user-email=ann@a.example><a href=/ann>my key</a><pre><code class=language-xml>{escape(call(text='kept'))}</code></pre></div>"
    result = await run(pages.add(PAGE + words), *QUICK, "--json", "--minimal", "-o", tmp_path / "one")
    told = json.loads(result.stdout)
    assert told["differs"] == []
    assert told["redacted"] == {"what looks like a secret": 1}
    found = Recording.open(tmp_path / "one")
    text = "".join(line.model_dump_json() for line in found.page())
    assert found.manifest.ended == "0.3 s were over"
    assert found.manifest.minimal
    assert "my key" not in text
    assert "xx xxx xx" in text
    assert "ann" not in text
    assert [line.info.get("name") for line in found.live() if line.info.get("name")] == ["note"]


@pytest.mark.thorough  # tests/capture/record/test_gaps.py has all kinds of gaps
async def test_a_call_in_a_frame_of_another_site_is_told_as_a_gap_and_fails(
    pages: PageSite, tmp_path: Path
) -> None:
    framed = pages.add(f"<!doctype html><pre>{escape(call(text='kept'))}</pre>")
    other = framed.replace("127.0.0.1", "localhost")
    address = pages.add(f"{PAGE}<iframe src={other}></iframe>")
    given = ("--headless", "--no-servers", "--until", "quiet", "--json", "-o", tmp_path / "one")
    result = await run(address, *given)
    assert result.exit_code == CheckFailed.exit_code
    gap, differs = (
        result.stderr.index(part) for part in ("a gap in the recording: ", "not as it was live: ")
    )
    assert gap < differs
    assert json.loads(result.stdout)["gaps"][0]["url"] == other
    assert [each.why for each in Recording.open(tmp_path / "one").manifest.gaps] == ["frame"]


def test_the_demo_is_played_and_its_recorder_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played: list[Any] = []

    async def play(self: demo_player.Play) -> DemoReport:
        played.append(self)
        return DemoReport(problems=["it rained"])

    monkeypatch.setattr(demo_player.Play, "run", play)
    result = CliRunner().invoke(
        main,
        ["capture", "demo", "--headless", "--auto-execute", "--delay", "0.5", "-o", str(tmp_path / "it")],
    )
    assert result.exit_code == CheckFailed.exit_code
    assert "it rained" in result.stderr
    assert [(one.auto_execute, one.delay, one.headless, one.recorder is not None) for one in played] == [
        (("*",), 0.5, True, True)
    ]
    assert not (tmp_path / "it").exists()


WRONG: dict[str, tuple[list[str], str]] = {
    "a recording that is there": ([], "--force"),
    "an end that says nothing": (["--until", "soon", "--force"], "--until"),
    "a pattern that is none": (["--redact", "(", "--force"], "--redact"),
    "a key and questions at one terminal": (
        ["--until", "key", "--ask", "terminal", "--headless", "--force"],
        "same lines",
    ),
}


@pytest.mark.thorough
async def test_the_demo_without_its_words_is_replayed_as_it_was(tmp_path: Path) -> None:
    result = await run("demo", "--headless", "--minimal", "-o", tmp_path / "one")
    assert result.exit_code == 0, result.stderr


def test_impossible_options_are_refused_before_anything_is_opened(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text("{}")
    wrong: dict[str, str] = {}
    for name, (words, told) in WRONG.items():
        result = CliRunner().invoke(main, ["capture", "http://127.0.0.1:9/", "-o", str(tmp_path), *words])
        if result.exit_code != 2 or told not in result.stderr:
            wrong[name] = result.stderr
    assert wrong == {}


def test_a_key_ends_a_recording_only_at_a_terminal_that_asks_no_questions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options: dict[str, Any] = {"headless": False, "panel": None, "ask": None}
    wished = capture_run.Capture("x", Path("x"), False, (), False, options)
    assert wished.until(None).kind == "quiet"
    monkeypatch.setattr(capture_run, "at_terminal", lambda: True)
    assert wished.until(None).kind == "key"
    options["ask"] = "both"
    assert wished.until(None).kind == "quiet"
    options.update(ask=None, panel=False)
    assert wished.until(None).kind == "quiet"


def test_two_captures_into_one_folder_are_refused_before_the_second_begins(tmp_path: Path) -> None:
    with reserved(tmp_path / "one"):
        result = CliRunner().invoke(main, ["capture", "http://127.0.0.1:9/", "-o", str(tmp_path / "one")])
    assert (result.exit_code, "another capture writes to" in result.stderr) == (2, True)


def test_a_folder_that_can_not_be_written_is_told_before_anything_is_opened(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(
        main, ["capture", "http://127.0.0.1:9/", "-o", str(tmp_path / "file" / "one")]
    )
    assert (result.exit_code, "can't be written" in result.stderr) == (2, True)


def recorded(tmp_path: Path) -> CaptureResult:
    """A recording that is saved to a folder and replayed there."""
    return CaptureResult(tmp_path / "one", False, (), False, True, None)


def test_a_recording_that_can_not_be_saved_any_more_is_elsewhere_and_the_error_says_where(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    places: list[Path] = []

    def full(_recorder: object, place: Path, **_more: object) -> None:
        places.append(place)
        if len(places) == 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(capture_result, "save", full)
    with pytest.raises(CheckFailed, match="No space left") as caught:
        recorded(tmp_path).save(cast("Any", None), "Ctrl+C")
    assert str(places[1]) in str(caught.value)


def test_a_recording_that_can_be_saved_nowhere_is_said_to_be_lost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(capture_result, "save", full)
    with pytest.raises(CheckFailed, match="the recording is lost"):
        recorded(tmp_path).save(cast("Any", None), "Ctrl+C")


def test_ctrl_c_during_the_replay_says_how_the_expected_result_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def stopped(*_: object, **__: object) -> list[str]:
        raise KeyboardInterrupt

    def saved(*_: object, **__: object) -> None: ...

    monkeypatch.setattr(capture_result, "save", saved)
    monkeypatch.setattr(capture_result, "expect", stopped)
    with pytest.raises(KeyboardInterrupt):
        recorded(tmp_path)._replayed()  # pyright: ignore[reportPrivateUsage]
    assert "overlay check --update" in capsys.readouterr().err


def test_ctrl_c_while_a_recording_is_written_does_not_lose_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object, **__: object) -> Manifest:
        signal.raise_signal(signal.SIGINT)
        saved.append("all of it")
        return manifest()

    saved: list[str] = []
    monkeypatch.setattr(capture_result, "save", stopped)
    with pytest.raises(KeyboardInterrupt):
        recorded(tmp_path).save(cast("Any", None), "Ctrl+C")
    assert saved == ["all of it"]
    told = capsys.readouterr().err
    assert "The recording is still being written. Ctrl+C again loses it." in told
    assert "overlay check --update" in told


def test_a_second_ctrl_c_ends_the_writing_of_a_recording(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object, **__: object) -> Manifest:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("it went on")

    monkeypatch.setattr(capture_result, "save", stopped)
    with pytest.raises(KeyboardInterrupt):
        recorded(tmp_path).save(cast("Any", None), "Ctrl+C")
    assert "overlay check --update" not in capsys.readouterr().err


def captured(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    replayed: Callable[..., Awaitable[list[str]]],
    *options: str,
) -> Result:
    """What `overlay capture` says if its replay ends as `replayed`; no page is opened."""

    def live(*_: object) -> str:
        return "Ctrl+C"

    def saved(*_: object, **__: object) -> Manifest:
        return manifest()

    monkeypatch.setattr(capture_run.Capture, "live", live)
    monkeypatch.setattr(capture_result, "save", saved)
    monkeypatch.setattr(capture_result, "expect", replayed)
    words = ["capture", "http://127.0.0.1:9/", "--headless", "--json", "-o", str(tmp_path / "one")]
    return CliRunner().invoke(main, [*words, *options])


def test_a_replay_that_is_not_as_it_was_live_fails_unless_that_is_allowed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def other(*_: object, **given: object) -> list[str]:
        allowed.append(given["anyway"])
        return ["block 1 (look) is only there live"]

    allowed: list[object] = []
    strict = captured(monkeypatch, tmp_path, other)
    lenient = captured(monkeypatch, tmp_path, other, "--allow-differences")
    assert [strict.exit_code, lenient.exit_code] == [CheckFailed.exit_code, 0]
    assert allowed == [False, True]


def test_many_differences_are_told_by_the_first_of_them_and_a_number(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def other(*_: object, **__: object) -> list[str]:
        return [f"block {number} (look) is only there live" for number in range(1, 151)]

    told = captured(monkeypatch, tmp_path, other).stderr
    assert told.count("not as it was live: block") == capture_result.MOST
    assert "not as it was live: 138 more" in told


def test_a_replay_that_fails_is_an_error_although_differences_are_allowed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def fails(*_: object, **__: object) -> list[str]:
        raise ReplayFailed("document 1 could not be opened")

    result = captured(monkeypatch, tmp_path, fails, "--allow-differences")
    assert result.exit_code == CheckFailed.exit_code
    assert "its replay failed: document 1 could not be opened" in result.stderr


def test_a_full_disk_when_the_expected_result_is_written_is_told_with_the_recordings_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def full(*_: object, **__: object) -> list[str]:
        raise OSError(28, "No space left on device", "/tmp/some/file")

    result = captured(monkeypatch, tmp_path, full)
    assert result.exit_code == CheckFailed.exit_code
    assert "the result can't be written: No space left on device" in result.stderr
    assert str(tmp_path / "one") in result.stderr


@pytest.mark.parametrize("site", ["generic", "openwebui"])
def test_a_site_without_an_address_of_its_own_is_not_recorded(site: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["capture", site, "-o", str(tmp_path / "one")])
    assert result.exit_code == UsageError.exit_code
    assert "Give the address of your chat" in result.stderr


async def test_an_archive_that_lacks_an_answer_and_shows_no_call_is_recorded_only_if_that_is_allowed(
    tmp_path: Path,
) -> None:
    entry = {
        "request": {"method": "GET", "url": "http://chat.example.test/"},
        "response": {
            "status": 200,
            "headers": [{"name": "content-type", "value": "text/html"}],
            "content": {
                "mimeType": "text/html",
                "text": "<!doctype html><p>Hello<script>fetch('/said')</script>",
            },
        },
        "timings": {},
    }
    (tmp_path / "page.har").write_text(json.dumps({"log": {"entries": [entry]}}))
    result = await run(tmp_path / "page.har", "-o", tmp_path / "one")
    assert result.exit_code == CheckFailed.exit_code
    assert "not in the archive: http://chat.example.test/said" in result.stderr
    assert not (tmp_path / "one").exists()
    await run(tmp_path / "page.har", "-o", tmp_path / "one", "--allow-differences", "--no-replay")
    assert (tmp_path / "one" / MANIFEST).is_file()

"""`overlay replay`."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overlay.capture import replay as replaying
from overlay.capture.model import LogLine
from overlay.capture.recording import Recording
from overlay.capture.replay import Moment, Played
from overlay.capture.replay import browser as browsers
from overlay.capture.shortcuts import NO_SHORTCUTS
from overlay.cli import main
from tests.capture.made import Made

LINE = LogLine(n=1, block=1, kind="detected", info={"name": "note"})


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The command's own work without the browser: how it asks, answered with two moments."""
    how: list[dict[str, Any]] = []

    async def play(recording: Recording, **given: Any) -> Played:
        how.append(given)
        for lines in ([LINE], []):
            await given["on_step"](Moment(None, 0, 1, lines))
        return Played([LINE], [], "", NO_SHORTCUTS, 1.5)

    @asynccontextmanager
    async def open_browser(**given: Any) -> AsyncGenerator[str]:
        how.append(given)
        given["notify"]("a browser is started")
        yield "browser"

    monkeypatch.setattr(replaying, "play", play)
    monkeypatch.setattr(browsers, "open_browser", open_browser)
    return how


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = Made()
    made.open()
    made.write(tmp_path / "one")
    return tmp_path / "one"


def run(folder: Path, *options: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["replay", str(folder), "--headless", *options], input=typed)


def test_a_recording_is_replayed_at_its_own_or_another_speed(
    asked: list[dict[str, Any]], folder: Path
) -> None:
    assert run(folder).exit_code == 0
    assert asked[0]["headless"] is True
    for words in ("--speed 8", "--full-speed", "--step"):
        run(folder, *words.split())
    assert [given["speed"] for given in asked if "speed" in given] == [1.0, 8.0, None, None]


def test_pictures_and_the_browser_are_passed_on(
    asked: list[dict[str, Any]], folder: Path, tmp_path: Path
) -> None:
    run(folder, "--pictures", str(tmp_path / "p"), "--browser", "chrome")
    assert asked[0]["browser"] == "chrome"
    assert asked[1]["pictures"] == tmp_path / "p"


def test_the_events_of_a_replay_are_reported_as_lines_or_json(
    asked: list[dict[str, Any]], folder: Path
) -> None:
    result = run(folder)
    assert result.stdout == "    0.00 s  the end  →  block 1 detected note\n1 blocks, 1 events, 1.5 s\n"
    result = run(folder, "--json")
    assert [json.loads(line)["kind"] for line in result.stdout.splitlines()] == ["detected"]


def waits(monkeypatch: pytest.MonkeyPatch, typed: str) -> list[str]:
    """The lines that were asked for at the terminal, each answered with `typed`."""
    waited: list[str] = []

    class Lines:
        async def line(self) -> str:
            waited.append(typed)
            return typed

    monkeypatch.setattr("overlay.cli.replay.TERMINAL", Lines())
    return waited


def test_each_step_waits_for_enter_until_the_end_of_the_input(
    asked: list[dict[str, Any]], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = waits(monkeypatch, "\n")
    assert run(folder, "--step").stdout.count("the end") == 2
    assert len(waited) == 2
    waited = waits(monkeypatch, "")
    run(folder, "--step")
    assert len(waited) == 1


def test_a_replay_without_a_display_has_no_window(
    asked: list[dict[str, Any]], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    result = CliRunner().invoke(main, ["replay", str(folder)])
    assert asked[0]["headless"]
    assert "There is no display" in result.stderr

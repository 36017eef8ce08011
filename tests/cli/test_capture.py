"""`overlay capture`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overlay.capture.recording import MANIFEST, Recording
from overlay.cli import capture, demo_player, main
from overlay.common.errors import CheckFailed
from tests.injected.fixtures import demo, pages
from tests.injected.pages import PageSite

__all__ = ["demo", "pages"]
PAGE = "<!doctype html><title>Chat</title><main id=chat>my key is sk-abcdefghij0123456789ABCD</main>"


async def run(*words: str | Path) -> Result:
    """Run the command beside the site that the test serves."""
    arguments: Sequence[str] = ["capture", *map(str, words)]
    return await asyncio.to_thread(CliRunner().invoke, main, arguments)


async def test_a_page_is_recorded_without_its_secrets(pages: PageSite, tmp_path: Path) -> None:
    result = await run(
        pages.add(PAGE), "--headless", "--no-servers", "--until", "0.3", "--no-replay", "-o", tmp_path / "it"
    )
    assert result.exit_code == 0
    assert "taken out: 1 by what looks like a secret" in result.stdout
    found = Recording.open(tmp_path / "it")
    text = "".join(line.model_dump_json() for line in found.page())
    assert "my key is" in text
    assert "sk-abc" not in text
    assert found.manifest.ended == "0.3 s were over"


async def test_a_minimal_recording_keeps_no_words(pages: PageSite, tmp_path: Path) -> None:
    result = await run(
        pages.add(PAGE),
        "--headless",
        "--no-servers",
        "--until",
        "0.3",
        "--no-replay",
        "--minimal",
        "--json",
        "-o",
        tmp_path / "it",
    )
    told = json.loads(result.stdout)
    found = Recording.open(tmp_path / "it")
    text = "".join(line.model_dump_json() for line in found.page())
    assert told["folder"] == str(tmp_path / "it")
    assert told["ended"] == "0.3 s were over"
    assert found.manifest.minimal
    assert "my key is" not in text
    assert "xx xxx xx" in text


async def test_what_is_expected_of_it_comes_of_a_replay(pages: PageSite, tmp_path: Path) -> None:
    result = await run(
        pages.add(PAGE), "--headless", "--no-servers", "--until", "0.3", "--json", "-o", tmp_path / "it"
    )
    assert json.loads(result.stdout)["differs"] == []
    assert "my key is" in Recording.open(tmp_path / "it").expected().dom


async def test_it_ends_when_it_is_quiet_if_no_one_is_there(pages: PageSite, tmp_path: Path) -> None:
    result = await run(pages.add(PAGE), "--headless", "--no-servers", "--no-replay", "-o", tmp_path / "it")
    assert result.exit_code == 0
    assert Recording.open(tmp_path / "it").manifest.ended == "nothing happened for 4 s"


def test_the_demo_is_played_and_its_recorder_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played: list[Any] = []

    async def play(self: demo_player.Play) -> demo_player.Report:
        played.append(self)
        return demo_player.Report(problems=["it rained"])

    monkeypatch.setattr(demo_player.Play, "run", play)
    result = CliRunner().invoke(
        main,
        ["capture", "demo", "--headless", "--auto-execute", "--delay", "0.5", "-o", str(tmp_path / "it")],
    )
    assert result.exit_code == CheckFailed.exit_code
    assert "it rained" in result.stderr
    assert [(one.auto_execute, one.delay, one.headless, one.recorder is not None) for one in played] == [
        (True, 0.5, True, True)
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


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_is_said_before_anything_is_opened(tmp_path: Path, name: str) -> None:
    (tmp_path / MANIFEST).write_text("{}")
    words, told = WRONG[name]
    result = CliRunner().invoke(main, ["capture", "http://127.0.0.1:9/", "-o", str(tmp_path), *words])
    assert result.exit_code == 2
    assert told in result.stderr


def test_at_a_terminal_a_key_ends_it_where_questions_are_asked_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(capture, "at_terminal", lambda: True)
    options: dict[str, Any] = {"headless": False, "panel": None, "ask": None}
    wished = capture.Capture("x", Path("x"), False, (), False, False, options)
    assert wished.until(None).kind == "key"
    options["ask"] = "both"
    assert wished.until(None).kind == "quiet"
    options.update(ask=None, panel=False)
    assert wished.until(None).kind == "quiet"

from __future__ import annotations

import json
import os
import sys
import threading
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from overlay.cli import main
from overlay.cli import scan as cli_scan
from tests.scan.helpers import CALL


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["scan", *map(str, arguments)])


def records(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def exports(tmp_path: Path) -> Path:
    folder = tmp_path / "exports"
    folder.mkdir()
    (folder / "b.md").write_text(f"## User\n{CALL}\n## Assistant\n{CALL}")
    (folder / "a.jsonl").write_text(
        json.dumps({"id": "C", "messages": [{"role": "assistant", "content": CALL}]})
    )
    return folder


def test_each_call_is_one_object_in_the_order_of_the_files(exports: Path) -> None:
    result = run(exports, "--jobs", 1)
    found = records(result)
    assert [(Path(one["file"]).name, one["line"], one["role"], one["runnable"]) for one in found] == [
        ("a.jsonl", 1, "assistant", True),
        ("b.md", 2, "user", False),
        ("b.md", 4, "assistant", True),
    ]
    assert result.exit_code == 0
    assert result.stderr == ""
    expected = {"conversation": "C", "message": "0", "name": "f", "arguments": {"k": "v"}, "raw": CALL}
    assert {key: found[0][key] for key in expected} == expected


@pytest.mark.thorough  # tests/scan/test_engines.py has the processes
def test_two_jobs_give_the_same_as_one(exports: Path) -> None:
    assert run(exports, "--jobs", 2).stdout == run(exports, "--jobs", 1).stdout


def test_a_broken_file_is_reported_on_stderr_and_the_others_are_read(exports: Path) -> None:
    (exports / "aa.json").write_text("[{")
    result = run(exports)
    assert result.exit_code == 1
    assert len(records(result)) == 3
    assert f"overlay: {exports / 'aa.json'}: the JSON ends too early" in result.stderr
    assert "1 of the files could not be read whole" in result.stderr


def test_a_folder_that_cannot_be_listed_counts_as_broken(
    exports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> object:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert run(exports).exit_code == 1


def test_a_folder_without_files_is_not_an_error(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert result.exit_code == 0
    assert result.stdout == ""


def test_invalid_options_and_tools_are_wrong_use(exports: Path, tmp_path: Path) -> None:
    table: list[list[object]] = [
        ["no-such-file"],
        [],
        [".", "--jobs", 0],
        [".", "--engine", "dask"],
        [".", "--scheduler", "tcp://127.0.0.1:1"],
        [".", "--engine", "dask", "--scheduler", "tcp://127.0.0.1:1", "--jobs", 2],
    ]
    assert [words for words in table if run(*words).exit_code != 2] == []
    for text in ("[{}]", "3", "[", '[{"name": "a", "fallbacks": {"x": 1}}]'):
        (tmp_path / "tools.json").write_text(text)
        result = run(exports, "--tools", tmp_path / "tools.json", "--fallbacks")
        assert result.exit_code == 2
        assert "--tools" in result.stderr


def test_tools_are_a_list_or_an_object(exports: Path, tmp_path: Path) -> None:
    tool = {"name": "f", "parameters": {"properties": {"k": {"type": "integer"}}}}
    (exports / "b.md").write_text(CALL.replace("v<", "7<"))
    for wrapped in ("[%s]", '{"tools": [%s]}', "%s"):
        (tmp_path / "tools.json").write_text(wrapped % json.dumps(tool))
        [call] = records(run(exports / "b.md", "--tools", tmp_path / "tools.json"))
        assert call["arguments"] == {"k": 7}


def test_invisible_and_half_characters_are_escaped(exports: Path) -> None:
    (exports / "b.md").write_text(CALL.replace("v<", "a\u202eb\x9bc<"))
    result = run(exports / "b.md")
    assert "\\u202e" in result.stdout
    assert "\u202e" not in result.stdout
    assert records(result)[0]["arguments"] == {"k": "a\u202eb\x9bc"}
    messages = [{"role": "gpt", "content": CALL}]
    (exports / "a.jsonl").write_text(json.dumps({"id": "\ud800", "messages": messages}))
    assert records(run(exports / "a.jsonl"))[0]["conversation"] == "\ud800"


def test_few_files_are_scanned_in_one_process_and_many_on_all_cores(
    exports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [cli_scan.Source(str(path), path.name) for path in exports.iterdir()]
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert cli_scan.worth(files) == 1
    assert cli_scan.worth([cli_scan.Source("/no/such/file", "x")]) == 1
    monkeypatch.setattr(cli_scan, "SMALL", 10)
    assert cli_scan.worth(files) == 5


def test_the_cluster_gets_the_files_and_the_options(exports: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def instead(files: Any, options: Any, scheduler: str) -> Any:
        asked.append((len(list(files)), options.fallbacks, scheduler))
        yield from ([], [])

    monkeypatch.setattr(cli_scan, "run_dask", instead)
    assert run(exports, "--engine", "dask", "--scheduler", "tcp://x:1", "--fallbacks").exit_code == 0
    assert asked == [(2, True, "tcp://x:1")]


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal instead of stderr, as rich sees it."""
    made = Screen()

    def console(stderr: bool) -> Console:
        return Console(file=made, force_terminal=stderr, width=200)

    monkeypatch.setattr(cli_scan, "Console", console)
    return made


def test_on_a_terminal_progress_is_shown_and_calls_still_go_to_stdout(exports: Path, screen: Screen) -> None:
    result = run(exports)
    assert "scanning" in screen.getvalue()
    assert len(records(result)) == 3


def test_the_progress_bar_needs_no_thread_so_that_workers_can_be_forked(
    exports: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []

    def instead(files: list[Any], _: Any) -> Any:
        for _one in files:
            threads.append(threading.active_count())
            yield []

    monkeypatch.setattr(cli_scan, "run_here", instead)
    before = threading.active_count()
    run(exports)
    assert set(threads) == {before}
    assert "scanning" in screen.getvalue()


def test_calls_are_written_above_the_bar_if_stdout_is_the_same_terminal(
    exports: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Screen()
    monkeypatch.setattr(sys, "stdout", out)
    main.main(["scan", str(exports), "--json"], standalone_mode=False)
    assert screen.getvalue().count('"runnable"') == 3
    main.main(["scan", str(exports)], standalone_mode=False)
    assert screen.getvalue().count('"runnable"') == 3
    assert f"{exports / 'b.md'}:" in screen.getvalue()
    assert out.getvalue() == ""

from __future__ import annotations

import json
import os
import sys
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


def test_one_object_a_call_comes_out_in_the_order_of_the_files(exports: Path) -> None:
    result = run(exports)
    assert [
        (Path(one["file"]).name, one["line"], one["role"], one["runnable"]) for one in records(result)
    ] == [
        ("a.jsonl", 1, "assistant", True),
        ("b.md", 2, "user", False),
        ("b.md", 4, "assistant", True),
    ]
    assert result.exit_code == 0
    assert result.stderr == ""


def test_an_object_has_the_place_and_the_calls_fields(exports: Path) -> None:
    first = records(run(exports))[0]
    assert first["conversation"] == "C"
    assert first["message"] == "0"
    assert first["name"] == "f"
    assert first["arguments"] == {"k": "v"}
    assert first["raw"] == CALL


def test_the_output_is_the_same_whatever_the_number_of_jobs(exports: Path) -> None:
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


def test_nothing_found_is_no_fault(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert result.exit_code == 0
    assert result.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-file"],
        [],
        [".", "--jobs", 0],
        [".", "--engine", "dask"],
        [".", "--scheduler", "tcp://127.0.0.1:1"],
        [".", "--engine", "dask", "--scheduler", "tcp://127.0.0.1:1", "--jobs", 2],
    ],
)
def test_wrong_use_ends_with_2(arguments: list[object]) -> None:
    assert run(*arguments).exit_code == 2


@pytest.mark.parametrize(
    ("text", "more"),
    [("[{}]", []), ("3", []), ("[", []), ('[{"name": "a", "fallbacks": {"x": 1}}]', ["--fallbacks"])],
)
def test_tools_that_are_none_are_wrong_use(exports: Path, tmp_path: Path, text: str, more: list[str]) -> None:
    (tmp_path / "tools.json").write_text(text)
    result = run(exports, "--tools", tmp_path / "tools.json", *more)
    assert result.exit_code == 2
    assert "--tools" in result.stderr


@pytest.mark.parametrize("wrapped", ["[%s]", '{"tools": [%s]}', "%s"])
def test_tools_are_a_list_or_an_object_with_one(exports: Path, tmp_path: Path, wrapped: str) -> None:
    tool = {"name": "f", "parameters": {"properties": {"k": {"type": "integer"}}}}
    (tmp_path / "tools.json").write_text(wrapped % json.dumps(tool))
    (exports / "b.md").write_text(CALL.replace("v<", "7<"))
    assert records(run(exports / "b.md", "--tools", tmp_path / "tools.json"))[0]["arguments"] == {"k": 7}


def test_characters_that_act_and_do_not_show_are_escaped(exports: Path) -> None:
    (exports / "b.md").write_text(CALL.replace("v<", "a\u202eb\x9bc<"))
    result = run(exports / "b.md")
    assert "\\u202e" in result.stdout
    assert "\u202e" not in result.stdout
    assert records(result)[0]["arguments"] == {"k": "a\u202eb\x9bc"}


def test_half_a_pair_in_an_export_does_not_end_the_scan(exports: Path) -> None:
    (exports / "a.jsonl").write_text(
        json.dumps({"id": "\ud800", "messages": [{"role": "gpt", "content": CALL}]})
    )
    assert records(run(exports / "a.jsonl"))[0]["conversation"] == "\ud800"


def test_small_work_is_done_in_one_process_and_large_on_all_cores(
    exports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [cli_scan.Source(str(path), path.name) for path in exports.iterdir()]
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert cli_scan.worth(files) == 1
    monkeypatch.setattr(cli_scan, "SMALL", 10)
    assert cli_scan.worth(files) == 5


def test_a_file_that_is_gone_counts_nothing_towards_the_work() -> None:
    assert cli_scan.worth([cli_scan.Source("/no/such/file", "x")]) == 1


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
    """A terminal in place of stderr, as rich sees it."""
    made = Screen()

    def console(stderr: bool) -> Console:
        return Console(file=made, force_terminal=stderr, width=200)

    monkeypatch.setattr(cli_scan, "Console", console)
    return made


def test_on_a_terminal_progress_is_shown_and_calls_still_go_to_stdout(exports: Path, screen: Screen) -> None:
    result = run(exports)
    assert "scanning" in screen.getvalue()
    assert len(records(result)) == 3


def test_where_both_are_the_same_terminal_calls_are_written_above_the_bar(
    exports: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Screen()
    monkeypatch.setattr(sys, "stdout", out)
    main.main(["scan", str(exports)], standalone_mode=False)
    assert screen.getvalue().count('"runnable"') == 3
    assert out.getvalue() == ""

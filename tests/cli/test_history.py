from __future__ import annotations

import errno
import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overlay.calls.ledger import Note, default_path
from overlay.cli.history import command
from tests.calls.ledger.helpers import ORIGIN, opened, row


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's folder without a ledger."""
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def ledger(home: Path) -> Path:
    """A ledger of three calls; gives its path."""
    made = opened(default_path())
    made.put(
        [
            Note(
                row(
                    1,
                    id="aaa1",
                    tool="read",
                    status="done",
                    detected=100.0,
                    result="a \x1b[2J b",
                    result_size=9,
                )
            ),
            Note(row(2, id="aab2", tool="write", status="denied", detected=200.0, decided_by="policy")),
            Note(
                row(
                    3,
                    id="bbb3",
                    tool="[red]x",
                    detected=time.time(),
                    inserted=time.time(),
                    arguments={"a": "b"},
                )
            ),
        ]
    )
    made.close()
    return default_path()


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(command, arguments, input=stdin, env={"COLUMNS": "200"})


def ids(result: Result) -> list[str]:
    return [call["id"] for call in json.loads(result.stdout)["calls"]]


def test_calls_are_listed_with_the_newest_first(ledger: Path) -> None:
    result = run("list")
    lines = result.stdout.splitlines()
    assert run().stdout == result.stdout
    assert [line.split()[0] for line in lines] == ["id", "bbb3", "aab2", "aaa1"]
    newest, denied = lines[1:3]
    assert [part for part in ("[red]x", "detected, inserted", '{"a": "b"}') if part not in newest] == []
    parts = ("write", "denied", "policy", ORIGIN, "1970-01-01")
    assert [part for part in parts if part not in denied] == []


def test_the_list_of_calls_can_be_filtered(ledger: Path) -> None:
    table: list[tuple[list[str], list[str]]] = [
        (["--tool", "r*"], ["aaa1"]),
        (["--origin", "chat.example"], ["bbb3", "aab2", "aaa1"]),
        (["--status", "done", "--status", "denied"], ["aab2", "aaa1"]),
        (["--since", "1h"], ["bbb3"]),
        (["--limit", "1"], ["bbb3"]),
    ]
    wrong = [
        (options, got) for options, found in table if (got := ids(run("list", "--json", *options))) != found
    ]
    assert wrong == []


def test_an_empty_list_says_so_and_creates_no_ledger(home: Path) -> None:
    result = run("list")
    assert result.stdout == ""
    assert result.stderr == "There are no such calls.\n"
    assert result.exit_code == 0
    assert not default_path().exists()


def test_an_invalid_time_or_id_is_wrong_use(ledger: Path) -> None:
    table: list[tuple[tuple[str, ...], str]] = [
        (("list", "--since", "yesterday"), "'yesterday' is not a valid time"),
        (("show", "aa"), "More than one"),
        (("show", "zz"), "No call's id"),
        (("show", ""), "No call's id"),
    ]
    results = [(words, run(*words), said) for words, said in table]
    assert [
        words for words, result, said in results if result.exit_code != 2 or said not in result.stderr
    ] == []


def test_a_call_is_shown_completely_and_can_not_act_on_the_terminal(ledger: Path) -> None:
    shown = run("show", "aaa").stdout
    parts = ("tool          read", "status        done", "a \\u001b[2J b", "1970-01-01")
    assert [part for part in parts if part not in shown] == []
    assert "result" not in run("show", "bbb3").stdout
    assert json.loads(run("show", "bbb3", "--json").stdout)["arguments"] == {"a": "b"}


def test_calls_are_exported_with_the_oldest_first(ledger: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.touch(0o600)
    result = run("export", str(out))
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["aaa1", "aab2", "bbb3"]
    assert "3 calls written" in result.stdout
    assert out.stat().st_mode & 0o777 == 0o600
    assert json.loads(run("export", str(out), "--json").stdout)["calls"] == 3
    [line] = run("export", "-", "--tool", "read").stdout.splitlines()
    assert json.loads(line)["id"] == "aaa1"


def test_an_export_that_fails_in_the_middle_leaves_what_was_there(
    ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out.jsonl").write_text("before")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    result = run("export", str(tmp_path / "out.jsonl"))
    assert result.exit_code == 2
    assert "No space left" in result.stderr
    assert (tmp_path / "out.jsonl").read_text() == "before"
    assert [path.name for path in tmp_path.glob("*out*")] == ["out.jsonl"]


def test_deleting_asks_first_and_says_what_it_means(ledger: Path) -> None:
    result = run("delete", "--status", "done", stdin="y\n")
    assert "offer it for execution" in result.stderr
    assert result.stdout == "1 call deleted.\n"
    assert ids(run("list", "--json")) == ["bbb3", "aab2"]


def test_without_a_yes_nothing_is_deleted_and_with_the_option_nothing_is_asked(ledger: Path) -> None:
    result = run("delete", stdin="n\n")
    assert result.exit_code == 1
    assert len(ids(run("list", "--json"))) == 3
    assert run("delete", "--tool", "nothing").stdout == "0 calls deleted.\n"
    assert json.loads(run("delete", "--yes", "--json").stdout) == {"deleted": 3}
    assert run("delete").stdout == "0 calls deleted.\n"


def test_a_ledger_that_can_not_be_read_is_reported_with_exit_code_1(home: Path) -> None:
    path = default_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no ledger at all" * 500)
    result = run("list")
    assert result.exit_code == 1
    assert "put aside" in result.stderr


@pytest.mark.parametrize("option", ["--tool", "--origin", "--since"])
def test_an_empty_filter_deletes_nothing(option: str, ledger: Path) -> None:
    """As of a script whose variable is not set."""
    refused = run("delete", option, "", "--yes")
    assert (refused.exit_code, f"{option} is empty" in refused.stderr) == (2, True)
    assert len(json.loads(run("list", "--json").stdout)["calls"]) == 3

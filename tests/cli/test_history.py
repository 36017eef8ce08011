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
    return [json.loads(line)["id"] for line in result.stdout.splitlines()]


def test_the_newest_calls_are_listed_first(ledger: Path) -> None:
    lines = run("list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["id", "bbb3", "aab2", "aaa1"]


def test_without_a_command_the_calls_are_listed(ledger: Path) -> None:
    assert run().stdout == run("list").stdout


def test_a_line_tells_when_what_and_who_allowed_it(ledger: Path) -> None:
    line = run("list", "--status", "denied").stdout.splitlines()[1]
    assert all(part in line for part in ("write", "denied", "policy", ORIGIN, "1970-01-01"))


def test_what_a_line_shows_of_a_call_is_shown_as_it_is(ledger: Path) -> None:
    line = run("list").stdout.splitlines()[1]
    assert all(part in line for part in ("[red]x", "detected, inserted", '{"a": "b"}'))


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--tool", "r*"], ["aaa1"]),
        (["--site", "chat.example"], ["bbb3", "aab2", "aaa1"]),
        (["--status", "done", "--status", "denied"], ["aab2", "aaa1"]),
        (["--since", "1h"], ["bbb3"]),
        (["--limit", "1"], ["bbb3"]),
    ],
)
def test_the_list_can_be_narrowed(ledger: Path, options: list[str], found: list[str]) -> None:
    assert ids(run("list", "--json", *options)) == found


def test_an_empty_list_says_so_and_prints_nothing(home: Path) -> None:
    result = run("list")
    assert result.stdout == ""
    assert result.stderr == "There are no such calls.\n"
    assert result.exit_code == 0


def test_looking_makes_no_ledger(home: Path) -> None:
    run("list")
    assert not default_path().exists()


def test_a_time_that_is_none_is_wrong_use(ledger: Path) -> None:
    result = run("list", "--since", "yesterday")
    assert result.exit_code == 2
    assert "'yesterday' is not a valid time" in result.stderr


def test_one_call_is_shown_whole_and_can_not_act_on_the_terminal(ledger: Path) -> None:
    result = run("show", "aaa")
    assert all(
        part in result.stdout
        for part in ("tool          read", "status        done", "a \\u001b[2J b", "1970-01-01")
    )


def test_a_call_without_a_result_is_shown_without_one(ledger: Path) -> None:
    assert "result" not in run("show", "bbb3").stdout


def test_one_call_can_be_had_as_json(ledger: Path) -> None:
    assert json.loads(run("show", "bbb3", "--json").stdout)["arguments"] == {"a": "b"}


@pytest.mark.parametrize(
    ("start", "said"), [("aa", "More than one"), ("zz", "No call's id"), ("", "No call's id")]
)
def test_an_id_that_is_not_one_calls_is_wrong_use(ledger: Path, start: str, said: str) -> None:
    result = run("show", start)
    assert result.exit_code == 2
    assert said in result.stderr


def test_all_calls_are_exported_the_oldest_first(ledger: Path, tmp_path: Path) -> None:
    result = run("export", str(tmp_path / "out.jsonl"))
    written = [json.loads(line)["id"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert written == ["aaa1", "aab2", "bbb3"]
    assert "3 calls written" in result.stdout


def test_an_export_to_the_standard_output_is_nothing_but_the_calls(ledger: Path) -> None:
    assert ids(run("export", "-", "--tool", "read")) == ["aaa1"]


def test_an_export_can_say_as_json_what_it_did(ledger: Path, tmp_path: Path) -> None:
    told = json.loads(run("export", str(tmp_path / "out.jsonl"), "--json").stdout)
    assert told["calls"] == 3


def test_an_export_that_can_not_be_written_is_wrong_use(ledger: Path, tmp_path: Path) -> None:
    result = run("export", str(tmp_path / "nowhere" / "out.jsonl"))
    assert result.exit_code == 2
    assert "can't be written" in result.stderr


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


def test_an_export_keeps_the_rights_of_the_file_it_replaces(ledger: Path, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").touch(0o600)
    run("export", str(tmp_path / "out.jsonl"))
    assert (tmp_path / "out.jsonl").stat().st_mode & 0o777 == 0o600


def test_deleting_asks_first_and_says_what_it_means(ledger: Path) -> None:
    result = run("delete", "--status", "done", stdin="y\n")
    assert "offer it for execution" in result.stderr
    assert result.stdout == "1 calls deleted.\n"
    assert ids(run("list", "--json")) == ["bbb3", "aab2"]


def test_without_a_yes_nothing_is_forgotten(ledger: Path) -> None:
    result = run("delete", stdin="n\n")
    assert result.exit_code == 1
    assert len(ids(run("list", "--json"))) == 3


def test_with_yes_no_one_is_asked(ledger: Path) -> None:
    assert json.loads(run("delete", "--yes", "--json").stdout) == {"deleted": 3}


@pytest.mark.parametrize("options", [["--tool", "nothing"], []])
def test_where_there_is_nothing_to_delete_no_one_is_asked(home: Path, options: list[str]) -> None:
    assert run("delete", *options).stdout == "0 calls deleted.\n"


def test_a_ledger_that_can_not_be_read_is_reported_with_exit_code_1(home: Path) -> None:
    path = default_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no ledger at all" * 500)
    result = run("list")
    assert result.exit_code == 1
    assert "put aside" in result.stderr

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overlay.cli.permissions import command
from overlay.common.errors import UsageError
from overlay.policy import PolicyFile
from overlay.policy.policy_schema import Grant
from tests.policy.command_folder import SITE, Bench, new_bench, new_repository

GRANT = Grant(tool="note", site=SITE, definition="a" * 64)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    bench = new_bench(tmp_path, monkeypatch)
    bench.need("npm")
    return bench


@pytest.fixture
def store(bench: Bench, tmp_path: Path) -> PolicyFile:
    (tmp_path / "home" / "config").mkdir(parents=True, mode=0o700)
    return PolicyFile(tmp_path / "home" / "config" / "policy.toml")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, env={"COLUMNS": "200"})


def listed() -> list[dict[str, Any]]:
    shown = json.loads(run("list", "--json").stdout)
    return [*shown["tools"], *shown["commands"]]


def allow(bench: Bench, *arguments: str) -> Result:
    return run("allow-command", "--origin", SITE, "--in", str(bench.folder), *arguments)


def test_a_command_that_is_allowed_is_listed(bench: Bench, store: PolicyFile) -> None:
    store.allow(GRANT)
    assert allow(bench, "--", "npm", "run", "deploy").exit_code == 0
    grant, rule = run("list").stdout.splitlines()
    assert grant.endswith(f"note on {SITE}, with any arguments")
    assert f"`npm run deploy` in {bench.folder} on {SITE}, asked about in chats" in rule


def test_a_command_is_allowed_with_its_own_options_for_some_days(bench: Bench, store: PolicyFile) -> None:
    words = ["npm", "ls", "--json", "--depth=0"]
    assert allow(bench, "--days", "2", "--sends-nothing", *words).exit_code == 0
    (rule,) = store.rules().commands
    assert rule.until is not None
    assert not rule.sends_out
    assert rule.words == words
    assert rule.until.tzinfo is not None


def test_git_is_refused_outside_of_a_repository_with_that_reason(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    bench.need("git")
    words = ("allow-command", "--origin", SITE, "--in", str(folder), "git", "status")
    assert "is not in a Git repository" in run(*words).output
    new_repository(folder / ".git", "[core]\n\tfsmonitor = id\n")
    assert "a setting of the Git repository" in run(*words).output


def test_a_command_that_no_rule_may_allow_is_refused(bench: Bench, store: PolicyFile) -> None:
    table: list[tuple[list[str], str]] = [
        (["sh", "-c", "id"], "sh runs other programs"),
        (["npm", "test;", "id"], "without signs that a shell may change"),
        (["npm test"], "each of its words by itself"),
        (["nothere"], "nothere is not found in a folder of PATH"),
    ]
    wrong: list[tuple[list[str], str]] = []
    for words, why in table:
        result = allow(bench, "--", *words)
        refused = isinstance(result.exception, UsageError) or result.exit_code == 2
        if not refused or why not in str(result.exception) + result.output:
            wrong.append((words, result.output))
    assert wrong == []
    assert store.rules().commands == []


def test_permissions_are_revoked_by_their_id(bench: Bench, store: PolicyFile) -> None:
    store.allow(GRANT)
    allow(bench, "--", "npm", "test")
    rows = listed()
    assert run("revoke", rows[1]["id"]).exit_code == 0
    assert [row["id"] for row in listed()] == [GRANT.id]
    assert run("revoke", "0" * 16).exit_code != 0
    assert store.rules().allow == [GRANT]
    assert run("revoke", GRANT.id, "--json").stdout == json.dumps({"revoked": GRANT.id}, indent=2) + "\n"
    assert listed() == []


def test_a_rule_that_has_ended_says_so(bench: Bench, store: PolicyFile) -> None:
    store.allow_command(bench.rule("npm", "test", until="2020-01-01T00:00:00Z"))
    assert "ended at 2020-01-01" in run("list").stdout
    assert listed()[0]["ended"] is True


def test_an_empty_list_of_permissions_says_so(bench: Bench) -> None:
    result = run("list")
    assert result.stdout == ""
    assert "There are no permanent permissions" in result.stderr


def test_a_permission_is_revoked_by_the_beginning_of_its_id(bench: Bench, store: PolicyFile) -> None:
    store.allow(GRANT)
    store.allow(GRANT.model_copy(update={"site": "https://other.example"}))
    assert run("revoke", GRANT.id[:6]).exit_code == 0
    assert len(listed()) == 1
    assert GRANT.id not in [each["id"] for each in listed()]
    for start in ("", "none"):
        assert run("revoke", start).exit_code == 2


def test_a_command_that_can_do_harm_needs_a_yes(bench: Bench, store: PolicyFile) -> None:
    bench.need("rm")
    assert "can delete or overwrite" in allow(bench, "rm", "-r", "x").stderr
    everywhere = ("allow-command", "--origin", "*", "--in", str(bench.folder))
    result = run(*everywhere, "npm", "run", "deploy")
    assert result.exit_code == 2
    assert "Add --yes" in result.stderr
    assert store.rules().commands == []
    assert run(*everywhere, "--yes", "npm", "run", "deploy").exit_code == 0
    assert run(*everywhere, "npm", "test").exit_code == 0

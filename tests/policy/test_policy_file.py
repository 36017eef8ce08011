from __future__ import annotations

import os
import re
import tomllib
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from tomlkit.exceptions import TOMLKitError

from overlay.common.errors import UsageError
from overlay.common.file_lock import exclusive_lock
from overlay.policy import PolicyFile
from overlay.policy.policy_schema import CommandRule, Grant
from overlay.tools import ToolDefinition
from tests.policy.caller import caller
from tests.support.table import for_each

ENTRY = Grant(tool="files.read", site="https://a.example", definition="a" * 64)
WRITTEN = """\
# mine
[limits]   # not too fast
per_minute = 12

[deny]
"mail.*" = 'I write "my own"'  # never

[[allow]]  # the first
tool = "add"
site = "*"
definition = "%s"

# what runs automatically
[[auto]]
tools = [
  "add",   # harmless
]
site = "https://a.example"
""" % ("b" * 64)


def test_a_file_that_is_not_there_allows_nothing(store: PolicyFile) -> None:
    assert store.rules().allow == []


def test_a_file_is_read(toml: Path, store: PolicyFile) -> None:
    toml.write_text(WRITTEN)
    rules = store.rules()
    assert rules.limits.per_minute == 12
    assert rules.auto[0].tools == ["add"]
    assert rules.allow[0].tool == "add"


def samples() -> list[str]:
    """Return the samples of the documentation: what the user writes, and what overlay writes."""
    text = (Path(__file__).parents[2] / "docs" / "policy.md").read_text("utf-8")
    return re.findall(r"```toml\n(.*?)```", text.partition("## policy.toml")[2], re.DOTALL)


def test_a_tool_that_the_sample_of_the_documentation_allows_runs_automatically(
    toml: Path, store: PolicyFile
) -> None:
    toml.write_text("\n".join(samples()))
    assert caller(store=store).up(ToolDefinition("current_time")).kind == "auto"


def test_a_press_runs_another_tool_under_the_sample_of_the_documentation(
    toml: Path, store: PolicyFile
) -> None:
    toml.write_text("\n".join(samples()))
    assert caller(store=store).press(ToolDefinition("calculator")).kind == "run"


def test_the_samples_of_the_documentation_show_every_table(toml: Path, store: PolicyFile) -> None:
    toml.write_text("\n".join(samples()))
    rules = store.rules()
    assert {name for name in type(rules).model_fields if not getattr(rules, name)} == {"pins"}


def test_a_mark_before_the_text_as_some_editors_write_it_is_no_fault(toml: Path, store: PolicyFile) -> None:
    toml.write_bytes(b"\xef\xbb\xbf[limits]\nat_once = 2\n")
    assert store.rules().limits.at_once == 2


def test_an_edit_of_the_policy_file_is_seen(toml: Path, store: PolicyFile) -> None:
    store.rules()
    toml.write_text("[limits]\nat_once = 2\n")
    assert store.rules().limits.at_once == 2
    toml.write_text("[limits]\nat_once = 33\n")
    assert store.rules().limits.at_once == 33


def test_an_edit_that_keeps_the_length_is_seen_by_its_time(toml: Path, store: PolicyFile) -> None:
    toml.write_text("[limits]\nat_once = 2\n")
    store.rules()
    toml.write_text("[limits]\nat_once = 3\n")
    os.utime(toml, (1, 1))
    assert store.rules().limits.at_once == 3


def test_an_unchanged_file_is_not_parsed_again(toml: Path, store: PolicyFile) -> None:
    toml.write_text(WRITTEN)
    assert store.rules() is store.rules()


def test_an_edit_of_the_same_size_and_time_is_seen(toml: Path, store: PolicyFile) -> None:
    toml.write_text(WRITTEN)
    before = toml.stat()
    assert store.rules().limits.per_minute == 12
    toml.write_text(WRITTEN.replace("12", "34"))
    os.utime(toml, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert toml.stat().st_size == before.st_size
    assert store.rules().limits.per_minute == 34


@for_each(
    ("content", "fault"),
    [
        (b"[limits\n", r"policy\.toml is not TOML: "),
        (b"\xff", r"policy\.toml is not valid UTF-8"),
        (b"[limits]\nat_once = 0\n", r"policy\.toml: limits\.at_once: "),
        (b"alow = []\n", r"policy\.toml: alow: "),
    ],
)
def test_a_broken_file_is_an_error_each_time_and_is_never_written_to(
    toml: Path, store: PolicyFile, content: bytes, fault: str
) -> None:
    toml.write_bytes(content)
    for ask in (store.rules, store.rules, lambda: store.allow(ENTRY), lambda: store.pin("x", "a" * 64)):
        with pytest.raises(UsageError, match=fault) as caught:
            ask()
        assert "Correct it" in caught.value.format_message()
    assert toml.read_bytes() == content


def test_a_file_that_was_mended_counts_again(toml: Path, store: PolicyFile) -> None:
    toml.write_text("[limits")
    with pytest.raises(UsageError):
        store.rules()
    toml.write_text("[limits]\nat_once = 2\n")
    assert store.rules().limits.at_once == 2


def test_a_file_that_is_gone_is_an_error_for_its_denials_are_gone_too(toml: Path, store: PolicyFile) -> None:
    toml.write_text(WRITTEN)
    store.rules()
    toml.unlink()
    with pytest.raises(UsageError, match="is gone"):
        store.rules()
    toml.write_text("[limits]\nat_once = 2\n")
    assert store.rules().limits.at_once == 2


def test_a_folder_in_its_place_is_an_error(toml: Path, store: PolicyFile) -> None:
    toml.mkdir()
    with pytest.raises(UsageError, match="can't be read"):
        store.rules()


def test_a_file_that_can_not_be_looked_at_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="can't be read"):
        PolicyFile(tmp_path / "file" / "policy.toml").rules()


def test_the_first_permission_makes_a_file_that_says_what_it_is_for_its_owner_only(
    toml: Path, store: PolicyFile
) -> None:
    store.allow(ENTRY)
    assert toml.read_text().startswith("# What may run without asking you.")
    assert toml.stat().st_mode & 0o777 == 0o600
    assert PolicyFile(toml).rules().allow == [ENTRY]


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "policy.toml"
    PolicyFile(path).allow(ENTRY)
    assert path.exists()


def test_an_addition_leaves_comments_order_and_spelling_alone(toml: Path, store: PolicyFile) -> None:
    toml.write_text(WRITTEN)
    store.allow(ENTRY)
    store.pin("files.read", "c" * 64)
    store.trust("my files", "d" * 64)
    text = toml.read_text()
    kept = iter(text.splitlines())
    assert all(line in kept for line in WRITTEN.splitlines())
    rules = PolicyFile(toml).rules()
    assert [entry.tool for entry in rules.allow] == ["add", "files.read"]
    assert rules.pins == {"files.read": "c" * 64}
    assert rules.servers["my files"].vouched == "d" * 64


@for_each(
    "written",
    [
        "allow = []\n",
        f'allow = [{{tool = "x", site = "*", definition = "{"b" * 64}"}}]\n',
        f'[[allow]]\ntool = "x"\nsite = "*"\ndefinition = "{"b" * 64}"\n[limits]\nat_once = 1\n'
        f'[[auto]]\nsite = "*"\ntools = []\n',
        '[servers.a]\nvouched = "x"\n[limits]\nat_once = 1\n[servers.b]\nvouched = "y"\n',
        'servers = {a = {vouched = "x"}}\npins = {}\n',
        'servers.a.vouched = "x"\n',
        "[limits]\r\nat_once = 1\r\n",
        "[pins]",
    ],
)
def test_a_permission_is_added_however_the_file_is_written(
    toml: Path, store: PolicyFile, written: str
) -> None:
    toml.write_bytes(written.encode())
    before = store.rules()
    store.allow(ENTRY)
    store.pin("a.b", "c" * 64)
    store.trust("c", "d")
    rules = store.rules()
    assert rules.allow == [*before.allow, ENTRY]
    assert rules.pins["a.b"] == "c" * 64
    assert rules.servers["c"].vouched == "d"
    assert rules.limits == before.limits
    assert rules.auto == before.auto
    assert set(before.servers) < set(rules.servers)


def test_a_permission_takes_the_place_of_an_older_one_for_the_same(toml: Path, store: PolicyFile) -> None:
    store.allow(ENTRY.model_copy(update={"server": "s"}))
    toml.write_text(toml.read_text().replace("[[allow]]", "[[allow]] # asked twice"))
    store.allow(ENTRY.model_copy(update={"definition": "e" * 64}))
    assert [(entry.definition, entry.server) for entry in store.rules().allow] == [("e" * 64, "")]
    assert "# asked twice" in toml.read_text()


def test_a_permission_for_other_arguments_is_kept_beside_the_first(store: PolicyFile) -> None:
    store.allow(ENTRY)
    store.allow(ENTRY.model_copy(update={"arguments": "h", "shown": 'path "\n\x1b] ü'}))
    assert [entry.shown for entry in store.rules().allow] == ["", 'path "\n\x1b] ü']


def test_a_change_that_the_user_made_since_the_last_reading_stays(toml: Path, store: PolicyFile) -> None:
    store.rules()
    toml.write_text("[limits]\nat_once = 2\n")
    store.allow(ENTRY)
    assert store.rules().limits.at_once == 2


def test_a_file_that_can_not_be_written_as_it_is_is_left_alone(
    toml: Path, store: PolicyFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dumps(_: object) -> str:
        raise TOMLKitError("a way of writing that it does not know")

    toml.write_text(WRITTEN)
    monkeypatch.setattr("tomlkit.dumps", dumps)
    with pytest.raises(UsageError, match=r"policy\.toml can't be added to: a way of writing"):
        store.allow(ENTRY)
    assert toml.read_text() == WRITTEN


def test_a_file_behind_a_link_is_written_and_the_link_stays(toml: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real = tmp_path / "elsewhere" / "mine.toml"
    real.write_text(WRITTEN)
    toml.symlink_to(real)
    PolicyFile(toml).allow(ENTRY)
    assert toml.is_symlink()
    assert len(tomllib.loads(real.read_text())["allow"]) == 2


def test_nothing_is_written_while_another_writes(
    toml: Path, store: PolicyFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overlay.policy.policy_file.LOCK_SECONDS", 0)
    with (
        exclusive_lock(toml.with_name("policy.toml.lock"), seconds=0, error=AssertionError()),
        pytest.raises(UsageError, match=r"holds .*policy\.toml\.lock"),
    ):
        store.allow(ENTRY)
    assert not toml.exists()


def test_two_companions_write_one_after_the_other(toml: Path) -> None:
    for number in range(6):
        PolicyFile(toml).allow(ENTRY.model_copy(update={"tool": f"tool{number}"}))
    assert len(PolicyFile(toml).rules().allow) == 6


def test_a_permission_is_taken_back_and_all_else_stays_as_it_was(toml: Path, store: PolicyFile) -> None:
    toml.write_text(WRITTEN)
    store.allow(ENTRY)
    store.revoke(ENTRY.key)
    assert toml.read_text().rstrip() == WRITTEN.rstrip()


def test_the_last_permission_leaves_no_empty_list(toml: Path, store: PolicyFile) -> None:
    toml.write_text(
        f"[limits]\nat_once = 2\n\n[[allow]]\ntool = 'add'\nsite = '*'\ndefinition = '{'b' * 64}'\n"
    )
    store.revoke(("add", "*", ""))
    assert tomllib.loads(toml.read_text()) == {"limits": {"at_once": 2}}


def test_a_permission_in_a_list_on_one_line_is_taken_back(toml: Path, store: PolicyFile) -> None:
    entries = [f"{{tool = '{name}', site = '*', definition = '{'b' * 64}'}}" for name in ("add", "post")]
    toml.write_text(f"allow = [{', '.join(entries)}]\n")
    store.revoke(("add", "*", ""))
    assert [entry.tool for entry in store.rules().allow] == ["post"]


def test_revoking_a_permission_that_is_not_there_changes_nothing(toml: Path, store: PolicyFile) -> None:
    toml.write_text(WRITTEN)
    store.revoke(ENTRY.key)
    assert toml.read_text() == WRITTEN


@for_each(
    ("before", "after"),
    [
        ('[servers.a]\nvouched = "x"\n[servers.b]\nvouched = "y"\n', {"b": "y"}),
        ('servers = {a = {vouched = "x"}}\npins = {}\n', {}),
        ('servers.a.vouched = "x"\n', {}),
        ('[servers.b]\nvouched = "y"\n', {"b": "y"}),
        ("[limits]\nat_once = 1\n", {}),
    ],
)
def test_a_trusted_server_is_struck_out_however_it_is_written(
    tmp_path: Path, before: str, after: dict[str, str]
) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(before)
    PolicyFile(path).distrust("a")
    servers = PolicyFile(path).rules().servers
    assert {name: server.vouched for name, server in servers.items()} == after


def test_the_users_word_for_questions_is_read(toml: Path, store: PolicyFile) -> None:
    toml.write_text('word = " blue heron "')
    assert store.rules().word == "blue heron"


@for_each("word", ["a\\u202eb", "x" * 61, "a\\nb"])
def test_a_word_that_could_draw_over_a_question_is_an_error(toml: Path, store: PolicyFile, word: str) -> None:
    toml.write_text(f'word = "{word}"')
    with pytest.raises(UsageError, match="word"):
        store.rules()


RULE = CommandRule(
    words=["git", "status"],
    program="/usr/bin/git",
    folder="/home/ann",
    site="https://a.example",
    options=["--short"],
    sends_out=False,
    until=datetime(2026, 11, 24, tzinfo=timezone(timedelta(hours=1))),
    since=date(2026, 11, 23),
)


def test_a_file_without_rules_for_commands_is_read_and_the_rest_of_it_stays(
    toml: Path, store: PolicyFile
) -> None:
    toml.write_text(WRITTEN)
    assert store.rules().commands == []
    store.allow_command(RULE)
    assert store.rules().commands == [RULE]
    assert toml.read_text().startswith(WRITTEN.rstrip())


def test_a_rule_for_a_command_takes_the_place_of_one_for_the_same(toml: Path, store: PolicyFile) -> None:
    other = RULE.model_copy(update={"folder": "/other"})
    changed = RULE.model_copy(update={"until": None, "options": [], "sends_out": True})
    for rule in (RULE, other, changed):
        store.allow_command(rule)
    assert store.rules().commands == [changed, other]
    assert "until" not in toml.read_text().split("/other")[0]


def test_a_rule_for_a_command_that_is_taken_back_is_gone(toml: Path, store: PolicyFile) -> None:
    other = RULE.model_copy(update={"words": ["git", "log"]})
    store.allow_command(RULE)
    store.allow_command(other)
    store.revoke_command(RULE.key)
    assert store.rules().commands == [other]
    store.revoke_command(other.key)
    assert "commands" not in toml.read_text()

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from overlay.policy import PolicyFile
from overlay.policy.grants import GrantRecorder
from overlay.policy.permissions import ChatGrants, arguments_mark
from overlay.policy.trusted_servers import TrustedServers
from tests.policy.caller import FOREIGN, HERE, PLAIN


@pytest.fixture
def chats() -> ChatGrants:
    return ChatGrants()


@pytest.fixture
def remember(store: PolicyFile, chats: ChatGrants) -> GrantRecorder:
    servers = TrustedServers(store.fingerprints)
    servers.know("files", "m", {"its command": "x"})
    return GrantRecorder(store, servers, chats, lambda: date(2026, 11, 21))


def test_a_yes_for_the_tool_is_written_down_with_all_it_is_bound_to(
    remember: GrantRecorder, store: PolicyFile
) -> None:
    remember.record_grant(FOREIGN, {"path": "a"}, HERE, "tool")
    (entry,) = store.rules().allow
    assert entry.tool == FOREIGN.name
    assert entry.site == HERE.site
    assert entry.definition == FOREIGN.fingerprint
    assert entry.server == "m"
    assert entry.arguments == ""
    assert entry.since == date(2026, 11, 21)


def test_a_yes_for_the_arguments_is_written_down_with_their_hash_and_words(
    remember: GrantRecorder, store: PolicyFile
) -> None:
    remember.record_grant(PLAIN, {"a": 1}, HERE, "arguments")
    (entry,) = store.rules().allow
    assert entry.arguments == arguments_mark({"a": 1})
    assert entry.shown == '{"a": 1}'


def test_a_yes_for_the_chat_is_written_nowhere(
    remember: GrantRecorder, chats: ChatGrants, toml: Path
) -> None:
    remember.record_grant(PLAIN, {}, HERE, "chat")
    assert [grant.tool for grant in chats.given[HERE.conversation]] == ["add"]
    assert not toml.exists()


def test_the_definition_and_the_server_of_an_allowed_tool_are_kept_beside_the_file(
    remember: GrantRecorder, toml: Path
) -> None:
    remember.record_grant(FOREIGN, {}, HERE, "tool")
    names = {path.name for path in (toml.parent / "pins").iterdir()}
    assert names == {f"{FOREIGN.fingerprint}.json", "server-m.json"}


def test_the_first_definition_that_runs_automatically_is_noted_and_no_later_one(
    remember: GrantRecorder, store: PolicyFile
) -> None:
    remember.record_pin(PLAIN)
    remember.record_pin(replace(PLAIN, description="other"))
    assert store.rules().pins == {"add": PLAIN.fingerprint}


def test_a_yes_for_a_tool_that_never_ran_automatically_notes_no_definition(
    remember: GrantRecorder, store: PolicyFile
) -> None:
    remember.record_grant(PLAIN, {}, HERE, "tool")
    assert store.rules().pins == {}


def test_a_permission_that_can_not_be_written_is_reported(
    remember: GrantRecorder, toml: Path, caplog: pytest.LogCaptureFixture
) -> None:
    toml.write_text("broken =")
    remember.record_grant(PLAIN, {}, HERE, "tool")
    assert "add is allowed this once only" in caplog.text
    assert toml.read_text() == "broken ="

from __future__ import annotations

import json
from pathlib import Path

import pytest

from overlay.cli.server_options import ServerNews, configured, user_prompts
from overlay.tools.mcp import Answer, Elicitation, Person, ServerStatus, config_locations
from overlay.tools.mcp.status import State
from overlay.ui.terminal.forms import ask_forms_in_terminal
from overlay.ui.terminal.sign_in import ShowSignIn


def test_without_an_own_file_there_are_no_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(config_locations, "own_file", lambda: tmp_path / "mcp.json")
    assert configured(()) == ([], [])


def test_named_files_take_the_place_of_the_own_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("own", "other"):
        (tmp_path / name).write_text(json.dumps({"mcpServers": {name: {"command": "x"}}}))
    monkeypatch.setattr(config_locations, "own_file", lambda: tmp_path / "own")
    assert [[server.key for server in configured(files)[0]] for files in ((), (tmp_path / "other",))] == [
        ["own"],
        ["other"],
    ]


def test_a_person_who_is_there_is_reached_in_the_terminal():
    person = user_prompts(True)["person"]
    assert isinstance(person, Person)
    assert (person.elicit, isinstance(person.sign_in, ShowSignIn)) == (ask_forms_in_terminal, True)


def test_with_nobody_there_nobody_is_reached():
    assert user_prompts(False)["person"] is None


def test_a_person_is_asked_where_that_is_said():
    async def elsewhere(asked: Elicitation, /) -> Answer:
        return Answer("cancel")

    assert user_prompts(True, elsewhere)["person"].elicit is elsewhere


def news(key: str, state: State) -> ServerStatus:
    return ServerStatus(key, state, "stdio", "x", "x", "")


def test_a_server_that_fails_again_and_again_is_announced_once() -> None:
    said = ServerNews()
    tries: list[State] = ["connecting", "failed"] * 11
    assert sum(said.is_new(news("a", state)) for state in tries) == 1


def test_a_server_that_fails_after_it_was_ready_or_off_is_announced_again() -> None:
    said = ServerNews()
    states: list[State] = ["failed", "ready", "ready", "failed", "disabled", "connecting", "failed"]
    assert [state for state in states if said.is_new(news("a", state))] == [
        "failed",
        "ready",
        "failed",
        "failed",
    ]


def test_each_server_is_announced() -> None:
    said = ServerNews()
    assert said.is_new(news("a", "failed"))
    assert said.is_new(news("b", "failed"))

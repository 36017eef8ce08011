from __future__ import annotations

import json
from pathlib import Path

import pytest

from overlay.cli.server_options import configured, user_prompts
from overlay.tools.mcp import UserPrompts, config_locations
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


def test_a_user_who_is_there_is_reached_in_the_terminal():
    prompts = user_prompts(True)["prompts"]
    assert isinstance(prompts, UserPrompts)
    assert prompts.elicit == ask_forms_in_terminal
    assert isinstance(prompts.sign_in, ShowSignIn)


def test_with_no_user_present_no_one_is_reached():
    assert user_prompts(False)["prompts"] is None

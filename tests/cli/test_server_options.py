from __future__ import annotations

import json
from pathlib import Path

import pytest

from overlay.cli.server_options import configured, user_prompts
from overlay.tools.mcp import UserPrompts, config_locations
from overlay.ui.terminal.forms import ask_forms_in_terminal
from overlay.ui.terminal.sign_in import ShowSignIn


def test_servers_come_from_the_named_files_or_else_from_the_own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(config_locations, "own_file", lambda: tmp_path / "own")
    assert configured(()) == ([], [])
    for name in ("own", "other"):
        (tmp_path / name).write_text(json.dumps({"mcpServers": {name: {"command": "x"}}}))
    keys = [[server.key for server in configured(files)[0]] for files in ((), (tmp_path / "other",))]
    assert keys == [["own"], ["other"]]


def test_only_a_user_who_is_present_is_asked_in_the_terminal():
    prompts = user_prompts(True)["prompts"]
    assert isinstance(prompts, UserPrompts)
    assert prompts.elicit == ask_forms_in_terminal
    assert isinstance(prompts.sign_in, ShowSignIn)
    assert user_prompts(False)["prompts"] is None

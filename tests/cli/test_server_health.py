from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from overlay.cli.server_health import server_checks
from overlay.tools.mcp import ServerTimeouts, config_locations

FOLDER = Path(__file__).parent.parent / "tools" / "mcp"


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "own"))


def write(**servers: dict[str, Any]) -> None:
    config_locations.own_file().write_text(json.dumps({"mcpServers": servers}))


def raw(mode: str) -> dict[str, Any]:
    return {"command": sys.executable, "args": [str(FOLDER / "raw_server.py"), mode]}


def found(settings: ServerTimeouts | None = None) -> dict[str, tuple[bool, str, int]]:
    """Subject -> is it well, what is said, the exit code."""
    return {
        finding.subject: (finding.ok, finding.found, error.exit_code if error else 0)
        for finding, error in server_checks(settings)
    }


def test_without_servers_there_is_nothing_to_say() -> None:
    assert found() == {}


def test_a_real_server_is_said_with_its_tools() -> None:
    write(small={"command": sys.executable, "args": [str(FOLDER / "small_server.py"), "stdio"]})
    ok, said, code = found()["server small"]
    assert ok
    assert code == 0
    assert "tools: small.add, small." in said


def test_a_server_without_tools_is_well() -> None:
    write(bare=raw("bare"))
    assert found()["server bare"] == (True, "no tools", 0)


def test_a_tool_that_can_not_be_used_is_named_beside_the_others() -> None:
    write(old=raw("legacy"))
    assert "; not usable: bad: " in found()["server old"][1]


def test_a_command_that_is_not_there_is_said_with_what_to_do() -> None:
    write(gone={"command": "/no/such/program"})
    ok, said, code = found()["server gone"]
    assert not ok
    assert code == 1
    assert "/no/such/program" in said
    assert "Correct its entry" in said


def test_a_server_that_ends_at_once_is_said_with_its_last_words_and_its_log() -> None:
    write(ending=raw("exit"))
    _, said, _ = found()["server ending"]
    assert "the key is missing" in said
    assert "its log: " in said


def test_one_that_never_answers_has_its_own_deadline_and_the_others_are_well() -> None:
    write(mute=raw("mute"), off={**raw("bare"), "disabled": True})
    said = found(ServerTimeouts(connect=0.3))
    assert said["server mute"][0] is False
    assert "0.3 seconds" in said["server mute"][1]
    assert said["server off"] == (True, "disabled", 0)

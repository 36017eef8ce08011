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


def test_each_server_is_reported_with_its_tools_or_what_is_wrong() -> None:
    assert found() == {}
    write(
        bare=raw("bare"),
        old=raw("legacy"),
        gone={"command": "/no/such/program"},
        ending=raw("exit"),
        off={**raw("bare"), "disabled": True},
    )
    result = found()
    ok, said, code = result["server old"]
    assert ok
    assert code == 0
    assert "tools: old.echo" in said
    assert "; not usable: bad: " in said
    assert result["server bare"] == (True, "no tools", 0)
    assert result["server off"] == (True, "disabled", 0)
    ok, said, code = result["server gone"]
    assert not ok
    assert code == 1
    assert "/no/such/program" in said
    assert "Correct its entry" in said
    said = result["server ending"][1]
    assert "the key is missing" in said
    assert "its log: " in said


def test_a_server_that_never_answers_fails_at_its_deadline() -> None:
    write(mute=raw("mute"))
    ok, said, _ = found(ServerTimeouts(connect=0.3))["server mute"]
    assert not ok
    assert "0.3 seconds" in said

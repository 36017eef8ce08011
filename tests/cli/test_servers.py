import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overlay.cli.servers import command
from overlay.policy import PolicyFile
from overlay.tools.mcp import config_locations
from overlay.tools.mcp.config_locations import Place

RAW = str(Path(__file__).parent.parent / "tools" / "mcp" / "raw_server.py")


def raw(mode: str) -> dict[str, Any]:
    return {"command": sys.executable, "args": [RAW, mode], "env": {"SECRET": "s3cret"}}


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Overlay's own file, not there yet; one other program's file in the usual places."""
    path = tmp_path / "own" / "mcp.json"
    other = tmp_path / "claude.json"

    def own_file() -> Path:
        return path

    def log_folder() -> Path:
        return tmp_path / "logs"

    def usual_places(project: Path) -> list[Place]:
        return [Place("Claude Desktop", other)]

    monkeypatch.setattr(config_locations, "own_file", own_file)
    monkeypatch.setattr(config_locations, "usual_places", usual_places)
    monkeypatch.setattr("overlay.tools.mcp.manager.log_folder", log_folder)
    return path


def write(path: Path, servers: dict[str, Any]) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"mcpServers": servers}))
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments))


def out(result: Result) -> Any:
    """The printed JSON."""
    return json.loads(result.stdout)


def test_the_servers_of_the_own_file_or_a_named_one_are_listed(own: Path, tmp_path: Path):
    assert "`overlay servers import` takes those of other programs" in run("list").stderr
    write(own, {"a": {"command": "npx", "args": ["x"]}, "b": {"url": "https://x", "disabled": True}, "c": 3})
    result = run("list")
    assert result.stdout.splitlines() == ["on   a  stdio  npx x", "off  b  http   https://x"]
    assert "not loaded: " in result.stderr
    path = write(tmp_path / "x.json", {"a": {"command": "npx"}})
    assert run("list", "--servers", str(path)).stdout == "on   a  stdio  npx\n"


def test_the_list_as_json_holds_no_secret(own: Path):
    write(own, {"a": raw("legacy"), "b": 3})
    result = run("list", "--json")
    said = out(result)
    assert said["servers"][0]["env"] == ["SECRET"]
    assert "s3cret" not in result.output
    assert len(said["problems"]) == 1


def test_servers_of_other_programs_are_imported_once(own: Path, tmp_path: Path):
    assert "There are no servers to import." in run("import").stderr
    write(tmp_path / "claude.json", {"a": raw("legacy"), "b": 3})
    assert run("import", "--dry-run").stdout.startswith("would add  a")
    assert not own.exists()
    result = run("import")
    assert result.stdout == f"added  a  (from {tmp_path / 'claude.json'})\n"
    assert "server 'b' must be an object" in result.stderr
    before = own.read_text()
    assert list(json.loads(before)["mcpServers"]) == ["a"]
    assert run("import").stdout.startswith("known  a")
    assert own.read_text() == before
    path = write(tmp_path / "x.json", {"c": {"command": "x"}})
    assert out(run("import", str(path), "--json"))["added"][0]["key"] == "c"


def test_an_own_file_that_is_broken_is_wrong_configuration(own: Path, tmp_path: Path):
    own.parent.mkdir()
    own.write_text("{")
    write(tmp_path / "claude.json", {"a": raw("legacy")})
    result = run("import")
    assert result.exit_code == 2
    assert "correct it, or move it away" in result.stderr
    assert own.read_text() == "{"


def test_servers_that_are_ready_pass_the_check(own: Path):
    write(own, {"a": raw("legacy"), "off": {**raw("legacy"), "disabled": True}})
    result = run("check")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "ready     a  11 tools"
    assert result.stdout.splitlines()[-1] == "disabled  off  "
    assert "          not usable: bad: the schema of its parameters can't be used" in result.stdout
    assert result.stderr.startswith("a: ready after ")


def test_a_server_that_fails_fails_the_check_with_its_reason_and_log(own: Path, tmp_path: Path):
    write(own, {"a": raw("exit")})
    result = run("check")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "failed    a  the server ended the connection; its log ends: the key is missing",
        f"          its log: {tmp_path / 'logs' / 'a.log'}",
    ]


def test_only_the_named_servers_are_checked(own: Path, tmp_path: Path):
    write(own, {"a": raw("bare"), "b": raw("exit")})
    result = run("check", "a", "--json")
    assert result.exit_code == 0
    [status] = out(result)["servers"]
    assert status["key"] == "a"
    assert status["state"] == "ready"
    assert status["tools"] == []
    assert status["log"][-5:] == "a.log"
    result = run("check", "x")
    assert result.exit_code == 2
    assert "there is no server 'x'\nThere are: a, b." in result.stderr
    assert run("check", "--servers", str(tmp_path / "none.json")).exit_code == 1


def test_the_wait_for_a_server_can_be_limited(own: Path):
    write(own, {"a": raw("mute")})
    result = run("check", "--timeout", "0.3")
    assert result.exit_code == 1
    assert "no answer within 0.3 seconds" in result.stdout


def test_every_option_of_servers_has_a_help():
    options = [
        each for sub in command.commands.values() for each in sub.params if each.param_type_name == "option"
    ]
    assert [each.name for each in options if not getattr(each, "help", None)] == []


@pytest.fixture
def policy_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "config" / "policy.toml"


def test_a_server_is_trusted_with_its_present_configuration(own: Path, policy_file: Path):
    write(own, {"my files": raw("legacy")})
    found = out(run("trust", "my files", "--yes", "--json"))
    assert found["name"] == "my_files"
    assert found["file"] == str(policy_file)
    assert PolicyFile(policy_file).rules().servers["my_files"].vouched == found["server"]["fingerprint"]
    assert all("s3cret" not in path.read_text() for path in policy_file.parent.rglob("*") if path.is_file())


def test_a_server_is_shown_and_trusted_only_with_a_yes(own: Path, policy_file: Path):
    write(own, {"files": raw("legacy")})
    result = CliRunner().invoke(command, ["trust", "files"], input="n\n")
    assert result.exit_code == 1
    assert not policy_file.exists()
    assert [part for part in (RAW, "env: SECRET", "headers: none") if part not in result.stderr] == []
    result = CliRunner().invoke(command, ["trust", "files"], input="y\n")
    assert result.exit_code == 0
    assert "files is trusted now" in result.stdout


def test_an_unknown_server_can_not_be_trusted(own: Path):
    write(own, {"files": raw("legacy")})
    result = run("trust", "file")
    assert result.exit_code == 2
    assert "Did you mean files? There are: files." in result.stderr


def test_a_file_to_import_that_does_not_exist_is_wrong_use(own: Path, tmp_path: Path) -> None:
    write(tmp_path / "servers.json", {})
    result = run("import", str(tmp_path / "server.json"))
    assert result.exit_code == 2
    assert "Did you mean servers.json?" in result.stderr

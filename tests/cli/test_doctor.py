from __future__ import annotations

import importlib.metadata
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overlay.cli import doctor
from overlay.companion.browser.model import Machine
from overlay.companion.profile_state import keep_sign_in
from overlay.tools.mcp import config_locations
from tests.companion.browser.conftest import FakeMachine, fake  # the fixture is shared with the finder

__all__ = ["fake"]
RAW = str(Path(__file__).parent.parent / "tools" / "mcp" / "raw_server.py")
MORE = ["profile", "folders", "sites", "sign-in", "policy", "servers", "ledger", "log"]


@pytest.fixture
def run(fake: FakeMachine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> object:
    """The command on the fake machine."""
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "own"))
    monkeypatch.setattr(Machine, "current", lambda: fake.machine)
    return None


def write_servers(**commands: list[str]) -> None:
    """The person's own file of servers, on the fake machine."""
    servers = {key: {"command": command, "args": args} for key, (command, *args) in commands.items()}
    config_locations.own_file().parent.mkdir(parents=True, exist_ok=True)
    config_locations.own_file().write_text(json.dumps({"mcpServers": servers}))


def call(*words: str) -> Result:
    return CliRunner().invoke(doctor.command, words)


def checked(result: Result) -> list[str]:
    """The lines of the checks; those of the files come after an empty line."""
    return result.output.partition("\n\n")[0].splitlines()


def test_browsers_are_given_with_version_path_and_how_they_were_found(run: object, fake: FakeMachine) -> None:
    path = fake.browser(fake.bin / "chromium")
    shell = fake.debians_shell()
    result = call()
    assert result.exit_code == 0
    assert f"Chromium 150.0.1.2 at {path} (installed)" in result.output
    (line,) = [line for line in checked(result) if line.split()[1] == "headless"]
    assert f" at {shell} (installed)" in line


def test_a_headless_shell_alone_is_not_a_browser_for_windows(run: object, fake: FakeMachine) -> None:
    shell = fake.debians_shell()
    result = call()
    bad, good = [line for line in checked(result) if line.split()[1] in ("browser", "headless")]
    assert result.exit_code == 3
    assert bad[:3] == "BAD"
    assert good[:3] == "ok "
    assert str(shell) in good


def test_without_a_browser_the_exit_code_is_3_and_the_command_to_type_is_given(
    run: object, fake: FakeMachine
) -> None:
    fake.debian()
    fake.script(Path(fake.machine.python), "")
    result = call()
    assert result.exit_code == 3
    assert "To have it: sudo apt-get install -y chromium" in result.output
    assert fake.calls() == []  # nothing is installed
    assert "playwright install msedge" in call("--browser", "msedge").output
    result = call("--browser", "/no/such/browser")
    assert result.exit_code == 2
    assert "there is no such program" in result.output


def test_json_has_every_finding_and_the_same_exit_code(run: object, fake: FakeMachine) -> None:
    result = call("--json")
    said = json.loads(result.output)
    subjects = [finding["subject"] for finding in said["findings"]]
    assert subjects == ["python", "playwright", "mcp", "browser", "sandbox", "display", *MORE]
    assert said["ok"] is False
    assert result.exit_code == 3
    fake.browser(fake.bin / "chromium")
    assert json.loads(call("--json").output)["ok"] is True


def test_root_sees_that_the_sandbox_is_off(run: object, fake: FakeMachine) -> None:
    fake.become(is_root=True)
    assert "off: running as root" in call().output


def test_the_display_is_named_or_what_to_do_without_one(run: object, fake: FakeMachine) -> None:
    fake.browser(fake.bin / "chromium")
    result = call()
    (line,) = [line for line in result.output.splitlines() if "display" in line.split()[:2]]
    assert result.exit_code == 0
    assert line.startswith("ok   display")
    assert [way for way in ("--headless", "--connect", "DISPLAY", "xvfb-run") if way not in line] == []
    fake.set_env(DISPLAY=":7")
    result = call()
    assert result.exit_code == 1
    assert "nothing answers at DISPLAY=:7. " in result.output
    fake.become(platform="darwin")
    assert "ok   display     the desktop" in call().output


def test_servers_are_started_only_on_request(run: object, fake: FakeMachine) -> None:
    fake.browser(fake.bin / "chromium")
    write_servers(good=[sys.executable, RAW, "legacy"], bad=["/no/such/program"])
    assert "server good" not in call().output
    result = call("--start-servers")
    lines = [line for line in result.output.splitlines() if "  server " in line]
    assert result.exit_code == 1
    assert [line.split()[0] for line in lines] == ["ok", "BAD"]


def test_the_profile_folder_and_the_sites_without_a_sign_in_are_given(run: object, tmp_path: Path) -> None:
    def sign_in_line() -> str:
        (line,) = [line for line in checked(call()) if line.split()[1] == "sign-in"]
        return line

    profile = tmp_path / "own/data/profiles/default"
    assert str(profile) in call().output
    assert "`overlay launch SITE` begins with it" in sign_in_line()
    assert " chatgpt, " in sign_in_line()
    keep_sign_in(profile, "chatgpt")
    assert " chatgpt, " not in sign_in_line()


def test_a_profile_folder_that_can_not_be_made_is_wrong_use(
    run: object, fake: FakeMachine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake.browser(fake.bin / "chromium")
    (tmp_path / "file").touch()
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "file"))
    result = call()
    assert result.exit_code == 2
    assert "BAD  profile" in result.output


def test_a_package_that_is_missing_is_a_failed_check(
    run: object, fake: FakeMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake.browser(fake.bin / "chromium")

    def version(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", version)
    result = call()
    assert result.exit_code == 1
    assert "BAD  mcp" in result.output

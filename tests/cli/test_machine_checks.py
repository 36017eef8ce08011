from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from overlay.calls.ledger import default_path
from overlay.cli.machine_checks import checks
from overlay.common.errors import OverlayError
from overlay.common.paths import config_dir, profile_dir
from overlay.companion.profile_state import keep_sign_in
from overlay.tools.mcp import config_locations
from tests.companion.test_profile_state import cookies


@pytest.fixture(autouse=True)
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "own"))


def found() -> dict[str, tuple[bool, str, OverlayError | None]]:
    return {finding.subject: (finding.ok, finding.found, error) for finding, error in checks()}


def test_a_new_machine_is_well() -> None:
    assert [ok for ok, _, _ in found().values()] == [True] * 7


def test_a_profile_in_use_is_said_with_its_process_and_what_to_do() -> None:
    (profile_dir() / "SingletonLock").symlink_to(f"{socket.gethostname()}-{os.getpid()}")
    ok, said, error = found()["profile"]
    assert not ok
    assert f"is used by process {os.getpid()}" in said
    assert "--profile" in said
    assert error is not None
    assert error.exit_code == 1


def test_each_sites_own_profile_is_named() -> None:
    profile_dir("site-claude")
    assert found()["profile site-claude"][:2] == (True, str(profile_dir("site-claude")))


def test_a_sites_own_profile_in_use_leaves_the_shared_one_well() -> None:
    (profile_dir("site-claude") / "SingletonLock").symlink_to(f"{socket.gethostname()}-{os.getpid()}")
    assert [found()[subject][0] for subject in ("profile", "profile site-claude")] == [True, False]


def test_each_sites_step_is_given_with_its_profile() -> None:
    keep_sign_in(profile_dir(), "chatgpt")
    assert "chatgpt: its cookies are gone, type `overlay sign-in chatgpt`" in found()["profile"][1]
    cookies(profile_dir(), ".chatgpt.com")
    assert "chatgpt: signed in on 2" in found()["profile"][1]


def test_a_policy_file_that_can_not_be_read_is_named() -> None:
    (config_dir() / "policy.toml").write_text("not [ toml")
    ok, said, _ = found()["policy"]
    assert not ok
    assert "policy.toml" in said


def test_a_policy_file_that_is_well_is_given() -> None:
    (config_dir() / "policy.toml").write_text("")
    assert found()["policy"][:2] == (True, str(config_dir() / "policy.toml"))


def test_servers_are_counted() -> None:
    config_locations.own_file().write_text('{"mcpServers": {"one": {"command": "python"}}}')
    assert found()["servers"][:2] == (True, "1 configured")


def test_a_file_of_servers_that_can_not_be_read_is_said() -> None:
    config_locations.own_file().write_text("{")
    ok, said, _ = found()["servers"]
    assert not ok
    assert "overlay doctor --servers" in said


def test_a_ledger_that_can_not_be_written_is_said() -> None:
    default_path().mkdir(parents=True)
    assert not found()["ledger"][0]

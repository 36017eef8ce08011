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


def test_a_new_machine_passes_all_checks() -> None:
    assert [ok for ok, _, _ in found().values()] == [True] * 8


def test_a_profile_in_use_is_named_with_its_process_and_what_to_do() -> None:
    (profile_dir("site-claude") / "SingletonLock").symlink_to(f"{socket.gethostname()}-{os.getpid()}")
    profile_dir("site-poe")
    result = found()
    assert result["profile"][0]
    assert result["profile site-poe"][:2] == (True, str(profile_dir("site-poe")))
    ok, said, error = result["profile site-claude"]
    assert not ok
    assert f"is used by process {os.getpid()}" in said
    assert "--profile" in said
    assert error is not None
    assert error.exit_code == 1


def test_the_sign_in_of_each_site_is_given_with_its_profile() -> None:
    keep_sign_in(profile_dir(), "chatgpt")
    assert "chatgpt: its cookies are gone, type `overlay sign-in chatgpt`" in found()["profile"][1]
    cookies(profile_dir(), ".chatgpt.com")
    assert "chatgpt: signed in on 2" in found()["profile"][1]


def test_a_policy_file_is_named_whether_it_can_be_read_or_not() -> None:
    file = config_dir() / "policy.toml"
    file.write_text("")
    assert found()["policy"][:2] == (True, str(file))
    file.write_text("not [ toml")
    ok, said, _ = found()["policy"]
    assert not ok
    assert "policy.toml" in said


def test_servers_are_counted_and_a_broken_file_of_servers_is_named() -> None:
    config_locations.own_file().write_text('{"mcpServers": {"one": {"command": "python"}}}')
    assert found()["servers"][:2] == (True, "1 configured")
    config_locations.own_file().write_text("{")
    ok, said, _ = found()["servers"]
    assert not ok
    assert "overlay servers check" in said


def test_a_ledger_that_can_not_be_written_fails_the_check() -> None:
    default_path().mkdir(parents=True)
    assert not found()["ledger"][0]


def test_the_folders_of_overlay_are_named(tmp_path: Path) -> None:
    own = tmp_path / "own"
    assert (
        found()["folders"][1] == f"configuration {own / 'config'}, data {own / 'data'}, cache {own / 'cache'}"
    )

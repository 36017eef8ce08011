"""A policy that somebody else could have written is not used."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from overlay.common.errors import UsageError
from overlay.policy import PolicyFile
from overlay.policy.file_permissions import writable_by_others
from tests.support.table import for_each

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes and owners are POSIX's")


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    folder = tmp_path / "config"
    folder.mkdir(mode=0o700)
    path = folder / "policy.toml"
    path.write_text("[limits]\nper_minute = 7\n")
    path.chmod(0o600)
    return path


@for_each("mode", [0o600, 0o644, 0o400])
def test_a_file_that_only_its_owner_writes_is_used(policy: Path, mode: int) -> None:
    policy.chmod(mode)
    assert PolicyFile(policy).rules().limits.per_minute == 7


@for_each("mode", [0o666, 0o660, 0o622, 0o602])
def test_a_file_that_others_may_write_is_refused(policy: Path, mode: int) -> None:
    policy.chmod(mode)
    with pytest.raises(UsageError, match="is not used: other users may write to it") as fault:
        PolicyFile(policy).rules()
    assert f"chmod go-w {policy}" in fault.value.format_message()


@for_each("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_may_write_to_is_refused(policy: Path, mode: int) -> None:
    policy.parent.chmod(mode)
    with pytest.raises(UsageError, match="other users may write to its folder"):
        PolicyFile(policy).rules()


def test_a_folder_above_that_everybody_may_write_to_is_refused(policy: Path) -> None:
    policy.parent.parent.chmod(0o777)
    with pytest.raises(UsageError, match="everybody may write to its folder"):
        PolicyFile(policy).rules()


def test_a_folder_with_the_sticky_bit_is_used(policy: Path) -> None:
    policy.parent.parent.chmod(0o1777)
    assert writable_by_others(policy) is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_file_or_folder_of_another_user_is_refused(policy: Path, what: str) -> None:
    os.chown(policy if what == "file" else policy.parent, 12345, -1)
    with pytest.raises(UsageError, match="belongs to another user"):
        PolicyFile(policy).rules()


def test_the_mode_of_the_file_behind_a_link_is_checked(policy: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(policy)
    policy.chmod(0o666)
    with pytest.raises(UsageError, match="other users may write to it"):
        PolicyFile(link).rules()


def test_a_file_whose_mode_was_corrected_is_used_again(policy: Path) -> None:
    store = PolicyFile(policy)
    policy.chmod(0o666)
    with pytest.raises(UsageError):
        store.rules()
    policy.chmod(0o600)
    assert store.rules().limits.per_minute == 7


def test_nothing_is_written_to_a_file_that_others_may_write(policy: Path) -> None:
    policy.chmod(0o666)
    before = policy.read_text()
    with pytest.raises(UsageError):
        PolicyFile(policy).pin("tool", "a" * 64)
    assert policy.read_text() == before

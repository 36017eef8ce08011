from __future__ import annotations

from pathlib import Path

import pytest

from overlay.policy.fingerprint_store import SnapshotStore
from overlay.policy.trusted_servers import UNKNOWN, TrustedServers
from tests.support.table import for_each

PARTS = {"its command": "npx files", "the variable TOKEN": "hush-hush", "the header X": "1"}


@pytest.fixture
def servers(tmp_path: Path) -> TrustedServers:
    servers = TrustedServers(SnapshotStore(tmp_path))
    servers.know("files", "m1", PARTS)
    servers.keep("files")
    return servers


def test_a_server_is_known_by_its_mark(servers: TrustedServers) -> None:
    assert [servers.fingerprint_of(name) for name in ("files", "mail", None)] == ["m1", "", ""]


@for_each(
    ("now", "changed"),
    [
        (PARTS | {"its command": "npx evil"}, ["its command"]),
        (PARTS | {"the variable TOKEN": "other"}, ["the variable TOKEN"]),
        (PARTS | {"argument 1": "--all"}, ["argument 1"]),
        ({"its command": "npx files", "the header X": "1"}, ["the variable TOKEN"]),
        (PARTS, [UNKNOWN]),
    ],
)
def test_a_changed_part_of_a_server_is_named(
    servers: TrustedServers, now: dict[str, str], changed: list[str]
) -> None:
    servers.know("files", "m2", now)
    assert servers.changes("files", "m1") == changed


def test_a_server_that_is_gone_has_lost_everything(servers: TrustedServers, tmp_path: Path) -> None:
    assert TrustedServers(SnapshotStore(tmp_path)).changes("files", "m1") == sorted(PARTS)


def test_a_server_that_is_no_longer_kept_is_only_said_to_be_changed() -> None:
    assert TrustedServers(SnapshotStore()).changes("files", "m1") == [UNKNOWN]


@for_each("junk", [{}, {"parts": 3, "salt": "x"}, {"parts": {}}])
def test_a_server_that_can_not_be_read_is_only_said_to_be_changed(junk: dict[str, object]) -> None:
    kept = SnapshotStore()
    kept.put("server-m1", junk)
    assert TrustedServers(kept).changes("files", "m1") == [UNKNOWN]


def test_no_value_is_written_down_and_equal_ones_do_not_look_equal(tmp_path: Path) -> None:
    servers = TrustedServers(SnapshotStore(tmp_path))
    for mark in ("m1", "m2"):
        servers.know("files", mark, PARTS)
        servers.keep("files")
    first, second = (SnapshotStore(tmp_path).get(f"server-{mark}") for mark in ("m1", "m2"))
    assert first
    assert second
    assert first["parts"] != second["parts"]
    assert not any(
        value in path.read_text() for path in tmp_path.iterdir() for value in PARTS.values() if value != "1"
    )


@for_each("name", ["mail", None])
def test_of_a_server_that_nothing_is_known_of_nothing_is_kept(name: str | None, tmp_path: Path) -> None:
    TrustedServers(SnapshotStore(tmp_path)).keep(name)
    assert list(tmp_path.iterdir()) == []

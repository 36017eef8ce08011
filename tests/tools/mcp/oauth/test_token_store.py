from __future__ import annotations

import stat
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from overlay.tools.mcp.oauth.token_store import SignedIn, TokenStore, system_keyring, token_key
from tests.support.table import for_each

SIGNED = SignedIn(tokens={"access_token": "s3cret", "token_type": "Bearer"}, expires_at=5.0)
PLACE = token_key("key", "https://mcp.example/x")


class Ring:
    """A keyring in memory, which may be broken."""

    def __init__(self, *, broken: bool = False) -> None:
        self.held: dict[tuple[str, str], str] = {}
        self.broken = broken

    def _may(self) -> None:
        if self.broken:
            raise RuntimeError("locked: s3cret")

    def get_password(self, service: str, username: str) -> str | None:
        self._may()
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._may()
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._may()
        del self.held[service, username]


def inside(folder: Path) -> list[Path]:
    return list(folder.iterdir())


class Kept(TokenStore):
    """A store with its messages."""

    def __init__(self, folder: Path, ring: Ring | None = None) -> None:
        self.said: list[str] = []
        super().__init__(folder, notify=self.said.append, find_keyring=lambda: ring)


async def test_a_written_token_is_read():
    ring = Ring()
    await Kept(Path("unused"), ring).write(PLACE, SIGNED)
    assert await Kept(Path("unused"), ring).read(PLACE) == SIGNED


async def test_with_a_keyring_there_is_no_file(tmp_path: Path):
    await Kept(tmp_path, Ring()).write(PLACE, SIGNED)
    assert inside(tmp_path) == []


async def test_without_a_keyring_a_token_is_in_a_file_for_its_owner_only(tmp_path: Path):
    kept = Kept(tmp_path / "sign-ins")
    await kept.write(PLACE, SIGNED)
    folder = tmp_path / "sign-ins"
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert await kept.read(PLACE) == SIGNED


async def test_the_use_of_files_is_reported_once(tmp_path: Path):
    kept = Kept(tmp_path)
    await kept.write(PLACE, SIGNED)
    await kept.write(PLACE, SIGNED)
    assert kept.said == [f"no keyring can be used: sign-ins go to files in {tmp_path} that only you can read"]


async def test_a_token_that_a_keyring_refuses_goes_into_a_file_and_not_into_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    kept = Kept(tmp_path, Ring(broken=True))
    await kept.write(PLACE, SIGNED)
    assert await kept.read(PLACE) == SIGNED
    assert "s3cret" not in caplog.text
    assert "RuntimeError" in caplog.text


async def test_a_keyring_that_works_again_takes_the_files_place(tmp_path: Path):
    await Kept(tmp_path).write(PLACE, SIGNED)
    await Kept(tmp_path, Ring()).write(PLACE, SIGNED)
    assert inside(tmp_path) == []


@for_each("text", ["", "{", '{"tokens": 3}'])
async def test_an_unreadable_token_is_none(tmp_path: Path, text: str):
    (tmp_path / f"{PLACE}.json").write_text(text)
    assert await Kept(tmp_path).read(PLACE) == SignedIn()


@for_each("ring", [None, Ring()])
async def test_a_forgotten_token_is_gone(tmp_path: Path, ring: Ring | None):
    kept = Kept(tmp_path, ring)
    await kept.write(PLACE, SIGNED)
    assert [await kept.forget(PLACE), await kept.forget(PLACE)] == [True, False]
    assert await kept.read(PLACE) == SignedIn()


async def test_an_ignored_token_is_not_read_until_it_is_written(tmp_path: Path):
    kept = Kept(tmp_path)
    await kept.write(PLACE, SIGNED)
    kept.ignore(PLACE)
    ignored = await kept.read(PLACE)
    await kept.write(PLACE, SIGNED)
    assert [ignored, await kept.read(PLACE)] == [SignedIn(), SIGNED]


async def test_the_usual_folder_is_in_the_data_folder(overlay_home: Path):
    kept = TokenStore(notify=print, find_keyring=lambda: None)
    await kept.write(PLACE, SIGNED)
    assert (overlay_home / "data" / "sign-ins" / f"{PLACE}.json").is_file()
    await kept.forget(PLACE)


def test_another_address_or_key_is_another_place():
    assert (
        len({PLACE, token_key("key", "https://mcp.example/y"), token_key("other", "https://mcp.example/x")})
        == 3
    )


@for_each(("priority", "used"), [(5, True), (1, True), (0.5, False), (0, False), (-1, False)])
def test_a_keyring_that_keeps_no_secrets_is_none(
    monkeypatch: pytest.MonkeyPatch, priority: float, used: bool
):
    backend = SimpleNamespace(priority=priority)
    package: Any = SimpleNamespace(get_keyring=lambda: backend)
    monkeypatch.setitem(sys.modules, "keyring", package)
    assert system_keyring() is (backend if used else None)


def test_without_the_package_no_keyring_is_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert system_keyring() is None

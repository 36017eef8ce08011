from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from overlay.companion.browser import Browser
from overlay.companion.profile_state import keep_browser, keep_sign_in, lasting_cookies, losses, step_of

CHROME = Browser(Path("/c"), "chrome", "installed", "Google Chrome", "150.0.1.2")
CHROMIUM = Browser(Path("/b"), "chromium", "installed", "Chromium", "150.0.1.2")
FOREVER = 99_999_999_999_999_999


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A profile that a browser has used."""
    (tmp_path / "Local State").write_text("{}")
    return tmp_path


def cookies(profile: Path, *hosts: str, expires: int = FOREVER, lasting: int = 1) -> None:
    (profile / "Default").mkdir(exist_ok=True)
    store = sqlite3.connect(profile / "Default/Cookies")
    store.execute("create table cookies (host_key text, is_persistent int, expires_utc int)")
    store.executemany("insert into cookies values (?, ?, ?)", [(host, lasting, expires) for host in hosts])
    store.commit()
    store.close()


def test_only_on_macos_a_profile_of_the_old_switches_is_said_once_to_lose_its_sign_ins(
    old: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert losses(tmp_path_factory.mktemp("new"), CHROME, "darwin") == []
    assert [losses(old, CHROMIUM, platform) for platform in ("linux", "win32")] == [[], []]
    (line,) = losses(old, CHROMIUM, "darwin")
    assert "made without the keychain" in line
    keep_browser(old, CHROMIUM)
    assert losses(old, CHROMIUM, "darwin") == []


def test_another_or_an_older_browser_than_before_is_said(old: Path) -> None:
    keep_browser(old, CHROMIUM)
    (line,) = losses(old, CHROME, "linux")
    assert "was used with Chromium. Google Chrome may not" in line
    (old / "Last Version").write_text("156.0.3.4")
    (line,) = losses(old, CHROMIUM, "linux")
    assert "version 156" in line


def test_cookies_alone_are_no_sign_in(tmp_path: Path) -> None:
    cookies(tmp_path, ".chat.example")
    assert step_of(tmp_path, "chat", ["chat.example"]) == "not signed in"


def test_the_users_step_and_a_lasting_cookie_are_a_sign_in(tmp_path: Path) -> None:
    cookies(tmp_path, "www.chat.example")
    keep_sign_in(tmp_path, "chat")
    assert step_of(tmp_path, "chat", ["chat.example"]) == "signed in"


def test_a_site_is_not_signed_in_by_the_sign_in_of_another(tmp_path: Path) -> None:
    cookies(tmp_path, "chat.example", "other.example")
    keep_sign_in(tmp_path, "chat")
    assert step_of(tmp_path, "other", ["other.example"]) == "not signed in"


def test_a_cookie_that_is_no_sign_in_any_more_is_said(tmp_path: Path) -> None:
    wrong: list[object] = []
    for number, (host, expires, lasting) in enumerate(
        [("chat.example", 1, 1), ("chat.example", FOREVER, 0), ("notchat.example", FOREVER, 1)]
    ):
        profile = tmp_path / str(number)
        profile.mkdir()
        cookies(profile, host, expires=expires, lasting=lasting)
        keep_sign_in(profile, "chat")
        if (step := step_of(profile, "chat", ["chat.example"])) != "signed out":
            wrong.append((host, expires, lasting, step))
    assert wrong == []


def test_a_damaged_file_is_no_sign_in(tmp_path: Path) -> None:
    for state in ("", "[]", '{"sites": 7}', "{"):
        (tmp_path / "overlay.json").write_text(state)
        assert step_of(tmp_path, "chat", ["chat.example"]) == "not signed in", state
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default/Cookies").write_text("not a database at all, but long enough to be looked at")
    assert lasting_cookies(tmp_path, ["chat.example"]) == 0

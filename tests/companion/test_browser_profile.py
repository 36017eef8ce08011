from __future__ import annotations

from pathlib import Path

import pytest

from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir
from overlay.companion.browser_profile import list_profiles, profile_folder
from overlay.sites.loader import own_folder


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the profiles are kept."""
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    return tmp_path / "home/data/profiles"


def test_the_shared_profile_is_the_same_for_all_sites_and_none_is_used_unasked(kept: Path) -> None:
    folders = {profile_folder("shared", target) for target in ("claude", "https://chat.example/")}
    assert folders == {profile_dir()} == {kept / "default"}
    assert [profile_folder(said, "claude") for said in (None, "")] == [None, None]


def test_a_sites_own_profile_is_named_by_its_site_or_else_by_its_host(kept: Path) -> None:
    wanted = {
        "claude": "site-claude",
        "https://claude.ai/chat/1": "site-claude",
        "https://Chat.Example:8443/c/1": "site-chat.example",
        "http://[::1]:3000/": "site-_3a__3a_1",
        "https://münchen.example/": "site-m_fc_nchen.example",
    }
    assert {target: profile_folder("site", target) for target in wanted} == {
        target: kept / name for target, name in wanted.items()
    }


def test_a_sites_own_profile_is_never_the_shared_one(kept: Path) -> None:
    own_folder().mkdir()
    (own_folder() / "default.toml").write_text("title = 'Mine'\n")
    assert profile_folder("site", "default") == kept / "site-default"


def test_long_names_with_the_same_beginning_have_folders_of_their_own(kept: Path) -> None:
    hosts = [f"https://{'a' * 60}.{end}.example/" for end in ("one", "two")]
    first, second = (profile_folder("site", url) for url in hosts)
    assert first != second
    assert (first and first.parent) == kept


def test_a_target_that_belongs_to_no_site_or_to_an_unknown_one_has_no_profile_of_its_own() -> None:
    for target in ("about:blank", "file:///tmp/page.html", "generic"):
        with pytest.raises(UsageError, match=r"belongs to no site(.|\n)*--profile shared"):
            profile_folder("site", target)
    with pytest.raises(UsageError, match="no site is called"):
        profile_folder("site", "nosuch")


def test_any_other_profile_is_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    wanted = {tmp_path / "mine": tmp_path / "mine", "./site": Path("site"), "~/mine": tmp_path / "mine"}
    assert {said: profile_folder(said, "claude") for said in wanted} == wanted


def test_the_list_of_profiles_begins_with_the_shared_one(kept: Path) -> None:
    profile_folder("site", "claude")
    profile_folder("site", "https://chat.example/")
    (kept / "a-file").touch()
    assert [path.name for path in list_profiles()] == ["default", "site-chat.example", "site-claude"]

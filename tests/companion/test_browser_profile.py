from __future__ import annotations

from pathlib import Path

import pytest

from overlay.chat.sites.loader import own_folder
from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir
from overlay.companion.browser_profile import list_profiles, profile_folder


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the profiles are kept."""
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    return tmp_path / "home/data/profiles"


@pytest.mark.parametrize("said", [None, ""])
def test_where_nothing_is_said_no_folder_is_named(said: str | None) -> None:
    assert profile_folder(said, "claude") is None


def test_the_shared_one_is_the_same_for_all_sites(kept: Path) -> None:
    folders = {profile_folder("shared", target) for target in ("claude", "https://chat.example/")}
    assert folders == {profile_dir()} == {kept / "default"}


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("claude", "site-claude"),
        ("https://claude.ai/chat/1", "site-claude"),
        ("https://Chat.Example:8443/c/1", "site-chat.example"),
        ("http://[::1]:3000/", "site-_3a__3a_1"),
        ("https://münchen.example/", "site-m_fc_nchen.example"),
    ],
)
def test_a_sites_own_is_named_by_its_profile_or_else_by_its_host(kept: Path, target: str, name: str) -> None:
    assert profile_folder("site", target) == kept / name


def test_a_sites_own_is_never_the_shared_one(kept: Path) -> None:
    own_folder().mkdir()
    (own_folder() / "default.toml").write_text("title = 'Mine'\n")
    assert profile_folder("site", "default") == kept / "site-default"


def test_long_names_with_the_same_beginning_have_folders_of_their_own(kept: Path) -> None:
    hosts = [f"https://{'a' * 60}.{end}.example/" for end in ("one", "two")]
    first, second = (profile_folder("site", url) for url in hosts)
    assert first != second
    assert (first and first.parent) == kept


@pytest.mark.parametrize("target", ["about:blank", "file:///tmp/page.html", "generic"])
def test_what_belongs_to_no_site_has_none_of_its_own(target: str) -> None:
    with pytest.raises(UsageError, match=r"belongs to no site(.|\n)*--profile shared"):
        profile_folder("site", target)


def test_a_site_that_no_one_knows_is_wrong_use() -> None:
    with pytest.raises(UsageError, match="no site is called"):
        profile_folder("site", "nosuch")


def test_anything_else_is_a_folder(tmp_path: Path) -> None:
    assert profile_folder(tmp_path / "mine", "claude") == tmp_path / "mine"


def test_a_folder_may_be_called_like_a_word() -> None:
    assert profile_folder("./site", "claude") == Path("site")


def test_a_folder_in_a_file_may_begin_at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert profile_folder("~/mine", "claude") == tmp_path / "mine"


def test_the_profiles_there_are_begin_with_the_shared_one(kept: Path) -> None:
    profile_folder("site", "claude")
    profile_folder("site", "https://chat.example/")
    (kept / "a-file").touch()
    assert [path.name for path in list_profiles()] == ["default", "site-chat.example", "site-claude"]

from __future__ import annotations

import stat
from pathlib import Path

import platformdirs
import pytest

from overlay.common import paths
from overlay.common.errors import UsageError
from tests.support.table import for_each


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@for_each("kind", ["data", "cache", "config"])
def test_overlay_home_holds_every_folder(home: Path, kind: str) -> None:
    folder = getattr(paths, f"{kind}_dir")()
    assert folder == home / kind


@for_each("kind", ["data", "cache", "config"])
def test_without_overlay_home_the_systems_own_folder_is_used(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OVERLAY_HOME", raising=False)

    def usual(app: str, appauthor: bool) -> Path:
        assert not appauthor
        return tmp_path / kind / app

    monkeypatch.setattr(platformdirs, f"user_{kind}_path", usual)
    assert getattr(paths, f"{kind}_dir")() == tmp_path / kind / "overlay"


def test_a_folder_is_made_when_it_is_asked_for(home: Path) -> None:
    assert paths.data_dir().is_dir()


def test_a_folder_that_can_not_be_made_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "file"))
    with pytest.raises(UsageError, match="Can't make the data folder"):
        paths.data_dir()


def test_a_profile_is_readable_by_its_user_alone(home: Path) -> None:
    assert stat.S_IMODE(paths.profile_dir("work").stat().st_mode) == 0o700


def test_a_profile_has_a_folder_of_its_own_in_the_data_folder(home: Path) -> None:
    assert paths.profile_dir("work") == home / "data/profiles/work"


@for_each("name", ["", "..", "../x", "a/b", ".hidden", "x" * 65, "a b"])
def test_a_profile_name_can_not_lead_out_of_the_folder(home: Path, name: str) -> None:
    with pytest.raises(UsageError, match="profile's name"):
        paths.profile_dir(name)

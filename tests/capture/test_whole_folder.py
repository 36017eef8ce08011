from __future__ import annotations

from pathlib import Path

import pytest

from overlay.capture.whole_folder import replacing_folder


def test_a_folder_replaces_another_completely(tmp_path: Path) -> None:
    place = tmp_path / "deep" / "place"
    place.mkdir(parents=True)
    (place / "old").touch()
    with replacing_folder(place) as part:
        (part / "new").touch()
        assert (place / "old").exists()
    assert [path.name for path in place.parent.rglob("*")] == ["place", "new"]


def test_a_save_that_fails_leaves_the_old_files(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (place / "old").touch()

    def fail() -> None:
        with replacing_folder(place) as part:
            (part / "new").touch()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["old", "place"]

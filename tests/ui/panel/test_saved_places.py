from __future__ import annotations

from pathlib import Path

import pytest

from overlay.ui.panel.placement import Bounds
from overlay.ui.panel.saved_places import MAX_SETS, SavedPlaces

SCREEN = [Bounds(0, 0, 1920, 1080)]
PLACE = Bounds(1200, 10, 500, 900)


def test_a_place_is_known_in_the_next_run(tmp_path: Path) -> None:
    SavedPlaces(tmp_path / "panel.json").put(SCREEN, PLACE)
    assert SavedPlaces(tmp_path / "panel.json").get(SCREEN) == PLACE


def test_each_set_of_screens_has_its_place(tmp_path: Path) -> None:
    kept = SavedPlaces(tmp_path / "panel.json")
    kept.put(SCREEN, PLACE)
    kept.put([*SCREEN, Bounds(1920, 0, 1280, 1024)], Bounds(2000, 0, 400, 400))
    assert kept.get(SCREEN) == PLACE


def test_no_place_of_the_panel_is_known_before_the_first_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert SavedPlaces(tmp_path / "panel.json").get(SCREEN) is None
    assert caplog.records == []


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"\xff\xfe", b'{"1920x1080": {"left": "far"}}', b'{"1920x1080": [1]}']
)
def test_a_broken_file_is_ignored_and_said_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: bytes
) -> None:
    file = tmp_path / "panel.json"
    file.write_bytes(text)
    assert SavedPlaces(file).get(SCREEN) is None
    assert "panel.json is ignored" in caplog.text


def test_a_broken_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "panel.json").write_text("{")
    kept = SavedPlaces(tmp_path / "panel.json")
    kept.put(SCREEN, PLACE)
    assert kept.get(SCREEN) == PLACE
    assert [file.name for file in tmp_path.iterdir()] == ["panel.json"]


def test_a_folder_that_can_not_be_written_is_said_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    SavedPlaces(tmp_path / "missing" / "panel.json").put(SCREEN, PLACE)
    assert "was not saved" in caplog.text


def test_only_the_newest_places_are_kept(tmp_path: Path) -> None:
    kept = SavedPlaces(tmp_path / "panel.json")
    for width in range(MAX_SETS + 1):
        kept.put([Bounds(0, 0, width, 1)], PLACE)
    assert [bool(kept.get([Bounds(0, 0, width, 1)])) for width in (0, 1, MAX_SETS)] == [False, True, True]

from __future__ import annotations

from pathlib import Path

import pytest

from overlay.capture.model import Add, Manifest, Node, Opened, PageLine, Splice, Step
from overlay.capture.recording import MANIFEST, PAGE, CorruptRecording, Recording, write_lines

LINES: list[PageLine] = [
    Opened(at=0, doc=1, url="http://127.0.0.1/", tree=[Node(id=1, tag="html")]),
    Step(at=2.5, doc=1, n=1, ops=[Add(o="add", parent=1, node=Node(id=2, text="half \ud83d"))]),
    Step(at=3, doc=1, n=2, ops=[Splice(o="text", id=2, at=6, cut=0, text="\ude00")]),
]


def manifest() -> Manifest:
    return Manifest(
        made="2026-01-01T00:00:00Z", target="demo", url="", overlay="0", browser="", profile={}, config={}
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / MANIFEST).write_text(manifest().model_dump_json())
    write_lines(tmp_path / PAGE, LINES)
    return tmp_path


def test_what_was_written_is_read_again_half_characters_included(folder: Path) -> None:
    assert list(Recording.open(folder).page()) == LINES


def test_the_same_lines_are_the_same_bytes(folder: Path) -> None:
    before = (folder / PAGE).read_bytes()
    write_lines(folder / PAGE, LINES)
    assert (folder / PAGE).read_bytes() == before


def test_a_folder_without_a_recording_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorruptRecording, match="not a recording"):
        Recording.open(tmp_path)


def test_a_recording_of_a_newer_overlay_asks_for_an_update(folder: Path) -> None:
    (folder / MANIFEST).write_text('{"format": "overlay-recording", "version": 99, "new": 1}')
    with pytest.raises(CorruptRecording, match=r"format 99.*Update overlay"):
        Recording.open(folder)


def test_a_manifest_that_lacks_a_field_is_named(folder: Path) -> None:
    (folder / MANIFEST).write_text('{"format": "overlay-recording", "version": 1}')
    with pytest.raises(CorruptRecording, match="made"):
        Recording.open(folder)


def test_a_file_that_was_cut_is_named_with_its_line(folder: Path) -> None:
    whole = (folder / PAGE).read_bytes()
    (folder / PAGE).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CorruptRecording, match=r"page\.jsonl\.gz.*Record it again"):
        list(Recording.open(folder).page())


def test_a_line_that_is_no_step_is_named(folder: Path) -> None:
    write_lines(folder / PAGE, [*LINES, manifest()])
    with pytest.raises(CorruptRecording, match="line 4"):
        list(Recording.open(folder).page())


def test_a_recording_that_was_never_accepted_says_how_to(folder: Path) -> None:
    with pytest.raises(CorruptRecording, match="check --update"):
        Recording.open(folder).expected()

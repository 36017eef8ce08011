from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from observers.recording_protocol import SpliceText
from overlay.capture.checksums import checksums
from overlay.capture.manifest import Manifest
from overlay.capture.model import Add, Node, Opened, PageLine, Step
from overlay.capture.recording import MANIFEST, PAGE, CorruptRecording, Recording, write_lines
from overlay.capture.replay.replay_companion import profile_of

LINES: list[PageLine] = [
    Opened(at=0, doc=1, url="http://127.0.0.1/", tree=[Node(id=1, tag="html")]),
    Step(at=2.5, doc=1, n=1, ops=[Add(o="add", parent=1, node=Node(id=2, text="half \ud83d"))]),
    Step(at=3, doc=1, n=2, ops=[SpliceText(o="text", id=2, at=6, cut=0, text="\ude00")]),
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


def test_lines_are_read_as_they_were_written_with_half_characters(folder: Path) -> None:
    assert list(Recording.open(folder).page()) == LINES
    before = (folder / PAGE).read_bytes()
    write_lines(folder / PAGE, LINES)
    assert (folder / PAGE).read_bytes() == before


def test_a_folder_a_manifest_or_a_result_that_is_missing_is_named(folder: Path) -> None:
    with pytest.raises(CorruptRecording, match="check --update"):
        Recording.open(folder).expected()
    (folder / MANIFEST).write_text('{"format": "overlay-recording", "version": 1}')
    with pytest.raises(CorruptRecording, match="made"):
        Recording.open(folder)
    (folder / MANIFEST).unlink()
    with pytest.raises(CorruptRecording, match="not a recording"):
        Recording.open(folder)


def test_a_recording_of_a_newer_overlay_asks_for_an_update(folder: Path) -> None:
    for newer in ('{"format": "overlay-recording", "version": 99, "new": 1}', _with(version=99)):
        (folder / MANIFEST).write_text(newer)
        with pytest.raises(CorruptRecording, match=r"format 99.*Update overlay"):
            Recording.open(folder)


@pytest.mark.parametrize("broken", ["", "{", "[1]", "null", "{}", '{"version": "x"}'])
def test_a_manifest_that_is_broken_is_told_in_one_sentence(folder: Path, broken: str) -> None:
    (folder / MANIFEST).write_text(broken)
    with pytest.raises(CorruptRecording, match=r"recording\.json.*Record it again\.$"):
        Recording.open(folder)


def test_a_format_below_the_first_is_refused(folder: Path) -> None:
    (folder / MANIFEST).write_text(_with(version=0))
    with pytest.raises(CorruptRecording, match=r"version: .*Record it again\.$"):
        Recording.open(folder)


def test_a_byte_that_was_flipped_and_a_file_that_is_gone_are_named(folder: Path) -> None:
    (folder / MANIFEST).unlink()
    (folder / MANIFEST).write_text(_with(files=checksums(folder)))
    Recording.open(folder)
    data = bytearray((folder / PAGE).read_bytes())
    data[-1] ^= 1
    (folder / PAGE).write_bytes(data)
    with pytest.raises(CorruptRecording, match=r"page\.jsonl\.gz is not as it was recorded"):
        Recording.open(folder)
    (folder / PAGE).unlink()
    with pytest.raises(CorruptRecording, match=r"page\.jsonl\.gz is missing"):
        Recording.open(folder)


def _with(**changed: object) -> str:
    return manifest().model_copy(update=changed).model_dump_json()


def test_a_file_that_was_cut_or_has_an_invalid_line_is_named(folder: Path) -> None:
    whole = (folder / PAGE).read_bytes()
    (folder / PAGE).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CorruptRecording, match=r"page\.jsonl\.gz.*Record it again"):
        list(Recording.open(folder).page())
    write_lines(folder / PAGE, [*LINES, manifest()])
    with pytest.raises(CorruptRecording, match="line 4"):
        list(Recording.open(folder).page())
    with gzip.open(folder / PAGE, "wb") as file:
        file.write(b"[" * 200_000)
    with pytest.raises(CorruptRecording, match=r"line 1: its JSON is too deep\. Record it again"):
        list(Recording.open(folder).page())


def test_a_profile_in_a_recording_that_is_not_valid_is_told_in_one_sentence() -> None:
    with pytest.raises(CorruptRecording, match=r"^the site profile in the recording: title: .*again\.$"):
        profile_of({"name": "nowhere", "title": 3})

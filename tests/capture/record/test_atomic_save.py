from __future__ import annotations

from pathlib import Path

import pytest

from overlay.calls.event_stream import EventStream
from overlay.capture.record.atomic_save import as_written, save
from overlay.capture.record.output_place import check_place
from overlay.capture.recording import MANIFEST, Recording
from overlay.common.errors import UsageError
from tests.capture.record.told import begin, event, heard, moment, put, unopened

KEY = "sk-abcdefghij0123456789ABCD"


def test_only_a_recording_is_replaced_and_only_with_force(tmp_path: Path) -> None:
    check_place(tmp_path / "new", force=False)
    check_place(tmp_path, force=False)
    (tmp_path / "letter.txt").write_text("dear")
    for place in (tmp_path, tmp_path / "letter.txt"):
        with pytest.raises(UsageError, match="is not a recording"):
            check_place(place, force=True)
    (tmp_path / MANIFEST).write_text("{}")
    with pytest.raises(UsageError, match="--force"):
        check_place(tmp_path, force=False)
    check_place(tmp_path, force=True)


def test_a_recording_is_written_and_read_again_without_its_secrets(tmp_path: Path) -> None:
    recorder = heard(begin(), moment(put(1, 2, tag="p"), put(2, 3, text=f"key {KEY}")))
    recorder.happened(event("detected", arguments={"key": KEY}))
    recorder.begin(unopened(), EventStream())
    manifest = save(recorder, tmp_path / "place", ended="it was enough", patterns=["key"])
    found = Recording.open(tmp_path / "place")
    assert found.manifest == manifest
    assert found.manifest.ended == "it was enough"
    assert [line.t for line in found.page()] == ["document"]
    assert [line.kind for line in found.live()] == ["detected"]
    assert list(found.inputs()) == []
    assert list(found.streams()) == []
    assert KEY not in "".join(line.model_dump_json() for line in (*found.page(), *found.live()))
    assert len(manifest.redacted) == 1


def test_a_recorder_without_a_run_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="nothing was recorded"):
        save(heard(), tmp_path / "place", ended="")
    assert list(tmp_path.iterdir()) == []


def test_a_size_is_written_with_its_unit(tmp_path: Path) -> None:
    sizes: dict[int, str] = {2048: "2 KB", 3 << 20: "3.0 MB"}
    for size, words in sizes.items():
        (tmp_path / "a").write_bytes(b"x" * size)
        assert as_written(tmp_path) == words

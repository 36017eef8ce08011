from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from overlay.capture.checksums import checksums
from overlay.capture.model import Step
from overlay.capture.recording import CorruptRecording
from overlay.capture.replay.step_check import CheckedTree, checked_page
from tests.capture.made import Made, add, append, element, opened, text


def test_an_impossible_change_names_the_step_and_the_node() -> None:
    table: list[tuple[dict[str, Any], str]] = [
        (add(99, text(20, "x")), "step 7: there is no node 99"),
        (add(10, text(20, "x")), "step 7: node 10 can't hold anything"),
        (
            add(5, text(20, "x"), before=2),
            "step 7: node 2 is not a child there, so nothing can be added before it",
        ),
        (add(11, {"id": 5}), "step 7: a node would contain itself"),
        (add(5, {"id": 98}), "step 7: there is no node 98"),
        ({"o": "del", "id": 97}, "step 7: there is no node 97"),
        (append(11, 0, "x"), "step 7: node 11 is not a text node"),
        (
            {"o": "text", "id": 10, "at": 1, "cut": 4, "text": ""},
            "step 7: node 10 has 1 units, and 5 are meant",
        ),
        ({"o": "attr", "id": 10, "name": "a", "value": "b"}, "step 7: node 10 is not an element"),
        ({"o": "value", "id": 10, "value": "b"}, "step 7: node 10 is not an element"),
        ({"o": "sheets", "id": 96, "sheets": []}, "step 7: there is no node 96"),
        ({"o": "shadow", "id": 10, "shadow": {"id": 30}}, "step 7: node 10 is not an element"),
    ]
    made = Made()
    made.open(text(10, "x"), element(11, "i"))
    for op, said in table:
        tree = CheckedTree(opened(made.lines[0]))
        tree.where = "step 7"
        (change,) = Step.model_validate({"at": 1, "doc": 1, "n": 7, "ops": [op]}).ops
        with pytest.raises(CorruptRecording, match=said):
            tree.apply(change)


def test_a_step_that_can_not_be_applied_or_has_no_document_is_a_corrupt_recording(tmp_path: Path) -> None:
    made = Made()
    made.open(text(10, "one"))
    made.step(append(10, 3, "!"))
    whole = made.write(tmp_path / "whole")
    assert checked_page(whole) == list(whole.unchecked_page())
    made.step(append(10, 9, "!"))
    with pytest.raises(CorruptRecording, match="step 2: node 10 has 4 units"):
        checked_page(made.write(tmp_path / "impossible"))
    made.lines.pop()
    made.step(doc=4)
    with pytest.raises(CorruptRecording, match="there is no document 4"):
        checked_page(made.write(tmp_path / "unknown"))


def test_only_the_steps_of_a_recording_that_was_played_and_has_checksums_are_not_tried_again(
    tmp_path: Path,
) -> None:
    made = Made()
    made.open(text(10, "one"))
    made.step(append(10, 9, "!"))
    recording = made.write(tmp_path)
    manifest = recording.manifest.model_copy(update={"files": checksums(tmp_path)})
    assert len(checked_page(replace(recording, manifest=manifest), played=True)) == 2
    with pytest.raises(CorruptRecording, match="step 1"):
        checked_page(replace(recording, manifest=manifest))
    with pytest.raises(CorruptRecording, match="step 1"):
        checked_page(recording, played=True)

from __future__ import annotations

from typing import Any

import pytest

from overlay.capture.model import Step
from overlay.capture.recording import CorruptRecording
from overlay.capture.replay.step_check import CheckedTree, trees_of
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
        with pytest.raises(CorruptRecording, match=said):
            tree.apply_step(Step.model_validate({"at": 1, "doc": 1, "n": 7, "ops": [op]}))


def test_documents_have_their_numbers_and_an_unknown_one_is_a_corrupt_recording() -> None:
    made = Made()
    made.open(text(10, "one"))
    made.close(1)
    made.open(text(10, "two"))
    assert sorted(trees_of(made.lines)) == [1, 2]
    made.step(doc=4)
    with pytest.raises(CorruptRecording, match="there is no document 4"):
        trees_of(made.lines)

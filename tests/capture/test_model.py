from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from overlay.capture.model import (
    INPUT_LINE,
    PACKED_LINE,
    TAGGED,
    Add,
    Node,
    Pressed,
    Shadow,
    Splice,
    Step,
)
from tests.capture.page_line import PAGE_LINE


def test_a_step_is_reported_by_its_tag() -> None:
    line = {
        "t": "step",
        "at": 1,
        "doc": 1,
        "n": 1,
        "ops": [{"o": "text", "id": 2, "at": 0, "cut": 0, "text": "a"}],
    }
    assert PAGE_LINE.validate_python(line) == Step(
        at=1, doc=1, n=1, ops=[Splice(o="text", id=2, at=0, cut=0, text="a")]
    )


def test_nodes_are_in_nodes_and_in_shadow_roots() -> None:
    inner = Node(id=4, tag="b", shadow=Shadow(id=5, kids=[Node(id=6, text="x")]))
    node = Node(id=2, tag="p", kids=[inner])
    assert Add.model_validate(Add(o="add", parent=1, node=node).model_dump()).node == node


@pytest.mark.parametrize(
    "line",
    [
        {"t": "step", "at": -1, "doc": 1, "n": 1, "ops": []},
        {"t": "step", "at": 1, "doc": 1, "n": 0, "ops": []},
        {"t": "step", "at": 1, "doc": 1, "n": 1, "ops": [{"o": "run", "id": 1}]},
        {"t": "step", "at": 1, "doc": 1, "n": 1, "ops": [], "more": 1},
        {"t": "other"},
    ],
    ids=[
        "a time before the beginning",
        "a step before the first",
        "an unknown change",
        "an unknown field",
        "another",
    ],
)
def test_what_is_no_line_of_the_page_is_refused(line: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PAGE_LINE.validate_python(line)


def test_a_press_of_an_unknown_button_is_refused() -> None:
    with pytest.raises(ValidationError):
        INPUT_LINE.validate_python({"t": "press", "at": 1, "n": 1, "block": 1, "action": "delete"})


def test_what_is_written_with_a_tag_knows_its_own() -> None:
    press = Pressed(at=1, n=1, block=1, action="execute")
    assert isinstance(press, TAGGED)
    assert INPUT_LINE.validate_python(press.model_dump()) == press


def test_a_step_may_build_something_again_in_the_file_only() -> None:
    again: dict[str, Any] = {"o": "again", "parent": 1, "id": 2, "like": 3, "what": {}}
    line: dict[str, Any] = {"t": "step", "at": 1, "doc": 1, "n": 1, "ops": [again]}
    assert PACKED_LINE.validate_python(line).t == "step"
    with pytest.raises(ValidationError):
        PAGE_LINE.validate_python(line)

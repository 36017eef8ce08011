from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from overlay.capture.model import INPUT_LINE, PACKED_LINE, PAGE_LINE, TAGGED, Step, Value

STEP: dict[str, Any] = {
    "t": "step",
    "at": 1,
    "doc": 1,
    "n": 1,
    "ops": [{"o": "value", "id": 2, "value": "half \ud83d"}],
}


def test_a_line_is_told_by_its_tag() -> None:
    line = PAGE_LINE.validate_python(STEP)
    assert isinstance(line, Step)
    assert line.ops == [Value(o="value", id=2, value="half \ud83d")]


BAD: dict[str, dict[str, Any]] = {
    "an unknown kind": {**STEP, "t": "jump"},
    "a field too many": {**STEP, "more": 1},
    "a time before the beginning": {**STEP, "at": -1},
    "a node without a number": {**STEP, "ops": [{"o": "del", "id": 0}]},
    "a change that is none": {**STEP, "ops": [{"o": "run", "id": 1}]},
    "what is only in the file": {
        **STEP,
        "ops": [{"o": "again", "parent": 1, "id": 2, "like": 3, "what": {}}],
    },
}


@pytest.mark.parametrize("name", BAD)
def test_a_line_that_makes_no_sense_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        PAGE_LINE.validate_python(BAD[name])


def test_a_step_in_the_file_may_build_something_anew() -> None:
    assert PACKED_LINE.validate_python(BAD["what is only in the file"]).t == "step"


def test_each_kind_of_line_has_a_tag_of_its_own() -> None:
    assert len({kind.model_fields["t"].default for kind in TAGGED}) == len(TAGGED) - 1


def test_an_input_is_told_by_its_tag() -> None:
    press = {"t": "press", "at": 1, "n": 1, "block": 1, "action": "execute"}
    assert INPUT_LINE.validate_python(press).t == "press"
    with pytest.raises(ValidationError):
        INPUT_LINE.validate_python(press | {"action": "jump"})

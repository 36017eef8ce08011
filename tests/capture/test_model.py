from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from pydantic import ValidationError

from overlay.capture.model import (
    INPUT_LINE,
    PACKED_LINE,
    TAGGED,
    Pressed,
)
from tests.capture.page_line import PAGE_LINE


def test_an_invalid_line_is_refused() -> None:
    step: dict[str, Any] = {"t": "step", "at": 1, "doc": 1, "n": 1, "ops": []}
    again: dict[str, Any] = {"o": "again", "parent": 1, "id": 2, "like": 3, "what": {}}
    assert PAGE_LINE.validate_python(step).t == "step"
    assert PACKED_LINE.validate_python(step | {"ops": [again]}).t == "step"
    lines: dict[str, dict[str, Any]] = {
        "a time before the beginning": step | {"at": -1},
        "a step before the first": step | {"n": 0},
        "an unknown change": step | {"ops": [{"o": "run", "id": 1}]},
        "a change that only the file has": step | {"ops": [again]},
        "an unknown field": step | {"more": 1},
        "another line": {"t": "other"},
    }
    accepted: list[str] = []
    for name, line in lines.items():
        with suppress(ValidationError):
            PAGE_LINE.validate_python(line)
            accepted.append(name)
    assert accepted == []
    with pytest.raises(ValidationError):
        INPUT_LINE.validate_python({"t": "press", "at": 1, "n": 1, "block": 1, "action": "delete"})


def test_a_line_with_a_tag_is_read_as_what_it_was() -> None:
    press = Pressed(at=1, n=1, block=1, action="execute")
    assert isinstance(press, TAGGED)
    assert INPUT_LINE.validate_python(press.model_dump()) == press

from __future__ import annotations

import pytest

from overlay.detection import detect
from overlay.scan.model import Found, Options, ReadError, Role
from tests.scan.helpers import CALL


def a_call(role: Role = "assistant", text: str = CALL) -> Found:
    return Found("a.md", 3, "file", role, "c", "m", detect(text)[0])


@pytest.mark.parametrize(
    ("role", "runnable"),
    [("assistant", True), ("unknown", True), ("user", False), ("system", False), ("tool", False)],
)
def test_only_what_the_model_may_have_said_is_runnable(role: Role, runnable: bool) -> None:
    assert a_call(role).runnable is runnable


def test_an_incomplete_call_is_not_runnable() -> None:
    assert not a_call(text=CALL[:-20]).runnable


def test_the_object_has_the_place_and_then_the_calls_own_fields() -> None:
    shown = a_call().as_json()
    assert list(shown)[:7] == ["file", "line", "line_in", "role", "conversation", "message", "runnable"]
    assert shown["name"] == "f"
    assert shown["arguments"] == {"k": "v"}
    assert shown["raw"] == CALL


@pytest.mark.parametrize(("line", "shown"), [(None, "a: no"), (7, "a, line 7: no")])
def test_broken_says_file_line_and_why(line: int | None, shown: str) -> None:
    assert str(ReadError("a", "no", line)) == shown


def test_tools_that_are_no_list_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a JSON list"):
        Options('{"a": 1}').definitions()

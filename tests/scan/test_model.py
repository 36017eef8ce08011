from __future__ import annotations

import pytest

from overlay.detection import detect
from overlay.scan.model import FoundCall, ReadError, Role, ScanOptions
from tests.scan.helpers import CALL


def a_call(role: Role = "assistant", text: str = CALL) -> FoundCall:
    return FoundCall("a.md", 3, "file", role, "c", "m", detect(text)[0])


def test_only_complete_calls_that_the_model_may_have_written_are_runnable() -> None:
    roles: list[Role] = ["assistant", "unknown", "user", "system", "tool"]
    assert [role for role in roles if a_call(role).runnable] == ["assistant", "unknown"]
    assert not a_call(text=CALL[:-20]).runnable


def test_a_call_as_json_has_its_place_and_then_its_own_fields() -> None:
    shown = a_call().as_json()
    assert list(shown)[:7] == ["file", "line", "line_in", "role", "conversation", "message", "runnable"]
    assert shown["name"] == "f"
    assert shown["arguments"] == {"k": "v"}
    assert shown["raw"] == CALL


def test_an_error_names_file_line_and_reason() -> None:
    assert str(ReadError("a", "no")) == "a: no"
    assert str(ReadError("a", "no", 7)) == "a, line 7: no"
    with pytest.raises(ValueError, match="expected a JSON list"):
        ScanOptions('{"a": 1}').definitions()

import pytest
from pydantic import ValidationError

from overlay.detection import ToolCall


def test_a_call_is_frozen() -> None:
    call = ToolCall(name="f", format="x", span=(0, 1), raw="f")
    with pytest.raises(ValidationError):
        call.name = "g"  # pyright: ignore[reportAttributeAccessIssue]


def test_a_call_goes_through_json() -> None:
    call = ToolCall(name="f", arguments={"a": [1, None]}, format="x", span=(0, 1), raw="f")
    assert ToolCall.model_validate_json(call.model_dump_json()) == call

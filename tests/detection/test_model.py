import copy
import pickle
from collections.abc import Callable
from typing import Any

from overlay.detection import ToolCall
from overlay.detection.model import trusted_call
from tests.support.table import for_each


def test_a_call_goes_through_json() -> None:
    call = ToolCall(name="f", arguments={"a": [1, None]}, format="x", span=(0, 1), raw="f")
    assert ToolCall.model_validate_json(call.model_dump_json()) == call


AS_ALL_DO: dict[str, Callable[[ToolCall], object]] = {
    "itself": lambda call: call,
    "repr": repr,
    "fields set": lambda call: call.model_fields_set,
    "dump": lambda call: call.model_dump(),
    "json": lambda call: call.model_dump_json(),
    "copy": lambda call: call.model_copy(update={"name": "g"}),
    "deep copy": copy.deepcopy,
    "pickle": lambda call: pickle.loads(pickle.dumps(call)),
}


@for_each("use", AS_ALL_DO)
def test_a_call_that_is_not_validated_is_like_any_other(use: str) -> None:
    fields: dict[str, Any] = dict.fromkeys(ToolCall.model_fields)
    fields |= {"name": "f", "arguments": {"a": [1]}, "format": "x", "span": (0, 1), "raw": "f"}
    fields |= {"confidence": "structured", "complete": True}
    assert AS_ALL_DO[use](trusted_call(dict(fields))) == AS_ALL_DO[use](ToolCall(**fields))

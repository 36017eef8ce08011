"""Every family's own corpus, read whole, in deltas, and cut off."""

import importlib
import pkgutil

import pytest

from overlay.detection import formats as package
from overlay.detection.examples import Example
from tests.detection.helpers import found, streamed
from tests.support.table import for_each

MODULES = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
EXAMPLES = [
    pytest.param(example, id=f"{name}-{place}")
    for name in MODULES
    for place, example in enumerate(importlib.import_module(f"{package.__name__}.{name}").EXAMPLES)
]
# Formats that end with the text: cut off, they look like a shorter call.
OPEN_ENDED = ("TOOL_CALL:", "tool_call:", "<tool_name>", "Action:")


@for_each("example", EXAMPLES)
def test_an_example_gives_its_calls(example: Example) -> None:
    assert found(example.text, example.definitions()) == list(example.calls)


@for_each("example", EXAMPLES)
def test_an_example_gives_its_calls_in_the_middle_of_a_text(example: Example) -> None:
    text = f"First: so.\n\n{example.text}\n\nAnd that is all."
    if example.tools or not example.text.startswith("["):
        assert found(text, example.definitions()) == list(example.calls)


@for_each("example", EXAMPLES)
def test_deltas_change_nothing(example: Example) -> None:
    for size in (1, 2, 3, 7):
        _, calls = streamed(example.text, size, example.definitions())
        assert [(call.name, call.arguments) for call in calls if call.complete] == list(example.calls), size


@for_each("example", EXAMPLES)
def test_a_prefix_holds_no_complete_call_that_the_whole_does_not(example: Example) -> None:
    for end in range(len(example.text)):
        calls = found(example.text[:end], example.definitions())
        if not any(word in example.text for word in OPEN_ENDED):
            assert all(call in example.calls for call in calls), example.text[:end]


@for_each("example", [param for param in EXAMPLES if param.values[0].calls])  # type: ignore[union-attr]
def test_a_call_is_announced_named_and_closed_in_order(example: Example) -> None:
    events, _ = streamed(example.text, 1, example.definitions())
    kinds = [type(event).__name__ for event in events if event.call == 0]
    assert kinds[0] == "CallOpened"
    assert kinds[1] == "CallNamed"
    assert kinds[-1] == "CallClosed"


@for_each("example", EXAMPLES)
def test_reasoning_hides_every_format(example: Example) -> None:
    assert found(f"<think>{example.text}</think>", example.definitions()) == []

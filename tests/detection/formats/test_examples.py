"""The examples of every format: read in full, in deltas, cut off, and inside other text."""

import functools
import importlib
import pkgutil
from typing import Any

from overlay.detection import Event, ToolCall, detect
from overlay.detection import formats as package
from overlay.detection.examples import Example
from tests.detection.helpers import found, streamed
from tests.support.effort import some
from tests.support.table import for_each

MODULES = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
EXAMPLES: dict[str, Example] = {
    f"{name}-{place}": example
    for name in MODULES
    for place, example in enumerate(importlib.import_module(f"{package.__name__}.{name}").EXAMPLES)
}
OTHER_NAMES = {
    "dsml_variants": {"xml_invoke"},
    "escaped": {"cline_xml", "tool_colon", "xml_invoke"},
    "glm_arg_key_value": {"arg_key_value"},
    "harmony_text": {"harmony"},
    "html_element": {"element"},
    "kimi_k3": {"kimi_open"},
    "xml_invoke_variants": {"invoke_ns"},
}
"""The formats of a module's calls, where they are not called like the module."""

OPEN_ENDED = ("TOOL_CALL:", "tool_call:", "<tool_name>", "Action:")
"""Formats that end with the text: cut off, they look like a shorter call."""

STEP = some(1, 5)
"""Of a text's prefixes, each one in CI, each third one elsewhere."""

each_example = for_each("key", EXAMPLES)


@functools.cache
def by_character(key: str) -> tuple[list[Event], list[ToolCall]]:
    """Events and calls of an example that comes one character at a time."""
    example = EXAMPLES[key]
    return streamed(example.text, 1, example.definitions())


def complete(calls: list[ToolCall]) -> list[tuple[str, dict[str, Any]]]:
    return [(call.name, call.arguments) for call in calls if call.complete]


@each_example
def test_an_example_gives_its_calls_and_no_other_format_takes_them(key: str) -> None:
    example = EXAMPLES[key]
    calls = detect(example.text, example.definitions())
    assert complete(calls) == list(example.calls)
    module = key.rpartition("-")[0]
    assert {call.format for call in calls} <= OTHER_NAMES.get(module, {module})


@each_example
def test_an_example_in_the_middle_of_a_text_gives_its_calls_at_their_places(key: str) -> None:
    example = EXAMPLES[key]
    text = f"First: so.\n\n{example.text}\n\nAnd that is all."
    calls = detect(text, example.definitions())
    assert [text[slice(*call.span)] for call in calls] == [call.raw for call in calls]
    if example.tools or not example.text.startswith("["):
        assert complete(calls) == list(example.calls)


@each_example
def test_the_size_of_deltas_changes_no_call(key: str) -> None:
    example = EXAMPLES[key]
    by_size = {size: streamed(example.text, size, example.definitions())[1] for size in (2, 3, 7)}
    by_size[1] = by_character(key)[1]
    differing = {
        size: complete(calls) for size, calls in by_size.items() if complete(calls) != list(example.calls)
    }
    assert differing == {}


@each_example
def test_a_prefix_holds_no_complete_call_that_the_full_text_does_not(key: str) -> None:
    example = EXAMPLES[key]
    open_ended = any(word in example.text for word in OPEN_ENDED)
    for end in range(0, len(example.text), STEP):
        calls = found(example.text[:end], example.definitions())
        if not open_ended:
            assert all(call in example.calls for call in calls), example.text[:end]


@for_each("key", [key for key, example in EXAMPLES.items() if example.calls])
def test_a_call_is_announced_named_and_closed_in_order(key: str) -> None:
    events, _ = by_character(key)
    kinds = [type(event).__name__ for event in events if event.call == 0]
    assert kinds[:2] == ["CallOpened", "CallNamed"]
    assert kinds[-1] == "CallClosed"


@each_example
def test_each_call_is_opened_and_closed_once(key: str) -> None:
    events, calls = by_character(key)
    kinds = [type(event).__name__ for event in events]
    assert kinds.count("CallOpened") == len(calls)
    assert kinds.count("CallClosed") == len(calls)


@each_example
def test_reasoning_hides_every_format(key: str) -> None:
    example = EXAMPLES[key]
    assert found(f"<think>{example.text}</think>", example.definitions()) == []

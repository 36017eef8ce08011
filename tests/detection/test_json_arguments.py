from typing import Any

import pytest

from overlay.detection import StreamDetector, detect
from overlay.detection.call_builder import CallBuilder, EventLog
from overlay.detection.json_arguments import as_arguments, parsed
from tests.detection.helpers import only
from tests.support.table import for_each

EXPECTED: list[tuple[Any, Any]] = [
    ({"a": 1}, ({"a": 1}, False)),
    (None, ({}, False)),
    ("", ({}, False)),
    ('{"a": 1}', ({"a": 1}, False)),
    ("{'a': 1}", ({"a": 1}, True)),
    ("{no", None),
    ("text", None),
    ([1], None),
    (5, None),
]


@for_each(("found", "expected"), EXPECTED)
def test_the_arguments_are_found_where_they_are_expected(found: Any, expected: object) -> None:
    assert as_arguments(found) == expected


@for_each(
    ("text", "arguments", "repaired"),
    [("", {}, False), ('{"a": 1}', {"a": 1}, False), ('{"a": 1,}', {"a": 1}, True)],
)
def test_text_becomes_arguments(text: str, arguments: object, repaired: bool) -> None:
    draft = CallBuilder(EventLog(), "x", 0)
    assert parsed(draft, text, "f") == (repaired, None)
    assert draft.arguments == arguments


@for_each("text", ["{no}", "[1]", "5"])
def test_text_that_is_no_object_names_the_tool(text: str) -> None:
    _, problem = parsed(CallBuilder(EventLog(), "x", 0), text, "f")
    assert problem is not None
    assert problem.startswith("tool f: ")


def test_an_open_string_does_not_take_the_closer() -> None:
    assert only('<tool:f>{"a": "x}</tool> and {"b": "c"').span[1] > 0


@pytest.mark.parametrize(
    "text",
    [
        '<tool:f>{"n": [1, {"a":]x',
        '<tool:f>{"n": [1, [}, "v": {"b" ]',
        '<tool:f>{"k": {"a": [1,2}, "b"',
        '<tool:f>{"n": [',
    ],
)
def test_a_cut_off_call_with_malformed_json_keeps_the_same_text_in_all_deltas(text: str) -> None:
    whole = [call.arguments for call in detect(text)]
    assert whole != []
    for size in (1, 2, 3, 7):
        detector = StreamDetector()
        for at in range(0, len(text), size):
            detector.feed(text[at : at + size])
        detector.finish()
        assert [call.arguments for call in detector.calls] == whole

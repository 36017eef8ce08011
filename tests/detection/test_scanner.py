import pytest

from overlay.detection import StreamDetector, detect
from tests.detection.helpers import found, only, tool
from tests.support.table import for_each

CALL = "<tool:f>{}</tool>"


def test_ranges_cover_wrappers() -> None:
    text = 'So <function_calls> <invoke name="a"/> <invoke name="b"/> </function_calls> there'
    detector = StreamDetector()
    detector.feed(text)
    detector.finish()
    assert detector.ranges == [(3, text.index(" there"))]


def test_a_call_cut_by_the_end_of_its_block_leaves_the_next() -> None:
    text = f'```xml\n<invoke name="a"><parameter name="k">v\n```\nAgain:\n```xml\n{CALL}\n```\n'
    calls = detect(text)
    assert [(call.name, call.complete) for call in calls] == [("a", False), ("f", True)]
    assert calls[1].confidence == "repaired"


def test_a_value_with_a_fence_in_it_goes_on() -> None:
    value = "a\n```\ncode\n```\nb"
    text = f'```xml\n<invoke name="w"><parameter name="t">{value}</parameter></invoke>\n```\n'
    assert found(text) == [("w", {"t": value})]


def test_text_behind_a_reasoning_tag_that_never_closes_is_reasoning() -> None:
    assert found(f"<think>hm {CALL}") == []


def test_json_that_is_no_call_is_skipped_whole() -> None:
    assert found('{"nation": "NL", "x": {"name": "f", "arguments": {}}} {"name": "g", "arguments": {}}') == [
        ("g", {})
    ]


@for_each("text", ['{"nation": {', '[{"a": 1}, {"b": [', '{"nation": "NL'])
def test_json_that_is_no_call_and_never_ends_is_text(text: str) -> None:
    assert detect(text) == []


@for_each("broken", ['{"a": 1, b}', '{"nation": "N\nL"}', '{"nation": [}'])
def test_broken_json_hides_no_call_after_it(broken: str) -> None:
    assert found(f"{broken}\n{CALL}") == [("f", {})]


@for_each(
    "piece",
    ["[f(", '{"name": ', "functools[", '<invoke name="', "`", "``` ", "<tool_call>", '[{"name":"f",', "TOOL_CALL: f\n", "<f><a>", "{'", "&lt;invoke", "<a -tool-name", "<｜tool▁call▁begin｜>"],
)  # fmt: skip
@pytest.mark.thorough
def test_a_text_of_openers_is_read_in_time_that_grows_with_it(piece: str) -> None:
    """No figure is asserted: a quadratic reading of this would not end within the test's time limit."""
    text = piece * (50_000 // len(piece))
    assert all(call.span[1] <= len(text) for call in detect(text, [tool("f", a="string")]))


def test_a_drained_detector_takes_no_more() -> None:
    detector = StreamDetector()
    detector.finish()
    assert detector.feed(CALL) == []
    assert detector.calls == []


def test_an_example_keeps_nothing_of_its_call() -> None:
    assert detect(f"Example:\n{CALL}") == []
    assert only(f"Example:\n{CALL}\nNow:\n{CALL}").span[0] > 20


def test_a_lone_surrogate_is_replaced() -> None:
    assert only('<tool:f>{"a": "x\ud800"}</tool>').arguments == {"a": "x\ufffd"}

from overlay.detection import CallNamed, StreamDetector
from tests.detection.helpers import found, only, streamed, tool
from tests.support.table import for_each


def kinds(text: str) -> list[str]:
    return [type(event).__name__ for event in streamed(text, 1)[0]]


def test_a_call_is_shown_as_its_arguments_begin() -> None:
    assert kinds('{"name": "f", "arguments": {"a": "x')[:3] == ["CallOpened", "CallNamed", "ArgumentDelta"]


@for_each(
    "text",
    [
        '<tool_call>\n{"name": "search_web"',
        '<tool_call>\n{"id": "7", "name": "search_web"',
        '{"function": {"name": "search_web"',
        '{"name": "search_web", "arguments": {"q',
        '{"name": "search_web", "arguments": {"to',
    ],
)
def test_a_call_is_named_as_soon_as_no_definition_can_come_of_it(text: str) -> None:
    detector = StreamDetector()
    events = [event for char in text for event in detector.feed(char)]
    assert [event.name for event in events if isinstance(event, CallNamed)] == ["search_web"]


@for_each(
    "text",
    [
        '{"name": "search_web"',
        '{"name": "search_web", "parameters": {',
        '{"name": "search_web", "parameters": {"t',
        '{"name": "search_web", "parameters": {"type": "obj',
    ],
)
def test_a_possible_definition_is_not_named_yet(text: str) -> None:
    detector = StreamDetector()
    assert [event for char in text for event in detector.feed(char)] == []


def test_arguments_that_come_first_are_shown_once_the_name_is_known() -> None:
    assert kinds('{"arguments": {"a": "x"}, "name": "f"}') == [
        "CallOpened", "CallNamed", "ArgumentDelta", "ArgumentClosed", "CallClosed",
    ]  # fmt: skip


def test_a_definition_is_never_shown() -> None:
    assert kinds('{"name": "f", "parameters": {"type": "object", "properties": {}}}') == []


def test_a_record_found_out_late_is_taken_back() -> None:
    assert kinds('{"name": "f", "arguments": {"a": 1}, "jsonrpc": "2.0"}')[-1] == "CallWithdrawn"


def test_thoughts_of_a_list_go_to_each_call() -> None:
    text = '{"thoughts": "hm", "tool_request": [{"name": "f", "arguments": {}}]}'
    assert only(text).thoughts == "hm"


@for_each(
    "text", ['{"tool_calls": 5}', '{"tool_calls": []}', '{"function": []}', "[{}, 5]", '[{"a": 1}, {"b": 2}]']
)
def test_containers_of_something_else_hold_no_call(text: str) -> None:
    assert found(text) == []


def test_a_name_that_is_no_tools_is_not_shown() -> None:
    assert streamed('{"name": "g", "arguments": {"a": "x"}}', 1, [tool("f")]) == ([], [])


def test_calls_before_a_break_in_their_list_are_kept() -> None:
    assert found('{"tool_calls": [{"name": "f", "arguments": {}}, } x') == [("f", {})]

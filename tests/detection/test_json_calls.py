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


SEARCH = [tool("search", query="string", limit="integer"), tool("now")]


@for_each(
    "key", ["params", "Arguments", "argument", "inputs", "toolInput", "function-args", "tool_parameters"]
)
def test_arguments_under_another_key_are_read_and_the_call_is_repaired(key: str) -> None:
    call = only(f'<tool_call>{{"name": "search", "{key}": {{"query": "x"}}}}</tool_call>', SEARCH)
    assert (call.arguments, call.confidence, call.complete) == ({"query": "x"}, "repaired", True)


def test_arguments_beside_the_name_are_read_and_the_call_is_repaired() -> None:
    call = only('<tool_call>{"name": "search", "query": "x", "limit": 3}</tool_call>', SEARCH)
    assert (call.arguments, call.confidence) == ({"query": "x", "limit": 3}, "repaired")


@for_each("name", ["search", "now"])
def test_an_unknown_key_in_the_place_of_arguments_can_not_be_run(name: str) -> None:
    call = only(f'<tool_call>{{"name": "{name}", "foo": {{"query": "x"}}}}</tool_call>', SEARCH)
    assert call.error == f"tool {name}: these keys are no arguments: foo"


@for_each(
    "text",
    [
        '{"name": "search", "arguments": {"query": "x"}, "foo": 1}',
        '{"name": "search", "arguments": {"query": "x"}, "parameters": {"query": "y"}}',
        '{"name": "search", "arguments": {"query": "y", "query": "x"}}',
        '{"function": {"name": "search", "arguments": {"query": "x"}}, "limit": 3}',
    ],
)
def test_a_call_whose_text_is_not_all_used_is_repaired(text: str) -> None:
    assert only(text, SEARCH).confidence == "repaired"


@for_each("end", ["}</tool_call>", "]</tool_call>", "", "\n\nSo I wait."])
def test_a_tagged_call_without_its_own_end_is_repaired(end: str) -> None:
    call = only('<tool_call>{"name": "now", "arguments": {}}' + end, SEARCH)
    assert (call.confidence, call.complete) == ("repaired", True)

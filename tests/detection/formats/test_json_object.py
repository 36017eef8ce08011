from tests.detection.helpers import found, only, streamed, tool
from tests.support.table import for_each

CALL = ("f", {"a": 1})


@for_each(
    "text",
    [
        '{"name": "f", "arguments": {"a": 1}}',
        '{"name": "f", "parameters": {"a": 1}}',
        '{"parameters": {"a": 1}, "name": "f"}',
        '{"name": "f", "arguments": "{\\"a\\": 1}"}',
        '{"function": {"name": "f", "arguments": {"a": 1}}}',
        '{"function_name": "f", "function_args": {"a": 1}}',
        '{"tool_calls": [{"type": "function", "function": {"name": "f", "arguments": "{\\"a\\": 1}"}}]}',
        '[{"name": "f", "arguments": {"a": 1}}]',
        '{"tool_request": {"name": "f", "arguments": {"a": 1}}}',
        '{"thoughts": "so", "tool_request": {"function_name": "f", "parameters": {"a": 1}}}',
        '{"thoughts": "so", "tool_request": [{"name": "f", "parameters": {"a": 1}}]}',
        '{"plan": ["x"], "tool_request": {"name": "f", "parameters": {"a": 1}}}',
    ],
)
def test_every_shape_is_a_call(text: str) -> None:
    assert found(f"Well: {text} so.") == [CALL]


@for_each(
    "text",
    [
        '{"name": "f"}',
        '{"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "string"}}}}',
        '{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}',
        '{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "f", "arguments": {}}}',
        '{"name": "pkg", "version": "1.0", "dependencies": {}}',
        '{"name": "f", "arguments": [1]}',
        '{"result": {"name": "f", "arguments": {"a": 1}}}',
        '{"text": "{\\"name\\": \\"f\\", \\"arguments\\": {}}"}',
    ],
)
def test_an_object_that_only_looks_like_a_call_is_none(text: str) -> None:
    assert found(text) == []


def test_the_thoughts_beside_a_call_are_kept() -> None:
    assert only('{"thoughts": "hm", "tool_request": {"name": "f", "parameters": {}}}').thoughts == "hm"


def test_an_unknown_name_is_no_call_in_the_flat_shape() -> None:
    assert found('{"name": "g", "arguments": {}}', [tool("f")]) == []


def test_an_unknown_name_is_a_call_in_an_unmistakable_shape() -> None:
    assert found('{"tool_calls": [{"name": "g", "arguments": {}}]}', [tool("f")]) == [("g", {})]


def test_a_bad_item_leaves_its_siblings() -> None:
    assert (
        found('[{"name": "f", "arguments": {"a": 1}}, "junk", {"name": "f", "arguments": {"a": 1}}]')
        == [CALL] * 2
    )


def test_big_integers_stay_exact() -> None:
    assert (
        found('{"name": "f", "arguments": {"n": 12345678901234567890123}}')[0][1]["n"]
        == 12345678901234567890123
    )


def test_the_last_of_two_equal_keys_wins() -> None:
    assert found('{"name": "f", "arguments": {"a": 0, "a": 1}}') == [CALL]


@for_each(
    "text",
    [
        "{'name': 'f', 'arguments': {'a': 1}}",
        '{"name": "f", "arguments": {"a": 1,},}',
        '{"name": "f", /* why */ "arguments": {"a": 1} // so\n}',
        "{“name”: “f”, “arguments”: {“a”: 1}}",
    ],
)
def test_nearly_json_is_mended_and_marked(text: str) -> None:
    call = only(text)
    assert call.name == "f"
    assert call.arguments == {"a": 1}
    assert call.confidence == "repaired"


def test_arguments_stream_by_key() -> None:
    events, _ = streamed('{"name": "f", "arguments": {"a": "x\\u00e9", "b": [1, 2]}}', 3)
    shown: dict[str, str] = {}
    for event in events:
        if type(event).__name__ == "ArgumentDelta":
            shown[event.key] = shown.get(event.key, "") + event.text  # type: ignore[union-attr]
    assert shown == {"a": "xé", "b": "[1, 2]"}

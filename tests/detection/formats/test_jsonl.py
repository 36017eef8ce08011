from tests.detection.helpers import found, only, streamed
from tests.support.table import for_each

LINES = [
    '{"type":"function_call_start","name":"search","call_id":1}',
    '{"type":"description","text":"Look it up"}',
    '{"type":"parameter","key":"q","value":"tea"}',
    '{"type":"parameter","name":"n","value":{"max": 3}}',
    '{"type":"function_call_end","call_id":1}',
]
CALL = ("search", {"q": "tea", "n": {"max": 3}})


@for_each("text", ["\n".join(LINES), "\n\n  ".join(LINES), " ".join(LINES), ",\n".join(LINES)])
def test_layout_does_not_count(text: str) -> None:
    assert found(text) == [CALL]


def test_the_lines_of_calls_may_be_a_json_list() -> None:
    assert found("[" + ",".join(LINES) + "]") == [CALL]


def test_id_and_description_are_kept() -> None:
    call = only("\n".join(LINES))
    assert call.call_id == "1"
    assert call.description == "Look it up"


def test_two_calls_in_a_row_are_two() -> None:
    assert found("\n".join(LINES + LINES)) == [CALL, CALL]


def test_a_call_without_its_end_line_is_incomplete() -> None:
    assert not only("\n".join(LINES[:-1])).complete


def test_a_value_streams_once_its_key_is_known() -> None:
    events, _ = streamed("\n".join(LINES[:3])[:-2])
    assert "".join(getattr(event, "text", "") for event in events) == "tea"


def test_keys_may_come_in_another_order() -> None:
    assert found('{"name":"now","type":"function_call_start"}\n{"type":"function_call_end"}') == [("now", {})]

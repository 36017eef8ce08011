from tests.detection.helpers import found, only, streamed
from tests.support.table import for_each


@for_each("closer", ["</tool>", "</tool:search>", "</TOOL>"])
def test_either_closing_tag_ends_a_call(closer: str) -> None:
    assert found(f'<tool:search>{{"q": "tea", "n": 1}}{closer}') == [("search", {"q": "tea", "n": 1})]


def test_a_closing_tag_inside_a_string_does_not_close() -> None:
    assert found('<tool:w>{"t": "a</tool>b"}</tool>') == [("w", {"t": "a</tool>b"})]


def test_bad_json_is_an_error_that_names_tool_and_position() -> None:
    call = only('<tool:search>{"q" "tea"}</tool> and more')
    assert not call.complete
    assert call.error is not None
    assert "search" in call.error
    assert "position 5" in call.error


def test_a_bad_call_does_not_take_the_next_with_it() -> None:
    assert found('<tool:a>{bad}</tool> <tool:b>{"k": 1}</tool>') == [("b", {"k": 1})]


def test_no_object_means_no_arguments() -> None:
    assert found("<tool:now></tool>") == [("now", {})]


def test_trailing_commas_are_mended_and_marked() -> None:
    assert only('<tool:a>{"k": 1,}</tool>').confidence == "repaired"


def test_strings_stream_decoded() -> None:
    events, _ = streamed('<tool:a>{"k": "x\\ny"}</tool>')
    assert "".join(getattr(event, "text", "") for event in events) == "x\ny"

from overlay.detection.parse_context import ParseContext
from overlay.detection.tool_index import ToolIndex


def scan(text: str) -> ParseContext:
    source = ParseContext(ToolIndex())
    source.push(text)
    return source


def test_the_first_call_of_a_construct_is_hidden_from_its_start() -> None:
    s = scan("<wrapper><call>")
    s.construct = 0
    assert s.draft("x", 9).hide_from == 0
    assert s.draft("x", 12).hide_from == 12


def test_closing_gives_span_and_raw_text() -> None:
    s = scan("abcdef")
    draft = s.draft("x", 1)
    draft.named("f")
    s.pos = 4
    s.close(draft)
    assert s.log.calls[0].span == (1, 4)
    assert s.log.calls[0].raw == "bcd"
    assert s.drafts == []
    assert s.last_end == 4


def test_withdraw_all_withdraws_open_calls() -> None:
    s = scan("abc")
    draft = s.draft("x", 0)
    draft.show()
    s.withdraw_all("no")
    assert s.drafts == []
    assert type(s.log.events[-1]).__name__ == "CallWithdrawn"


def test_a_context_that_is_not_held_is_passive() -> None:
    s = scan("abc")
    assert s.ignoring
    s.pending_from = 0
    assert not s.ignoring

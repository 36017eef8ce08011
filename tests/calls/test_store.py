from __future__ import annotations

import sys
from typing import Any

import pytest

from overlay.calls.call import Block, Call
from overlay.calls.call_comparison import ran_as
from overlay.calls.event_stream import EventStream
from overlay.calls.events import CallForgotten
from overlay.calls.store import CallStore, fingerprint
from overlay.detection import ToolCall
from tests.support.table import for_each


def made(
    name: str = "note", call_id: str | None = "1", *, complete: bool = True, raw: str = "", **arguments: Any
) -> ToolCall:
    return ToolCall(
        name=name,
        call_id=call_id,
        arguments=arguments,
        complete=complete,
        raw=raw,
        format="xml_invoke",
        span=(0, 1),
    )


def block(place: str = "tab", unit: int = 1) -> Block:
    return Block(unit, 0, document_id=place)


def test_a_block_has_a_record_from_its_entry_on() -> None:
    book, shown = CallStore(EventStream()), block()
    record, new = book.attach(shown, made(), "chat", "t1", seen_growing=True)
    assert new
    assert shown.registered_call is record

    assert block().registered_call is None

    book, shown = CallStore(EventStream()), block()
    book.attach(shown, made(), "chat", "t1", seen_growing=True)
    book.detach(shown)
    book.detach(shown)
    assert shown.registered_call is None


def test_a_call_that_left_and_came_back_in_its_turn_is_the_same_also_under_another_number() -> None:
    book, shown = CallStore(EventStream()), block()
    record, _ = book.attach(shown, made(), "chat", "t1", seen_growing=True)
    book.detach(shown)
    assert book.attach(block(), made(), "chat", "t1", seen_growing=True) == (record, False)

    book, shown = CallStore(EventStream()), block()
    record, _ = book.attach(shown, made(), "chat", "t1", seen_growing=True)
    book.detach(shown)
    assert book.attach(block(), made(), "chat", "t9", seen_growing=False) == (record, False)


def test_a_fresh_call_in_another_message_beside_the_first_is_another() -> None:
    book = CallStore(EventStream())
    book.attach(block(), made(), "chat", "t1", seen_growing=True)
    assert book.attach(block(unit=2), made(), "chat", "t2", seen_growing=True)[1]


def test_a_fresh_call_in_place_of_one_that_left_is_that_one_whatever_its_message_is_called() -> None:
    book, shown = CallStore(EventStream()), block()
    record, _ = book.attach(shown, made(), "chat", "t1", seen_growing=True)
    book.detach(shown)
    assert book.attach(block(), made(), "chat", "t2", seen_growing=True) == (record, False)


@for_each(
    ("before", "now", "known"),
    [
        pytest.param("1:a", "2:b", False, id="another message was sent meanwhile"),
        pytest.param("1:", "2:", False, id="one message more, too short to tell its words"),
        pytest.param("9:a", "2:b", False, id="a list that lost its beginning, and other words"),
        pytest.param("1:a", "1:a", True, id="the same message"),
        pytest.param("1:", "1:", True, id="the same number of messages"),
    ],
)
def test_a_fresh_call_is_another_if_it_answers_another_message(before: str, now: str, known: bool) -> None:
    book, shown = CallStore(EventStream()), block()
    record, _ = book.attach(shown, made(), "chat", "t1", seen_growing=True, answers=before)
    book.detach(shown)
    found, new = book.attach(block(), made(), "chat", "t2", seen_growing=True, answers=now)
    assert (found is record) == known
    assert new == (not known)


@for_each(
    ("now", "known"),
    [("7:a", True), ("1:b", False), ("7:", True)],
    ids=["the same words", "other words", "words that tell nothing"],
)
def test_a_fresh_call_in_another_document_is_known_by_what_it_answers(now: str, known: bool) -> None:
    book = CallStore(EventStream())
    record, _ = book.attach(block("a"), made(), "chat", "t1", seen_growing=True, answers="1:a")
    assert (
        book.attach(block("b"), made(), "chat", "t2", seen_growing=True, answers=now)[0] is record
    ) == known


def test_a_call_of_an_earlier_run_is_known_in_another_message_only_by_what_it_answers() -> None:
    book = CallStore(EventStream())
    record = recalled(book)
    record.replies_to = "1:a"
    assert book.attach(block(), made(text="a"), "chat", "t2", seen_growing=True, answers="3:a") == (
        record,
        False,
    )
    assert recalled(book, turn="t9") is not None
    assert book.attach(block(), made(text="a"), "chat", "t8", seen_growing=True)[1]


def two(book: CallStore, *, seen_growing: bool = False, **more: str) -> list[Call]:
    """Return a call that was seen while it was written, and an equal one beside it."""
    first, _ = book.attach(block(), made(), "chat", "t1", seen_growing=True)
    second, _ = book.attach(
        block(unit=2), made(), "chat", more.pop("turn", "t1"), seen_growing=seen_growing, **more
    )
    return [first, second]


def test_a_call_that_comes_whole_beside_an_equal_one_may_be_that_one() -> None:
    book = CallStore(EventStream())
    first, second = two(book)
    first.started = True
    assert ran_as(second) is first


def test_two_calls_of_one_message_or_text_are_two() -> None:
    book = CallStore(EventStream())
    first, second = two(book, seen_growing=True)
    assert first.possible_duplicates == []
    assert second.possible_duplicates == []

    book = CallStore(EventStream())
    first, _ = book.attach(block(), made(), "chat", "t1", seen_growing=False)
    second, _ = book.attach(block(), made(), "chat", "t1", seen_growing=False)
    assert first.possible_duplicates == []
    assert second.possible_duplicates == []


def test_the_block_that_is_left_shows_what_became_of_the_call() -> None:
    book = CallStore(EventStream())
    first, second = two(book)
    (left,) = second.blocks.values()
    book.detach(next(iter(first.blocks.values())))
    assert book.successor(first, "tab") is second
    assert book.merge(first, second) == [left]
    assert left.registered_call is first


def test_a_copy_that_leaves_is_forgotten_and_reported() -> None:
    book = CallStore(EventStream())
    first, second = two(book)
    book.detach(next(iter(second.blocks.values())))
    assert book.duplicates(first) == {first.id}
    assert first.possible_duplicates == []

    events, told = EventStream(), list[Call]()
    events.subscribe(CallForgotten, lambda event: told.append(event.call))
    book = CallStore(events)
    first, second = two(book)
    book.merge(first, second)
    assert told == [second]


def test_the_equal_calls_beside_a_block_are_those_of_its_document_in_other_texts() -> None:
    book, shown = CallStore(EventStream()), block(unit=3)
    first, second = two(book, seen_growing=True)
    book.attach(block("other tab"), made(), "chat", "t9", seen_growing=True, answers="1:b")
    record, _ = book.attach(shown, made(), "chat", "t1", seen_growing=True)
    assert book.equal_elsewhere(record, shown) == [first, second]


def test_two_calls_that_may_be_one_are_doubles_until_the_page_says_that_they_are_two() -> None:
    book = CallStore(EventStream())
    first, second = two(book, seen_growing=True)
    assert book.compare(second, "tab", [first], ["unsure"], seen_growing=True) is None
    assert first.possible_duplicates == [second]
    assert second.possible_duplicates == [first]
    assert second.copy
    assert book.compare(second, "tab", [first], ["other"], seen_growing=False) is None
    assert first.possible_duplicates == [second]
    assert book.compare(second, "tab", [first], ["other"], seen_growing=True) is None
    assert first.possible_duplicates == []
    assert second.possible_duplicates == []
    assert not second.copy


def test_a_call_whose_block_left_is_the_one_in_the_same_message_or_answer_only() -> None:
    book = CallStore(EventStream())
    first, second = two(book, seen_growing=True)
    assert book.compare(second, "tab", [first], ["left"], seen_growing=True) is first
    first.turn, first.replies_to, second.replies_to = "t0", "1:a", "2:b"
    assert book.compare(second, "tab", [first], ["left"], seen_growing=True) is None


def test_of_several_calls_the_one_with_the_fewest_blocks_is_shown_again() -> None:
    book = CallStore(EventStream())
    first, second = two(book, seen_growing=True)
    more = block(unit=3)
    third, _ = book.attach(more, made(), "chat", "t1", seen_growing=True)
    book.merge(first, third)
    fourth, _ = book.attach(block(unit=4), made(), "chat", "t1", seen_growing=True)
    others = [first, second, third]
    assert book.compare(fourth, "tab", others, ["same", "same", "same"], seen_growing=True) is second


def test_a_call_whose_block_is_still_in_the_document_is_another() -> None:
    book = CallStore(EventStream())
    book.attach(block(), made(), "chat", "t1", seen_growing=True)
    assert book.attach(block(), made(), "chat", "t1", seen_growing=False)[1]


def test_a_call_shown_by_a_second_document_is_the_same() -> None:
    book, first, second = CallStore(EventStream()), block("a"), block("b")
    record, _ = book.attach(first, made(), "chat", "t1", seen_growing=True)
    assert book.attach(second, made(), "chat", "t7", seen_growing=False) == (record, False)
    assert list(record.blocks.values()) == [first, second]


def test_the_record_of_the_same_turn_goes_before_an_older_one() -> None:
    book, one, two = CallStore(EventStream()), block(), block()
    book.attach(one, made(), "chat", "t1", seen_growing=True)
    second, _ = book.attach(two, made(), "chat", "t2", seen_growing=True)
    book.detach(one)
    book.detach(two)
    assert book.attach(block(), made(), "chat", "t2", seen_growing=False) == (second, False)


def test_equal_calls_that_come_back_find_a_record_each() -> None:
    book, blocks = CallStore(EventStream()), [block(), block()]
    records = [book.attach(one, made(), "chat", "t1", seen_growing=True)[0] for one in blocks]
    for one in blocks:
        book.detach(one)
    assert [book.attach(block(), made(), "chat", "t1", seen_growing=False)[0] for _ in blocks] == records


@for_each("other", [made("other"), made(call_id="2"), made(text="x")], ids=["name", "call id", "arguments"])
def test_a_call_with_another_name_id_or_argument_is_another(other: ToolCall) -> None:
    book, shown = CallStore(EventStream()), block()
    book.attach(shown, made(), "chat", "t1", seen_growing=True)
    book.detach(shown)
    assert book.attach(block(), other, "chat", "t1", seen_growing=False)[1]


def test_the_same_call_in_another_conversation_is_another() -> None:
    book, shown = CallStore(EventStream()), block()
    book.attach(shown, made(), "one", "t1", seen_growing=True)
    book.detach(shown)
    assert book.attach(block(), made(), "two", "t1", seen_growing=False)[1]


def test_a_renamed_conversation_keeps_its_calls() -> None:
    book, shown = CallStore(EventStream()), block()
    record, _ = book.attach(shown, made(), "new", "t1", seen_growing=True)
    book.rename("new", "named")
    book.detach(shown)
    assert record.conversation == "named"
    assert book.attach(block(), made(), "named", "t1", seen_growing=False) == (record, False)

    book, shown = CallStore(EventStream()), block()
    record, _ = book.attach(shown, made(), "chat", "t1", seen_growing=True)
    book.rename("chat", "chat")
    book.detach(shown)
    assert book.attach(block(), made(), "chat", "t1", seen_growing=False) == (record, False)


def test_an_equal_call_in_another_text_is_known_and_one_in_the_same_text_is_not() -> None:
    book = CallStore(EventStream())
    assert not book.has_seen(block(), fingerprint(made()), "chat")
    book.attach(block(unit=1), made(), "chat", "t1", seen_growing=True)
    assert book.has_seen(block(unit=2), fingerprint(made()), "chat")
    assert not book.has_seen(block(unit=1), fingerprint(made()), "chat")


def test_a_fingerprint_depends_on_arguments_or_on_the_unreadable_text() -> None:
    assert fingerprint(made(a=1, b=2)) == fingerprint(made(b=2, a=1))

    assert fingerprint(made(complete=False, raw="a")) != fingerprint(made(complete=False, raw="b"))


def test_looking_up_and_leaving_cost_the_same_with_a_thousand_calls() -> None:
    book, blocks = CallStore(EventStream()), [block() for _ in range(1000)]
    for number, one in enumerate(blocks):
        book.attach(one, made(text=number), "chat", "t1", seen_growing=True)
    few = CallStore(EventStream())
    one = block()
    few.attach(one, made(text=999), "chat", "t1", seen_growing=True)
    assert steps(book, blocks[-1]) == steps(few, one)


def steps(book: CallStore, one: Block) -> int:
    """Lines of Python that a look-up and a leave take: a measure that no load of the machine changes."""
    count = 0

    def tracer(*_: object) -> Any:
        nonlocal count
        count += 1
        return tracer

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        assert one.registered_call
        book.detach(one)
    finally:
        sys.settrace(before)
    return count


def recalled(book: CallStore, conversation: str = "chat", turn: str = "m1", *, guess: bool = False) -> Call:
    """A call of an earlier run."""
    record = Call(conversation, turn, made(text="[redacted]"), from_ledger=True, uncertain_chat=guess)
    book.load(record, conversation, fingerprint(made(text="a")))
    return record


def test_a_call_of_an_earlier_run_is_known_by_its_hash_and_gets_what_it_says() -> None:
    book = CallStore(EventStream())
    record = recalled(book)
    found, new = book.attach(block(), made(text="a"), "chat", "m1", seen_growing=True)
    assert found is record
    assert not new
    assert found.parsed.arguments == {"text": "a"}
    assert not found.from_ledger


def test_a_recalled_call_of_an_uncertain_chat_is_known_only_where_it_is_shown_again() -> None:
    book = CallStore(EventStream())
    record = recalled(book, turn="#1", guess=True)
    found, new = book.attach(block(), made(text="a"), "chat", "#1", seen_growing=True)
    assert found is not record
    assert new

    book = CallStore(EventStream())
    recalled(book, turn="#1", guess=True)
    mark = fingerprint(made(text="a"))
    known = [book.has_seen(block(), mark, "chat", turn, seen_growing=True) for turn in ("#1", "#2")]
    assert known == [True, False]

    book = CallStore(EventStream())
    record = recalled(book, turn="#1", guess=True)
    found, _ = book.attach(block(), made(text="a"), "chat", "#1", seen_growing=False)
    assert found is record
    assert not found.uncertain_chat


def test_a_call_that_is_recalled_in_another_conversation_is_not_in_its_first_any_more() -> None:
    book = CallStore(EventStream())
    record = recalled(book)
    book.load(record, "other", fingerprint(made(text="a")))
    assert book.attach(block(), made(text="a"), "chat", "m1", seen_growing=True)[1] is True
    assert record.conversation == "other"


def test_the_twins_of_a_call_are_the_equal_ones_of_its_conversation() -> None:
    book = CallStore(EventStream())
    first, _ = book.attach(block(), made(text="a"), "chat", "m1", seen_growing=True)
    second, _ = book.attach(block(), made(text="a"), "chat", "m2", seen_growing=True)
    book.attach(block(), made(), "other", "m1", seen_growing=True)
    assert book.duplicates(first) == {first.id, second.id}

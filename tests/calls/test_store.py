from __future__ import annotations

import sys
from typing import Any

import pytest

from overlay.calls.call import Block
from overlay.calls.store import Book, Record, fingerprint
from overlay.detection import ToolCall


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
    return Block(unit, 0, place=place)


def test_a_new_call_gets_a_record_and_the_block_leads_to_it() -> None:
    book, shown = Book(), block()
    record, new = book.enter(shown, made(), "chat", "t1", fresh=True)
    assert new
    assert book.of(shown) is record


def test_a_block_that_was_never_entered_has_no_record() -> None:
    assert Book().of(block()) is None


def test_a_call_that_left_and_came_back_in_its_turn_is_the_same() -> None:
    book, shown = Book(), block()
    record, _ = book.enter(shown, made(), "chat", "t1", fresh=True)
    book.leave(shown)
    assert book.enter(block(), made(), "chat", "t1", fresh=True) == (record, False)


def test_a_call_that_came_back_in_a_turn_with_another_number_is_the_same() -> None:
    book, shown = Book(), block()
    record, _ = book.enter(shown, made(), "chat", "t1", fresh=True)
    book.leave(shown)
    assert book.enter(block(), made(), "chat", "t9", fresh=False) == (record, False)


def test_a_fresh_call_in_another_message_beside_the_first_is_another() -> None:
    book = Book()
    book.enter(block(), made(), "chat", "t1", fresh=True)
    assert book.enter(block(unit=2), made(), "chat", "t2", fresh=True)[1]


def test_a_fresh_call_in_place_of_one_that_left_is_that_one_whatever_its_message_is_called() -> None:
    book, shown = Book(), block()
    record, _ = book.enter(shown, made(), "chat", "t1", fresh=True)
    book.leave(shown)
    assert book.enter(block(), made(), "chat", "t2", fresh=True) == (record, False)


@pytest.mark.parametrize(
    ("before", "now", "known"),
    [
        pytest.param("1:a", "2:b", False, id="another message was sent meanwhile"),
        pytest.param("1:", "2:", False, id="one message more, too short to tell its words"),
        pytest.param("9:a", "2:b", False, id="a list that lost its beginning, and other words"),
        pytest.param("1:a", "1:a", True, id="the same message"),
        pytest.param("1:", "1:", True, id="as many messages"),
    ],
)
def test_a_fresh_call_is_another_if_it_answers_another_message(before: str, now: str, known: bool) -> None:
    book, shown = Book(), block()
    record, _ = book.enter(shown, made(), "chat", "t1", fresh=True, answers=before)
    book.leave(shown)
    found, new = book.enter(block(), made(), "chat", "t2", fresh=True, answers=now)
    assert (found is record, new) == (known, not known)


@pytest.mark.parametrize(
    ("now", "known"),
    [("7:a", True), ("1:b", False), ("7:", True)],
    ids=["the same words", "other words", "words that tell nothing"],
)
def test_a_fresh_call_in_another_document_is_known_by_what_it_answers(now: str, known: bool) -> None:
    book = Book()
    record, _ = book.enter(block("a"), made(), "chat", "t1", fresh=True, answers="1:a")
    assert (book.enter(block("b"), made(), "chat", "t2", fresh=True, answers=now)[0] is record) == known


def test_a_call_of_an_earlier_run_is_known_in_another_message_only_by_what_it_answers() -> None:
    book = Book()
    record = recalled(book)
    record.answers = "1:a"
    assert book.enter(block(), made(text="a"), "chat", "t2", fresh=True, answers="3:a") == (record, False)
    assert recalled(book, turn="t9") is not None
    assert book.enter(block(), made(text="a"), "chat", "t8", fresh=True)[1]


def two(book: Book, *, fresh: bool = False, **more: str) -> list[Record]:
    """A call that was seen to be written, and an equal one that stands beside it."""
    first, _ = book.enter(block(), made(), "chat", "t1", fresh=True)
    second, _ = book.enter(block(unit=2), made(), "chat", more.pop("turn", "t1"), fresh=fresh, **more)
    return [first, second]


def test_a_call_that_comes_whole_beside_an_equal_one_may_be_that_one() -> None:
    book = Book()
    first, second = two(book)
    first.started = True
    assert book.ran_as(second) is first


def test_two_calls_of_one_message_that_were_seen_to_be_written_are_two() -> None:
    book = Book()
    first, second = two(book, fresh=True)
    assert (first.doubles, second.doubles) == ([], [])


def test_two_calls_of_one_text_are_two() -> None:
    book = Book()
    first, _ = book.enter(block(), made(), "chat", "t1", fresh=False)
    second, _ = book.enter(block(), made(), "chat", "t1", fresh=False)
    assert (first.doubles, second.doubles) == ([], [])


def test_the_block_that_is_left_shows_what_became_of_the_call() -> None:
    book = Book()
    first, second = two(book)
    (left,) = second.blocks.values()
    book.leave(next(iter(first.blocks.values())))
    assert book.successor(first, "tab") is second
    assert book.merge(first, second) == [left]
    assert book.of(left) is first
    assert left.state is first.state


def test_a_copy_that_leaves_is_forgotten() -> None:
    book = Book()
    first, second = two(book)
    book.leave(next(iter(second.blocks.values())))
    assert book.twins(first) == {first.id}
    assert first.doubles == []


def test_the_equal_calls_beside_a_block_are_those_of_its_document_in_other_texts() -> None:
    book, shown = Book(), block(unit=3)
    first, second = two(book, fresh=True)
    book.enter(block("other tab"), made(), "chat", "t9", fresh=True, answers="1:b")
    record, _ = book.enter(shown, made(), "chat", "t1", fresh=True)
    assert book.beside(record, shown) == [first, second]


def test_two_calls_that_may_be_one_are_doubles_until_the_page_says_that_they_are_two() -> None:
    book = Book()
    first, second = two(book, fresh=True)
    assert book.compare(second, "tab", [first], ["unsure"], fresh=True) is None
    assert (first.doubles, second.doubles, second.copy) == ([second], [first], True)
    assert book.compare(second, "tab", [first], ["other"], fresh=False) is None
    assert first.doubles == [second]
    assert book.compare(second, "tab", [first], ["other"], fresh=True) is None
    assert (first.doubles, second.doubles, second.copy) == ([], [], False)


def test_a_call_whose_block_left_is_the_one_in_the_same_message_or_answer_only() -> None:
    book = Book()
    first, second = two(book, fresh=True)
    assert book.compare(second, "tab", [first], ["left"], fresh=True) is first
    first.turn, first.answers, second.answers = "t0", "1:a", "2:b"
    assert book.compare(second, "tab", [first], ["left"], fresh=True) is None


def test_of_several_calls_the_one_with_the_fewest_blocks_is_shown_again() -> None:
    book = Book()
    first, second = two(book, fresh=True)
    more = block(unit=3)
    third, _ = book.enter(more, made(), "chat", "t1", fresh=True)
    book.merge(first, third)
    fourth, _ = book.enter(block(unit=4), made(), "chat", "t1", fresh=True)
    others = [first, second, third]
    assert book.compare(fourth, "tab", others, ["same", "same", "same"], fresh=True) is second


def test_it_is_told_which_record_turned_out_to_be_no_call_of_its_own() -> None:
    book, told = Book(), list[Record]()
    book.forgotten = told.append
    first, second = two(book)
    book.merge(first, second)
    assert told == [second]


def test_a_call_whose_block_still_stands_in_the_document_is_another() -> None:
    book = Book()
    book.enter(block(), made(), "chat", "t1", fresh=True)
    assert book.enter(block(), made(), "chat", "t1", fresh=False)[1]


def test_a_call_shown_by_a_second_document_is_the_same() -> None:
    book, first, second = Book(), block("a"), block("b")
    record, _ = book.enter(first, made(), "chat", "t1", fresh=True)
    assert book.enter(second, made(), "chat", "t7", fresh=False) == (record, False)
    assert list(record.blocks.values()) == [first, second]


def test_the_record_of_the_same_turn_goes_before_an_older_one() -> None:
    book, one, two = Book(), block(), block()
    book.enter(one, made(), "chat", "t1", fresh=True)
    second, _ = book.enter(two, made(), "chat", "t2", fresh=True)
    book.leave(one)
    book.leave(two)
    assert book.enter(block(), made(), "chat", "t2", fresh=False) == (second, False)


def test_equal_calls_that_come_back_find_a_record_each() -> None:
    book, blocks = Book(), [block(), block()]
    records = [book.enter(one, made(), "chat", "t1", fresh=True)[0] for one in blocks]
    for one in blocks:
        book.leave(one)
    assert [book.enter(block(), made(), "chat", "t1", fresh=False)[0] for _ in blocks] == records


@pytest.mark.parametrize(
    "other", [made("other"), made(call_id="2"), made(text="x")], ids=["name", "call id", "arguments"]
)
def test_a_call_with_another(other: ToolCall) -> None:
    book, shown = Book(), block()
    book.enter(shown, made(), "chat", "t1", fresh=True)
    book.leave(shown)
    assert book.enter(block(), other, "chat", "t1", fresh=False)[1]


def test_the_same_call_in_another_conversation_is_another() -> None:
    book, shown = Book(), block()
    book.enter(shown, made(), "one", "t1", fresh=True)
    book.leave(shown)
    assert book.enter(block(), made(), "two", "t1", fresh=False)[1]


def test_what_happened_in_a_new_chat_stays_with_it_when_it_gets_its_address() -> None:
    book, shown = Book(), block()
    record, _ = book.enter(shown, made(), "new", "t1", fresh=True)
    book.rename("new", "named")
    book.leave(shown)
    assert record.conversation == "named"
    assert book.enter(block(), made(), "named", "t1", fresh=False) == (record, False)


def test_a_name_given_to_itself_keeps_everything() -> None:
    book, shown = Book(), block()
    record, _ = book.enter(shown, made(), "chat", "t1", fresh=True)
    book.rename("chat", "chat")
    book.leave(shown)
    assert book.enter(block(), made(), "chat", "t1", fresh=False) == (record, False)


def test_leaving_twice_is_leaving_once() -> None:
    book, shown = Book(), block()
    book.enter(shown, made(), "chat", "t1", fresh=True)
    book.leave(shown)
    book.leave(shown)
    assert book.of(shown) is None


def test_only_what_stands_somewhere_waits() -> None:
    book, here, gone = Book(), block(), block()
    record, _ = book.enter(here, made(), "chat", "t1", fresh=True)
    left, _ = book.enter(gone, made(text="x"), "chat", "t1", fresh=True)
    record.status = left.status = "waiting"
    book.leave(gone)
    assert book.waiting() == [record]


def test_an_equal_call_in_another_text_is_known_and_one_in_the_same_text_is_not() -> None:
    book = Book()
    assert not book.knows(block(), made(), "chat")
    book.enter(block(unit=1), made(), "chat", "t1", fresh=True)
    assert book.knows(block(unit=2), made(), "chat")
    assert not book.knows(block(unit=1), made(), "chat")


def test_the_order_in_which_arguments_are_written_does_not_count() -> None:
    assert fingerprint(made(a=1, b=2)) == fingerprint(made(b=2, a=1))


def test_two_calls_that_can_not_be_read_differ_by_their_text() -> None:
    assert fingerprint(made(complete=False, raw="a")) != fingerprint(made(complete=False, raw="b"))


def test_looking_up_and_leaving_cost_the_same_with_a_thousand_calls() -> None:
    book, blocks = Book(), [block() for _ in range(1000)]
    for number, one in enumerate(blocks):
        book.enter(one, made(text=number), "chat", "t1", fresh=True)
    few = Book()
    few.enter(blocks[-1], made(text=999), "chat", "t1", fresh=True)
    assert steps(book, blocks[-1]) == steps(few, blocks[-1])


def steps(book: Book, one: Block) -> int:
    """Lines of Python that a look-up and a leave take: a measure that no load of the machine changes."""
    count = 0

    def tracer(*_: object) -> Any:
        nonlocal count
        count += 1
        return tracer

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        book.of(one)
        book.leave(one)
    finally:
        sys.settrace(before)
    return count


def recalled(book: Book, conversation: str = "chat", turn: str = "m1", *, guess: bool = False) -> Record:
    """A call of an earlier run."""
    record = Record(conversation, turn, made(text="[redacted]"), past=True, guess=guess)
    book.recall(record, conversation, fingerprint(made(text="a")))
    return record


def test_a_call_of_an_earlier_run_is_known_by_its_hash_and_gets_what_it_says() -> None:
    book = Book()
    record = recalled(book)
    found, new = book.enter(block(), made(text="a"), "chat", "m1", fresh=True)
    assert (found is record, new, found.call.arguments, found.past) == (True, False, {"text": "a"}, False)


def test_a_call_that_may_be_of_another_chat_is_not_one_that_is_written_now() -> None:
    book = Book()
    record = recalled(book, turn="#1", guess=True)
    found, new = book.enter(block(), made(text="a"), "chat", "#1", fresh=True)
    assert (found is record, new) == (False, True)


def test_such_a_call_is_known_all_the_same_in_what_may_be_its_message() -> None:
    book = Book()
    recalled(book, turn="#1", guess=True)
    known = [book.knows(block(), made(text="a"), "chat", turn, fresh=True) for turn in ("#1", "#2")]
    assert known == [True, False]


def test_such_a_call_is_the_old_one_that_is_shown_and_no_guess_any_more() -> None:
    book = Book()
    record = recalled(book, turn="#1", guess=True)
    found, _ = book.enter(block(), made(text="a"), "chat", "#1", fresh=False)
    assert (found is record, found.guess) == (True, False)


def test_a_call_that_is_recalled_in_another_conversation_is_not_in_its_first_any_more() -> None:
    book = Book()
    record = recalled(book)
    book.recall(record, "other", fingerprint(made(text="a")))
    assert (book.enter(block(), made(text="a"), "chat", "m1", fresh=True)[1], record.conversation) == (
        True,
        "other",
    )


def test_the_twins_of_a_call_are_the_equal_ones_of_its_conversation() -> None:
    book = Book()
    first, _ = book.enter(block(), made(text="a"), "chat", "m1", fresh=True)
    second, _ = book.enter(block(), made(text="a"), "chat", "m2", fresh=True)
    book.enter(block(), made(), "other", "m1", fresh=True)
    assert book.twins(first) == {first.id, second.id}

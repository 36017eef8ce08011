from collections.abc import Callable
from typing import Any

import pytest

from overlay.detection.stream_buffer import EndOfInput, NotACall, Parser, StreamBuffer
from overlay.detection.token_readers import expect, preceding, skip_to, take, text_to, word_to_mark
from tests.support.table import for_each


def run(text: str, parser: Callable[[StreamBuffer], Parser[Any]]) -> tuple[Any, str]:
    """Feed `text` one character at a time; return the parser's result and the rest."""
    source = StreamBuffer()
    steps = parser(source)
    at = 0
    try:
        while True:
            next(steps)
            if at < len(text):
                source.push(text[at])
                at += 1
            else:
                source.eof = True
    except StopIteration as stop:
        source.push(text[at:])
        return stop.value, source.slice(source.at, source.length)


def test_take_consumes_what_comes() -> None:
    assert run("  <B>x", lambda s: take(s, ("<a>", "<b>"))) == ("<b>", "x")


@for_each("text", ["  <c>", "  ", "<"])
def test_take_consumes_nothing_else(text: str) -> None:
    assert run(text, lambda s: take(s, ("<a>",))) == (None, text)


def test_expect_refuses_another_text() -> None:
    with pytest.raises(NotACall):
        run("<c>", lambda s: expect(s, "<a>"))


def test_skip_to_is_cut_by_the_end_of_the_text() -> None:
    with pytest.raises(EndOfInput):
        run("  ", lambda s: skip_to(s, ("<a>",)))


def test_text_to_reads_past_what_only_begins_like_it() -> None:
    assert run("a<b<sep>c", lambda s: text_to(s, "<sep>")) == ("a<b", "c")


def test_text_to_has_a_limit() -> None:
    with pytest.raises(NotACall):
        run("a" * 300 + "<sep>", lambda s: text_to(s, "<sep>"))


def test_a_word_ends_at_a_mark() -> None:
    assert run("name<x", word_to_mark) == ("name", "<x")


@for_each(("text", "problem"), [("name", EndOfInput), ("n" * 300, NotACall)])
def test_a_word_without_an_end_is_refused(text: str, problem: type[Exception]) -> None:
    with pytest.raises(problem):
        run(text, word_to_mark)


def test_preceding_gives_the_text_before_the_position() -> None:
    source = StreamBuffer()
    source.push("abcdef")
    source.pos = 4
    assert preceding(source, 2) == "cd"

from collections.abc import Callable
from typing import TypeVar

import pytest

from overlay.detection.json_stream import (
    MalformedJson,
    next_item,
    next_key,
    skip_space_and_comments,
    string,
    tee,
    value,
)
from overlay.detection.stream_buffer import EndOfInput, Parser, StreamBuffer
from tests.support.table import for_each

T = TypeVar("T")


def run(text: str, parser: Callable[[StreamBuffer], Parser[T]], size: int) -> tuple[T, StreamBuffer]:
    """Drive `parser` over `text` in deltas of `size`."""
    source = StreamBuffer()
    steps = parser(source)
    fed = 0
    try:
        while True:
            if fed < len(text):
                source.push(text[fed : fed + size])
                fed += size
            else:
                source.eof = True
            next(steps)
    except StopIteration as stop:
        return stop.value, source


SIZES = for_each("size", [1, 2, 100])


@SIZES
@for_each(
    ("text", "expected"),
    [
        ('"plain" ', "plain"),
        ('"a\\n\\"\\\\\\u00e9\\ud83d\\ude00" ', 'a\n"\\é😀'),
        ('"\\ud83dx\\udfff\\ud83d\\u0041\\uzzzz" ', "\ufffdx\ufffd\ufffdA\ufffd"),
        ("'it's fine' }", "it's fine"),
        ("“said” ,", "said"),
        ('"\\q" ', "\\q"),
    ],
)
def test_a_string_is_decoded_as_it_comes(text: str, expected: str, size: int) -> None:
    pieces: list[str] = []
    run(text, lambda s: string(s, pieces.append) if s.buf else _wait(s, pieces), size)
    assert "".join(pieces) == expected


def _wait(s: StreamBuffer, pieces: list[str]) -> Parser[None]:
    yield from s.peek(1)
    yield from string(s, pieces.append)


@SIZES
@for_each(
    ("text", "end"),
    [
        ('{"a": "}"} x', 10),
        ("[[1], {'k': \"]\"}] x", 17),
        ('{/* } */ "a": 1 // ]\n} x', 22),
        ("12.5, x", 4),
        ("true}", 4),
        ("{1/2} x", 5),
    ],
)
def test_a_value_ends_where_its_brackets_do(text: str, end: int, size: int) -> None:
    _, source = run(text, value, size)
    assert source.at == end


@SIZES
@for_each(
    ("text", "why"),
    [
        ("}", "no value before '}'"),
        ("[}", "'}' closes nothing"),
        ("[" * 1002, "nested too deep"),
    ],
)
def test_a_text_that_is_no_value_is_malformed(text: str, why: str, size: int) -> None:
    with pytest.raises(MalformedJson, match=why):
        run(text, value, size)


@for_each("text", ["", '{"a": ', '"x', '"x\\', "[1, "])
def test_a_value_that_is_cut_off_says_so(text: str) -> None:
    with pytest.raises(EndOfInput):
        run(text, value, 1)


def test_a_word_may_end_with_the_text() -> None:
    assert run("12", value, 1)[1].at == 2


def test_a_strict_string_holds_no_line_break() -> None:
    with pytest.raises(MalformedJson, match="line break"):
        run('"a\nb"', lambda s: value(s, strict=True), 1)


@SIZES
def test_raw_text_is_echoed_as_it_comes(size: int) -> None:
    pieces: list[str] = []
    run('[1, "\\n"], x', lambda s: tee(s, value(s), pieces.append), size)
    assert "".join(pieces) == '[1, "\\n"]'


def keys(s: StreamBuffer) -> Parser[list[str]]:
    yield from s.peek(1)
    s.pos += 1
    found: list[str] = []
    while (key := (yield from next_key(s))) is not None:
        found.append(key)
        yield from value(s)
    return found


@SIZES
def test_keys_come_one_by_one(size: int) -> None:
    assert run('{"a": 1, \'b\' : [2], /*c*/ "d": "x",} ', keys, size)[0] == ["a", "b", "d"]


@for_each(("text", "why"), [("{+: 1}", "expected a key"), ('{"a" 1}', "expected ':'")])
def test_an_object_without_keys_or_colons_is_bad(text: str, why: str) -> None:
    with pytest.raises(MalformedJson, match=why):
        run(text, keys, 1)


@for_each("text", ["{", '{"a"', '{"a": 1,'])
def test_an_object_that_is_cut_off_says_so(text: str) -> None:
    with pytest.raises(EndOfInput):
        run(text, keys, 1)


def items(s: StreamBuffer) -> Parser[int]:
    yield from s.peek(1)
    s.pos += 1
    count = 0
    while (yield from next_item(s, first=not count)) != "]":
        count += 1
        yield from value(s)
    return count


@SIZES
def test_items_come_one_by_one(size: int) -> None:
    assert run("[1, {}; 3,] ", items, size)[0] == 3


def test_items_need_a_comma_between() -> None:
    with pytest.raises(MalformedJson, match="expected ','"):
        run("[1 2]", items, 1)


def test_a_list_that_is_cut_off_says_so() -> None:
    with pytest.raises(EndOfInput):
        run("[1,", items, 1)


@SIZES
@for_each(("text", "expected"), [(" // c\n x", "x"), ("/*a**/y", "y"), (" /z", "/"), ("# c\nw", "w")])
def test_comments_are_skipped(text: str, expected: str, size: int) -> None:
    assert run(text, skip_space_and_comments, size)[0] == expected

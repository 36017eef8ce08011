import re

import pytest

from overlay.detection.stream_buffer import KEEP, EndOfInput, StreamBuffer
from tests.support.table import for_each


def fed(*chunks: str) -> StreamBuffer:
    source = StreamBuffer()
    for chunk in chunks:
        source.push(chunk)
    return source


@for_each(("start", "end"), [(0, 9), (2, 5), (3, 3), (5, 2), (0, 1), (6, 9), (2, 3)])
def test_a_slice_spans_chunks(start: int, end: int) -> None:
    assert fed("abc", "def", "ghi").slice(start, end) == "abcdefghi"[start:end]


def test_a_slice_of_nothing_is_empty() -> None:
    assert StreamBuffer().slice(0, 5) == ""


def test_the_window_holds_only_what_is_unread() -> None:
    source = fed("abcdef")
    source.pos = 4
    source.push("gh")
    assert source.buf == "efgh"
    assert source.base == 4
    assert source.at == 4
    assert source.length == 8


@for_each("at", [0, 3, 5])
def test_reading_goes_back_and_on(at: int) -> None:
    source = fed("abc", "def")
    source.pos = 5
    source.push("ghi")
    source.rewind(at)
    assert source.buf[source.pos :] == "abcdefghi"[at:]


def test_trim_forgets_what_lies_well_behind() -> None:
    source = StreamBuffer()
    for _ in range(KEEP + 200):
        source.push("x")
        source.pos = len(source.buf)
    source.trim()
    assert source.slice(source.at - KEEP, source.at) == "x" * KEEP
    assert source.slice(0, 10) == ""


def test_trim_forgets_the_beginning_of_a_long_chunk() -> None:
    source = fed("x" * 3 * KEEP)
    source.pos = len(source.buf)
    source.trim()
    assert source.slice(source.at - KEEP, source.at) == "x" * KEEP
    assert source.slice(0, 10) == ""


@for_each("read", [0, KEEP, KEEP + 1, 3 * KEEP])
def test_a_window_that_is_cut_reads_on_at_the_same_place(read: int) -> None:
    source = fed("x" * 3 * KEEP, "end")
    source.pos = read
    source.release()
    assert source.at == read
    assert len(source.buf) - source.pos == 3 * KEEP + 3 - read
    source.rewind(1)
    assert source.buf[source.pos :] == "x" * (3 * KEEP - 1) + "end"


def test_take_waits_until_it_can_tell() -> None:
    source = fed("<IN")
    steps = source.take("<invoke")
    next(steps)
    source.push("VOKE>")
    with pytest.raises(StopIteration) as stop:
        next(steps)
    assert stop.value.value
    assert source.buf[source.pos :] == ">"


def test_until_is_cut_by_the_end_of_the_text() -> None:
    source = fed("abc")
    source.eof = True
    with pytest.raises(EndOfInput):
        next(source.until(re.compile("x")))


def test_past_finds_what_is_split_between_chunks() -> None:
    source = fed("ab<")
    steps = source.read_past(re.compile("</x>"), 4)
    next(steps)
    source.push("/x>cd")
    with pytest.raises(StopIteration):
        next(steps)
    assert source.buf[source.pos :] == "cd"


def test_past_is_cut_by_the_end_of_the_text() -> None:
    source = fed("abc")
    source.eof = True
    with pytest.raises(EndOfInput):
        next(source.read_past(re.compile("x"), 1))

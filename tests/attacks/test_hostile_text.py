"""Text made to keep detection busy: the work it costs is its length times a constant, whatever it contains.

Work is counted, not timed: every call of a function, of Python or of C, and every code point that the source copies.
"""

import random
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import pydantic
import pytest

from bench.hostile import DELTA, MARKS, Hostile, halves, of_format, openers
from overlay.detection import StreamDetector, attempts
from overlay.detection.model import ToolCall
from overlay.detection.stream_buffer import StreamBuffer
from tests.support.effort import some

OPENERS = {name: own for name, own in openers().items() if own}
SIZE = some(6000, 3000)
MOST = 40  # calls and copied code points, for each code point of the text
SAMPLE = some(6, 1)
COMPILES = (str(Path(re.__file__).parent), str(Path(pydantic.__file__).parent), "<frozen importlib")
"""Code that works once in a process: it makes patterns and models when they are first used."""


class TooMuch(BaseException):
    """Ends the work once it is clear that it is too much; nothing in detection catches it."""


class Work:
    """The counted work."""

    def __init__(self) -> None:
        self.calls = 0
        self.copied = 0


@contextmanager
def counted(patch: pytest.MonkeyPatch) -> Generator[Work]:
    work = Work()
    push, piece, back = StreamBuffer.push, StreamBuffer.slice, StreamBuffer.rewind

    def pushing(self: StreamBuffer, delta: str) -> None:
        push(self, delta)
        work.copied += len(self.buf)

    def slicing(self: StreamBuffer, start: int, end: int) -> str:
        found = piece(self, start, end)
        work.copied += len(found)
        return found

    def rewinding(self: StreamBuffer, at: int) -> None:
        joined = at < self.base
        back(self, at)
        work.copied += len(self.buf) if joined else 0

    def event(frame: FrameType, what: str, _argument: object) -> None:
        if what in ("call", "c_call") and not frame.f_code.co_filename.startswith(COMPILES):
            work.calls += 1
            if work.calls > MOST * SIZE:
                raise TooMuch

    with patch.context() as inner:
        inner.setattr(StreamBuffer, "push", pushing)
        inner.setattr(StreamBuffer, "slice", slicing)
        inner.setattr(StreamBuffer, "rewind", rewinding)
        before = sys.getprofile()
        sys.setprofile(event)
        try:
            yield work
        finally:
            sys.setprofile(before)


def work_of(text: str, delta: int, patch: pytest.MonkeyPatch) -> Work:
    detector = StreamDetector()
    with counted(patch) as work, suppress(TooMuch):
        for at in range(0, len(text), delta):
            detector.feed(text[at : at + delta])
        detector.finish()
    return work


@pytest.fixture(autouse=True)
def nothing_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the free amount, so that short texts are under the same rule as long ones."""
    monkeypatch.setattr(attempts, "_FREE", 500)


def texts(name: str) -> list[Hostile]:
    found = [*of_format(OPENERS[name])]
    return random.Random(0).sample(found, min(SAMPLE, len(found)))


def too_much(hostile: Hostile, patch: pytest.MonkeyPatch) -> list[str]:
    """The faults in the work that the text costs, at once and in deltas; the work is counted up to the limit."""
    wrong: list[str] = []
    for delta in (SIZE, DELTA):
        work = work_of(hostile.text(SIZE), delta, patch)
        if max(work.calls, work.copied) > MOST * SIZE:
            wrong.append(f"{hostile} in {delta}: {work.calls} calls, {work.copied} copied")
    return wrong


def test_the_work_on_the_openers_of_each_format_grows_with_their_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen = [one for name in OPENERS for one in texts(name)]
    assert [wrong for one in chosen for wrong in too_much(one, monkeypatch)] == []


def test_the_work_on_half_calls_grows_with_their_length(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = random.Random(0).sample(halves(), 4 * SAMPLE)
    assert [wrong for half in chosen for wrong in too_much(Hostile("", half), monkeypatch)] == []


def test_a_call_that_may_be_cut_off_looks_at_no_more_than_the_next_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    units = [
        "<tool_name>f</tool_name>",
        "<tool_name>f</tool_name>\n",
        "<tool_name>f</tool_name> is what I call. ",
        "<invoke><tool_name>f</tool_name>",
        "\n```xml\n<invoke name='f'>",
        "<tool_name>f</tool_name>\n```xml\n",
    ]
    assert [wrong for unit in units for wrong in too_much(Hostile("", unit), monkeypatch)] == []


def test_the_work_on_mixed_openers_grows_with_their_length(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(0)
    parts = [*MARKS, *(one for own in OPENERS.values() for one in own)]
    mixed = [Hostile("", "".join(rng.choices(parts, k=4))) for _ in range(4 * SAMPLE)]
    assert [wrong for one in mixed for wrong in too_much(one, monkeypatch)] == []


@pytest.mark.thorough
def test_control_without_the_budget_the_count_shows_too_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "_FREE", 1e12)
    units = ['[{"name":', '[{"name":[', '{"a":[']
    assert [unit for unit in units if not too_much(Hostile("", unit), monkeypatch)] == []


def test_a_call_behind_hostile_text_never_runs_automatically() -> None:
    """Text was passed over unread, so the text around the call isn't known."""
    detector = StreamDetector()
    detector.feed('{"a":[' * 3000 + "}" + "x " * 20_000 + '\n<invoke name="f"></invoke>\n')
    detector.finish()
    assert [(call.name, call.confidence) for call in detector.calls] == [("f", "repaired")]


def found_in(text: str) -> list[ToolCall]:
    detector = StreamDetector()
    detector.feed(text)
    detector.finish()
    return detector.calls


def test_nothing_nests_too_deep_to_be_read() -> None:
    deep = [
        '{"tool_calls":[' * 3000,
        '[{"tool_calls":[' * 3000,
        '<tool_call>{"name":"f","arguments":{"a":' * 2000,
        '<tool_call>{"name":"f","arguments":' + '{"a":' * 5000,
        "[f(a=" + "[" * 5000,
        "[f(a=" + "-" * 50_000 + "1)]",
        "<|tool_call>call:f{a:" + "{a:" * 3000,
        "]<]minimax[>[<invoke name='f'>" + "]<]minimax[>[<a>" * 3000,
        '<|tools_prefix|>[{"f":' + '{"a":' * 3000,
    ]
    assert [text[:40] for text in deep if any(call.complete for call in found_in(text))] == []


def test_a_letter_that_only_folds_to_an_openers_is_text() -> None:
    look_alikes = ["<ınvoke name='f'/>", "<function_callſ>", "&lt;ınvoke ", "[tool_callſ]"]
    assert [text for text in look_alikes if found_in(text)] == []

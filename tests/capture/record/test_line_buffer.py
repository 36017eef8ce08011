from __future__ import annotations

from overlay.capture.record.line_buffer import LineBuffer
from tests.capture.page_line import PAGE_LINE
from tests.capture.record.lines import opened, splice, step, text


def test_what_was_taken_is_given_again_as_often_as_asked() -> None:
    spool: LineBuffer[object] = LineBuffer(PAGE_LINE)  # type: ignore[type-var]
    lines = [opened(text(2, "half \ud83d")), *(step(n, splice(2, 0, 0, "x" * n)) for n in range(1, 900))]
    for line in lines:
        spool.add(line)  # type: ignore[arg-type]
    assert list(spool) == lines
    assert list(spool) == lines


def test_more_can_be_taken_after_some_was_given() -> None:
    spool: LineBuffer[object] = LineBuffer(PAGE_LINE)  # type: ignore[type-var]
    spool.add(opened(text(2, "a")))  # type: ignore[arg-type]
    assert len(list(spool)) == 1
    spool.add(step(1))  # type: ignore[arg-type]
    assert len(list(spool)) == 2
    assert spool.count == 2

from __future__ import annotations

from overlay.capture.record.line_buffer import LineBuffer
from tests.capture.page_line import PAGE_LINE
from tests.capture.record.lines import opened, splice, step, text


def test_a_buffer_gives_its_lines_again_and_takes_more() -> None:
    buffer: LineBuffer[object] = LineBuffer(PAGE_LINE)  # type: ignore[type-var]
    lines = [opened(text(2, "half \ud83d")), *(step(n, splice(2, 0, 0, "x" * n)) for n in range(1, 900))]
    for line in lines:
        buffer.add(line)  # type: ignore[arg-type]
    assert list(buffer) == lines
    assert list(buffer) == lines
    buffer.add(step(900))  # type: ignore[arg-type]
    assert len(list(buffer)) == buffer.count == 901

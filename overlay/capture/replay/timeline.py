"""The timeline of a recording: page changes and the user's actions, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from overlay.capture.model import Answered, Closed, InputLine, Opened, Pressed, UncheckedLine, UncheckedStep
from overlay.capture.recording import Recording
from overlay.capture.replay.step_check import checked_page

TimelineEvent = Opened | UncheckedStep | Closed | Pressed | Answered


@dataclass(frozen=True, slots=True)
class Timeline:
    """`events` are (milliseconds, event), their times never decrease; `end` is the end in
    milliseconds. All changes of the documents `read` are read when they are closed or at the end, in this
    order.
    """

    events: list[tuple[float, TimelineEvent]]
    inputs: list[InputLine]
    end: float
    read: tuple[int, ...] = ()


def timeline_of(recording: Recording, *, played: bool = False) -> Timeline:
    """Return the timeline of `recording`, whose steps are not checked if it was `played` before.

    Raises CorruptRecording if it can't be read or a step can't be applied.
    """
    lines, inputs = checked_page(recording, played=played), list(recording.inputs())
    del lines[_last_closing(lines) :]
    lines = [*_read_part(lines, recording.manifest.unread)]
    timed: list[tuple[float, TimelineEvent]] = []
    now = 0.0
    for event in _merged(lines, inputs):
        now = max(now, event.at)
        timed.append((now, event))
    manifest = recording.manifest
    return Timeline(timed, inputs, max(now, manifest.length), tuple(manifest.read))


def _last_closing(lines: Sequence[UncheckedLine]) -> int:
    """Return the index of the line that closes the last page that was open, if no page is open at the end.

    The recording does not have what overlay did because of that. A frame's last changes may come after it.
    """
    left: set[int] = set()
    closing = len(lines)
    for at, line in enumerate(lines):
        if isinstance(line, Opened) and line.frame is None:
            left.add(line.doc)
        elif isinstance(line, Closed) and line.doc in left:
            left.remove(line.doc)
            closing = at if not left else closing
    return len(lines) if left else closing


def _read_part(lines: Iterable[UncheckedLine], unread: Mapping[int, int]) -> Iterator[UncheckedLine]:
    """Yield the lines without the steps that overlay had not read when their document was closed."""
    for line in lines:
        if not isinstance(line, UncheckedStep) or line.n < unread.get(line.doc, line.n + 1):
            yield line


def _merged(lines: Iterable[UncheckedLine], inputs: Iterable[InputLine]) -> Iterator[TimelineEvent]:
    """Yield all in order: an action of the user comes after the step `n` that it names, then by time."""
    waiting = [line for line in inputs if isinstance(line, Pressed | Answered)]
    n = 0
    for line in lines:
        n = line.n - 1 if isinstance(line, UncheckedStep) else n
        while waiting and waiting[0].n <= n and waiting[0].at < line.at:
            yield waiting.pop(0)
        yield line
        n = line.n if isinstance(line, UncheckedStep) else n
    yield from waiting

"""The events of a companion, added to the report of a failing test."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from overlay import Companion


@contextmanager
def told_by(companion: Companion) -> Generator[None]:
    """Add the companion's events to a failure inside."""
    events = companion.listen()
    try:
        yield
    except (AssertionError, TimeoutError) as error:
        told = [events.get_nowait() for _ in range(events.qsize())]
        error.add_note(f"the events were {[(event.kind, event.text[:300]) for event in told if event]}")
        raise

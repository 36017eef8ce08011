"""What a companion told goes with a test that fails beside it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from overlay import Companion


@contextmanager
def told_by(companion: Companion) -> Generator[None]:
    """A failure inside says which events there were."""
    events = companion.listen()
    try:
        yield
    except (AssertionError, TimeoutError) as error:
        told = [events.get_nowait() for _ in range(events.qsize())]
        error.add_note(f"told were {[(event.kind, event.text[:300]) for event in told if event]}")
        raise

"""Notes which recorded steps of a document overlay had not read when the document was closed."""

from __future__ import annotations

import time
from collections.abc import Iterable

from observers.document import Document
from observers.protocol import Recorded
from observers.recording_protocol import MutationStep
from overlay.capture.model import PackedLine, PackedStep


class UnreadSteps:
    """The steps of each document since overlay last had all changes of its texts."""

    def __init__(self) -> None:
        self._read_at: dict[Document, float] = {}
        """The time of that, in milliseconds since 1970."""
        self._steps: dict[Document, list[tuple[int, float]]] = {}
        """The number and the time of each step."""

    def add(self, document: Document, number: int, record: Recorded, lines: Iterable[PackedLine]) -> None:
        """Note the steps in `lines`, the lines that `record` completed; `number` is the document's."""
        steps = [line.n for line in lines if isinstance(line, PackedStep) and line.doc == number]
        times = [entry.at for entry in record.entries if isinstance(entry, MutationStep) and entry.over]
        # The first entry of a document is in the line of the document itself. Steps may come after the texts.
        timed = [*zip(reversed(steps), reversed(times), strict=False)][::-1]
        read_at = self._read_at.get(document, 0)
        self._steps.setdefault(document, []).extend((n, at) for n, at in timed if at > read_at)

    def read(self, document: Document) -> None:
        """Note that overlay has all changes of the document's texts until now."""
        now = self._read_at[document] = time.time() * 1000
        self._steps[document] = [(n, at) for n, at in self._steps.get(document, []) if at > now]

    def closed(self, document: Document) -> tuple[bool, int | None]:
        """Forget a document; return whether overlay ever read it, and its first step that was not read."""
        steps = self._steps.pop(document, [])
        return self._read_at.pop(document, None) is not None, steps[0][0] if steps else None

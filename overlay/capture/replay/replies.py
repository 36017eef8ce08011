"""Remembers after which messages of the page script Python replied; a replay stops the page only there.

Most messages are parts of a text that change nothing. Each stop of the page costs a round trip through the
browser, which is most of a replay's time. So the expected result of a recording keeps the sendings that got a
reply; a sending is what the page script sent in one turn of its event loop. A replay that finds another reply
is played again without them, so the result is always that of a replay that stops after each sending.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from overlay.capture.model import Replied

ALL = 1_000_000
"""More sendings than a replay has."""


class UnexpectedReply(Exception):
    """Python replied to a sending after which the page had gone on."""


class Replies:
    """The replies of one replay, in `found`. `known` are those of an earlier replay; None: there was none."""

    def __init__(self, known: Replied | None) -> None:
        self.found: Replied = {}
        self._known = known
        self._count: Counter[int] = Counter()

    @property
    def known(self) -> bool:
        """Return whether there was an earlier replay."""
        return self._known is not None

    def quiet(self, document: int) -> int:
        """Return the number of sendings after which the document may go on."""
        if self._known is None:
            return 0
        numbers = self._known.get(document, ())
        at = bisect_left(numbers, self._count[document])
        return numbers[at] - self._count[document] if at < len(numbers) else ALL

    def take(self, document: int, *, replied: bool, stopped: bool) -> None:
        """Count a sending. Raises UnexpectedReply for a reply to a document that has not `stopped`."""
        if replied:
            if not stopped:
                raise UnexpectedReply
            self.found.setdefault(document, []).append(self._count[document])
        self._count[document] += 1

"""Whether a block of a replay shows an equal call a second time: as the page told it when it was recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from observers.protocol import Relation
from overlay.calls.call import Call
from overlay.capture.model import InputLine, Related
from overlay.common.clock import Clock


class RecordedPageRelations:
    """The page's recorded answers. A replay can't tell itself, for it draws no frames."""

    def __init__(self, inputs: Iterable[InputLine], clock: Clock) -> None:
        self._lines = [line for line in inputs if isinstance(line, Related)]
        self._clock = clock

    async def __call__(self, call: Call, number: int) -> list[Relation]:
        """Return the next answer about calls of that name, at its time; "" for each without a record.

        Does not return if the recording ended before the answer.
        """
        named = (line for line in self._lines if line.name == call.parsed.name)
        line = next((line for line in named if not line.ended or len(line.found) == number), None)
        if line is None:
            return [""] * number
        self._lines.remove(line)
        if not line.ended:
            await asyncio.Event().wait()
        await self._clock.sleep(line.at / 1000 - self._clock.now())
        return list(line.found)

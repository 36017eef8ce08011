"""Saves what was recorded so far from time to time, in case the process is killed before the end."""

from __future__ import annotations

import asyncio
import glob
import logging
import shutil
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from overlay.capture.record.atomic_save import save
from overlay.capture.record.output_place import reserved_name
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import MANIFEST
from overlay.common.errors import OverlayError
from overlay.common.paths import data_dir

log = logging.getLogger(__name__)
FIRST, MOST = 15.0, 300.0
"""Seconds until the first save, and the most between two: each takes longer than the one before."""
KILLED = "the capture was killed; this is what it had"


class Checkpoints:
    """The saved state of one capture that goes to `output`, in the user's data folder."""

    def __init__(self, output: Path, *, patterns: Iterable[str] = (), minimal: bool = False) -> None:
        self._place, self._name = data_dir() / "unsaved-recordings", f"{output.name}-{reserved_name(output)}"
        self.folder = self._place / f"{self._name}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
        self._patterns = tuple(patterns)
        self._minimal = minimal

    def left(self) -> list[Path]:
        """Return what captures to the same place had that were killed. No other one runs now."""
        return sorted(path.parent for path in self._place.glob(f"{glob.escape(self._name)}-*/{MANIFEST}"))

    @asynccontextmanager
    async def kept(self, recorder: Recorder) -> AsyncGenerator[None]:
        """Save from time to time what the recorder has, until the end of the block."""
        saving = asyncio.create_task(self._save_often(recorder))
        try:
            yield
        finally:
            saving.cancel()
            with suppress(asyncio.CancelledError):
                await saving

    def remove(self) -> None:
        """Remove the saved state: the recording itself was saved."""
        shutil.rmtree(self.folder, ignore_errors=True)

    async def _save_often(self, recorder: Recorder) -> None:
        pause, before = FIRST, 0
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, MOST)
            if recorder.count == before or recorder.companion is None:
                continue
            before = recorder.count
            await self._save(recorder)

    async def _save(self, recorder: Recorder) -> None:
        """Save a copy in a thread, for a long recording takes seconds."""
        given: dict[str, Any] = {"patterns": self._patterns, "minimal": self._minimal}
        try:
            await asyncio.to_thread(save, recorder.copy(), self.folder, ended=KILLED, **given)
        except (OSError, OverlayError) as error:
            log.warning("what was recorded so far could not be saved: %s", error)

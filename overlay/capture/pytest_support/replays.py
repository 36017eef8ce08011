"""Replays for synchronous tests, in a thread with a separate event loop and browser."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from overlay.capture.check.block_history import BlockHistory, block_histories
from overlay.capture.check.model import Verdict
from overlay.capture.check.runner.check_recording import check
from overlay.capture.check.runner.engine import Engine
from overlay.capture.check.runner.messages import Options
from overlay.capture.pytest_support.literals import Seen, why
from overlay.capture.pytest_support.loop_thread import LoopThread
from overlay.capture.recording import Recording
from overlay.capture.replay import play


class Replays:
    """Runs replays in a thread. The browser is opened at the first replay; `close` ends browser and
    thread.
    """

    def __init__(self) -> None:
        self._thread = LoopThread("overlay replays")
        self._stack = AsyncExitStack()
        self._engine: Engine | None = None

    def check(self, recording: Recording, *, update: bool) -> Verdict:
        """Replay a recording and compare the result with the accepted one; with `update`, accept it."""
        return self._thread.run(self._check(recording, Options(update=update)))

    def blocks(self, recording: Recording) -> list[Seen]:
        """Replay a recording and return the final calls. Raises CorruptRecording."""
        return self._thread.run(self._blocks(recording))

    def close(self) -> None:
        """End the browser and the thread."""
        self._thread.run(self._stack.aclose())
        self._thread.close()

    async def _opened(self) -> Engine:
        if self._engine is None:
            self._engine = await self._stack.enter_async_context(Engine(Options()))
        return self._engine

    async def _check(self, recording: Recording, options: Options) -> Verdict:
        engine = await self._opened()
        name = recording.folder.name
        with TemporaryDirectory(prefix="overlay-check-") as scratch:
            return await check(name, recording.folder, await engine.browser(), options, Path(scratch))

    async def _blocks(self, recording: Recording) -> list[Seen]:
        engine = await self._opened()
        played = await play(recording, browser=await engine.browser())
        return [_seen(history) for history in block_histories(played.log) if history.kind == "call"]


def _seen(history: BlockHistory) -> Seen:
    info = history.info
    reason = why(info.get("note", ""), info.get("result"), info.get("error_code"))
    return Seen(history.name, history.arguments, str(info.get("status", "streaming")), reason)

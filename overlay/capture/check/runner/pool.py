"""Checks many recordings in parallel worker processes.

Each worker is a process with a browser, not a context of a shared browser: a crash affects only one
recording, and no recording waits for another's Python code. On two cores, both ways took about the same time.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from overlay.capture.check.discovery import Found
from overlay.capture.check.model import Verdict
from overlay.capture.check.runner.messages import Job, Options
from overlay.common.errors import BrowserNotFound, OverlayError, UsageError

LIMIT = 2**28
"""Maximum size of a verdict's line, in bytes."""
LEAVING = 5.0
"""Seconds that a worker has to close its browser before it is killed."""
PROGRAM = (sys.executable, "-m", "overlay.capture.check.runner.worker")


async def check_all(
    found: Sequence[Found],
    options: Options,
    *,
    jobs: int,
    limit: float = 600,
    program: Sequence[str] = PROGRAM,
) -> AsyncGenerator[Verdict]:
    """Yield the verdicts in the order of completion, `jobs` recordings in parallel, `limit` seconds for each.

    Raises BrowserNotFound or UsageError if a worker gets no browser.
    """
    waiting = [Job(number=n, name=one.name, folder=str(one.folder)) for n, one in enumerate(found, 1)]
    waiting.reverse()
    done: asyncio.Queue[Verdict | BaseException | None] = asyncio.Queue()

    async def serve() -> None:
        try:
            worker = _Worker(options, limit, program)
            try:
                while waiting:
                    done.put_nowait(await worker.check(waiting.pop()))
            finally:
                await worker.close()
        except BaseException as error:
            done.put_nowait(error)
            raise
        done.put_nowait(None)

    servers = [asyncio.create_task(serve()) for _ in range(min(jobs, len(waiting)))]
    left = len(servers)
    try:
        while left:
            verdict = await done.get()
            if isinstance(verdict, BaseException):
                raise verdict
            if verdict is None:
                left -= 1
            else:
                yield verdict
    finally:
        for server in servers:
            server.cancel()
        await asyncio.gather(*servers, return_exceptions=True)


class _Worker:
    """A process that is started for the first job, and restarted for the next job if it ended."""

    def __init__(self, options: Options, limit: float, program: Sequence[str]) -> None:
        self._options = options
        self._limit = limit
        self._program = program
        self._process: Process | None = None

    async def check(self, job: Job) -> Verdict:
        """Return the verdict of a job; if the worker ends or takes too long, the outcome is `error`."""
        began = perf_counter()
        process = self._process or await self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        problem = ""
        try:
            process.stdin.write(job.model_dump_json().encode() + b"\n")
            async with asyncio.timeout(self._limit):
                line = await process.stdout.readline()
        except TimeoutError:
            problem, line = f"it took longer than {self._limit:g} s", b""
        except (OSError, ValueError) as error:
            problem, line = f"its worker gave no answer: {error}", b""
        if line:
            return _read(line)
        self._process = None
        code = await _end(process, 0 if problem else LEAVING)
        problem = problem or f"its worker ended with {code}"
        return Verdict(
            name=job.name,
            folder=job.folder,
            outcome="error",
            problem=problem,
            seconds=perf_counter() - began,
        )

    async def close(self) -> None:
        """End the process; it closes its browser."""
        if self._process:
            await _end(self._process, LEAVING)

    async def _start(self) -> Process:
        process = self._process = await asyncio.create_subprocess_exec(
            *self._program,
            stdin=PIPE,
            stdout=PIPE,
            limit=LIMIT,
            start_new_session=True,  # Ctrl+C is for this process, also while the other one imports modules
        )
        assert process.stdin is not None
        process.stdin.write(self._options.model_dump_json().encode() + b"\n")
        return process


def _read(line: bytes) -> Verdict:
    message: dict[str, Any] = json.loads(line)
    if "fault" in message:
        kinds: dict[int, type[OverlayError]] = {2: UsageError, 3: BrowserNotFound}
        raise kinds.get(message["code"], OverlayError)(message["fault"])
    return Verdict.model_validate(message)


async def _end(process: Process, patience: float) -> int:
    assert process.stdin is not None
    process.stdin.close()
    try:
        async with asyncio.timeout(patience):
            return await process.wait()
    except TimeoutError:
        process.kill()
        return await process.wait()


def cores() -> int:
    """Return the default number of recordings to check in parallel: the usable CPU cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(verdicts: Sequence[Verdict], found: Sequence[Found]) -> list[Verdict]:
    """Return the verdicts in the order of the recordings."""
    places = {str(one.folder): place for place, one in enumerate(found)}
    return sorted(verdicts, key=lambda verdict: places.get(str(Path(verdict.folder)), len(places)))

"""A worker process with its own browser that checks one recording after the other.

`python -m overlay.capture.check.runner.worker` reads Options and then Jobs from stdin, and writes a Verdict
for each job to stdout. When stdin closes, it ends at once, even during a check, because its parent has gone.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from overlay.capture.check.model import Verdict
from overlay.capture.check.runner.check_recording import check
from overlay.capture.check.runner.engine import Engine
from overlay.capture.check.runner.messages import Job, Options
from overlay.common.errors import OverlayError


async def work(read: Callable[[], str], write: Callable[[str], None]) -> None:
    """Run the jobs that `read` returns as lines ("" at the end), and `write` a line for each.

    Raises BrowserNotFound or UsageError if there is no browser.
    """
    options = Options.model_validate_json(await asyncio.to_thread(read))
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def listen() -> None:
        line = "first"
        while line:
            line = read()
            loop.call_soon_threadsafe(lines.put_nowait, line)
            if not line:
                loop.call_soon_threadsafe(current.cancel)

    async def do() -> None:
        async with Engine(options) as engine:
            while line := await lines.get():
                job = Job.model_validate_json(line)
                scratch = Path(options.scratch, str(job.number))
                verdict = await check(job.name, Path(job.folder), await engine.browser(), options, scratch)
                write(_line(verdict))

    current = asyncio.create_task(do())
    threading.Thread(target=listen, daemon=True).start()
    try:
        await current
    except asyncio.CancelledError:
        return


def _line(verdict: Verdict) -> str:
    # Page text may hold lone surrogates, which UTF-8 can't encode; `json.dumps` writes them as escapes.
    return json.dumps(verdict.model_dump())


def main() -> None:
    """Run jobs until stdin closes. Output of `print` goes to stderr."""
    # A replay makes many objects and few cycles; by default, the search for cycles takes a quarter of its
    # time in Python.
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl+C, and then closes stdin
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)

        def write(line: str) -> None:
            answers.write(line + "\n")
            answers.flush()

        try:
            asyncio.run(work(sys.stdin.readline, write))
        except OverlayError as error:
            write(json.dumps({"fault": error.format_message(), "code": error.exit_code}))
            sys.exit(error.exit_code)


if __name__ == "__main__":
    main()

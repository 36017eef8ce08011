"""A soak: overlay works in one browser for a while, and its memory, handles and CPU are noted as it goes.

python -m bench.proved.soak FILE MINUTES

The chat site keeps all chats. It runs in another process, so that its memory is not counted.
"""

from __future__ import annotations

import asyncio
import gc
import json
import multiprocessing
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bench.page_cost.processes import cpu
from observers.cdp import call as cdp
from overlay.companion.companion import Companion
from overlay.demo.server import DemoSite
from overlay.sites.loader import load_profiles
from overlay.tools import tool
from tests.support.scene import call

TURNS = 20
"""Calls in a chat. A sample is taken at its end, so that all samples are of equally long chats."""
SEND = '[data-testid="send"]'
LIMITS = {"per_minute": 10_000, "per_tool": 10_000}
OWN = ("overlay", "observers", "injected_js")
"""The packages whose objects are counted."""
CONFIG: dict[str, Any] = {"policy": {"auto_execute": ["*"], "delay": 0, "limits": LIMITS}}


def _serve(told: Connection) -> None:
    async def serve() -> None:
        async with DemoSite(rate=300) as site:
            told.send(site.url)
            await asyncio.to_thread(told.poll, None)

    asyncio.run(serve())


@contextmanager
def _site() -> Generator[str]:
    """Let the chat site run in another process; yield its address."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs,))
    process.start()
    theirs.close()  # else a process that ended at once would be waited for
    try:
        yield ours.recv()
    finally:
        ours.close()
        process.join(10)
        process.terminate()


class Soak:
    """One soak, whose samples are appended to `file`, each as one line of JSON."""

    def __init__(self, file: Path, minutes: float) -> None:
        self._file = file
        self._seconds = minutes * 60
        self.ran = 0
        self.sent = 0
        self._began = time.monotonic()
        self._before = (0, 0.0)

    async def run(self) -> None:
        """Let the model call a tool again and again, in new chats."""

        @tool
        def count(n: int) -> str:
            """Counts its runs."""
            self.ran += 1
            return f"run {n}"

        profile = load_profiles()["demo"]
        with _site() as url:
            async with Companion(
                url, tools=[count], headless=True, config=CONFIG, profile=profile
            ) as companion:
                self._began = time.monotonic()
                self._before = (self.ran, cpu()["all"])
                while time.monotonic() - self._began < self._seconds:
                    await companion.page.goto(url)
                    for _ in range(TURNS):
                        await self._turn(companion)
                    self._note(await self._sample(companion))

    async def _turn(self, companion: Companion) -> None:
        page, number = companion.page, self.sent
        self.sent += 1
        await page.fill("#composer", f"say:\nHere:\n\n```xml\n{call('count', str(number), n=number)}```\n")
        await page.click(SEND)
        try:
            async with asyncio.timeout(60):
                while self.ran < self.sent:  # noqa: ASYNC110 - the tool runs in another thread
                    await asyncio.sleep(0.05)
        except TimeoutError:
            blocks = [
                (block.status, block.note) for block in await companion.blocks() if block.kind == "call"
            ]
            raise RuntimeError(f"call {number} did not run: {blocks[-1:]}") from None

    async def _sample(self, companion: Companion) -> dict[str, float]:
        """Return the figures at the end of a chat: all of them are of equally many calls."""
        calls, seconds = self._before
        self._before = (self.ran, cpu()["all"])
        session = await companion.context.new_cdp_session(companion.page)
        await cdp(session, "HeapProfiler.collectGarbage")
        heap = await cdp(session, "Runtime.getHeapUsage")
        counters = await cdp(session, "Memory.getDOMCounters")
        await session.detach()
        gc.collect()
        own = sum(type(one).__module__.split(".")[0] in OWN for one in gc.get_objects())
        megabytes, handles = _of_python()
        return {
            "t": round(time.monotonic() - self._began, 1),
            "calls": self.ran,
            "python_mb": megabytes,
            "objects": own,
            "page_mb": round(heap["usedSize"] / 1e6, 2),
            "nodes": counters["nodes"],
            "handles": handles,
            "cpu_ms": round(1000 * (self._before[1] - seconds) / max(self.ran - calls, 1)),
        }

    def _note(self, sample: dict[str, float]) -> None:
        with self._file.open("a") as file:
            file.write(json.dumps(sample) + "\n")


def _of_python() -> tuple[float, int]:
    """Return the megabytes and the open handles of this process."""
    status = Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]
    return round(int(status) / 1024, 1), len(list(Path("/proc/self/fd").iterdir()))


if __name__ == "__main__":
    soak = Soak(Path(sys.argv[1]), float(sys.argv[2]))
    asyncio.run(soak.run())
    print(json.dumps({"done": soak.sent, "bad": soak.sent - soak.ran}))

"""Measures the memory of a chat: the page's heap after a garbage collection, and Python's objects."""

from __future__ import annotations

import asyncio
import gc
import itertools
import tracemalloc
from collections.abc import Generator
from contextlib import contextmanager

from bench.page_cost.bed import Bed, Figures, Visit
from bench.page_cost.processes import renderer_mb
from observers.cdp import call

MB = 1_000_000
SHORT = 40
"""Turns of a short chat."""
EVERY = 200
"""Turns between two measurements."""


@contextmanager
def _traced() -> Generator[None]:
    """Trace the memory of Python's objects, since the size of the process never decreases."""
    tracemalloc.start(1)
    try:
        yield
    finally:
        tracemalloc.stop()


async def _taken(visit: Visit) -> tuple[float, float]:
    """Return MB of the page's heap and of Python's objects."""
    await call(visit.session, "HeapProfiler.enable")
    await call(visit.session, "HeapProfiler.collectGarbage")
    answer = await call(visit.session, "Runtime.getHeapUsage")
    gc.collect()
    return answer["usedSize"] / MB, tracemalloc.get_traced_memory()[0] / MB


async def of_history(bed: Bed, with_overlay: bool) -> Figures:
    """Measure a chat of 5,000 finished calls, at rest: MB."""
    with _traced():
        async with bed.visit(with_overlay=with_overlay, calls=5000) as visit:
            await asyncio.sleep(3)
            heap, python = await _taken(visit)
            return {"heap": heap, "python": python}


async def of_turns(bed: Bed, with_overlay: bool) -> Figures:
    """Compare the last 200 of 800 turns with the second 200: KB per turn, and the ratio."""
    with _traced():
        async with bed.visit(with_overlay=with_overlay, calls=1) as visit:
            taken: list[tuple[float, float]] = []
            for turn in range(4 * EVERY + 1):
                if turn % EVERY == 0:
                    taken.append(await _taken(visit))
                await _turn(visit, turn)
    heap = [(after[0] - before[0]) * 1000 / EVERY for before, after in itertools.pairwise(taken)]
    python = [(after[1] - before[1]) * 1000 / EVERY for before, after in itertools.pairwise(taken)]
    return {
        "heap": heap[-1],
        "python": python[-1],
        "heap_growth": heap[-1] / heap[1],
        "python_growth": python[-1] / python[1] if with_overlay else None,
    }


async def of_short_chat(bed: Bed, with_overlay: bool) -> Figures:
    """Measure a chat after 40 turns: the MB of its renderer, and the nodes and documents that this has."""
    async with bed.visit(with_overlay=with_overlay, calls=1) as visit:
        for turn in range(SHORT):
            await _turn(visit, turn)
        await asyncio.sleep(3)
        await _taken(visit)
        counted = await call(visit.session, "Memory.getDOMCounters")
        return {
            "renderer": renderer_mb(),
            "nodes": counted["nodes"],
            "documents": counted["documents"],
        }


async def _turn(visit: Visit, turn: int) -> None:
    """Stream some words and a short call; with the companion, wait until its block hides the call."""
    await visit.run("words", count=5, ms=5, per=0)
    await visit.run("call", size=200, count=2, gap=1, n=turn + 2)
    if visit.with_overlay:
        await visit.page.wait_for_function("() => !window.bench.raw_at_end()", polling=20)

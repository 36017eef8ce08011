"""What the rows measure: each makes a visit to the page, acts there, and returns the figures."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from tempfile import TemporaryDirectory
from typing import Any

from bench.page_cost.bed import RAW, Bed, Figures, Visit, open_bed
from bench.page_cost.film import Film
from bench.page_cost.processes import cpu
from observers.commands import ShowStrip, Strip

Measure = Callable[[Bed, bool], Awaitable[Figures]]
BOX = """() => {
    const box = document.createElement("textarea");
    box.style = "position: fixed; left: 100px; bottom: 20px; width: 700px; height: 60px";
    document.body.append(box);
}"""
VIEWS = ("pre", "lines", "flowing", "part", "old", "monaco")
NEVER = 300
"""Frames of a block that did not come."""
SETTLED = 6.0
"""Seconds that are counted after a chat was opened, even if it is ready earlier."""


def words(*, count: int, per: int, how: str = "append") -> Measure:
    """Stream `count` words, `per` of them in each paragraph (0: all in one), drawn by `how`."""

    async def measure(bed: Bed, with_overlay: bool) -> Figures:
        async with bed.visit(with_overlay=with_overlay) as visit:
            return await visit.measured("words", ms=10_000, count=count, per=per, how=how)

    return measure


def opening(calls: int, seconds: float) -> Measure:
    """Open a chat with finished calls; count the first `seconds`."""

    async def measure(bed: Bed, with_overlay: bool) -> Figures:
        async with bed.visit(with_overlay=with_overlay) as visit:
            await visit.begin()
            began = time.monotonic()
            await bed.open_chat(visit, calls)
            found = await visit.run("opened", most=seconds * 1000)
            await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))
            ended = await visit.end(found)
            raw = await visit.page.evaluate("window.bench.raw()") if with_overlay else 0
            return {**ended, **await visit.run("longest"), "raw": raw}

    return measure


def history(calls: int, seconds: float, *, attended: bool = True) -> Measure:
    """Open a conversation with results and prose at its end; count the first `seconds`."""

    async def measure(bed: Bed, with_overlay: bool) -> Figures:
        async with bed.visit(with_overlay=with_overlay, attended=attended) as visit:
            await visit.begin()
            began = time.monotonic()
            await bed.open_history(visit, calls)
            found = await visit.run("history_opened", most=seconds * 1000)
            # On a busy machine, processor time says more than the clock.
            until = await visit.end({})
            found |= {"ready_page_cpu": until["renderer"], "ready_cpu": until["all"]}
            await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))
            return {**await visit.end(found), **await visit.run("longest")}

    return measure


async def history_scroll(bed: Bed, with_overlay: bool) -> Figures:
    """Scroll through a conversation with 5,000 calls by wheel, in steps and in jumps."""
    async with bed.visit(with_overlay=with_overlay) as visit:
        await bed.open_history(visit, 5000)
        await visit.run("history_opened", most=30_000)
        await visit.page.mouse.move(990, 400)
        await asyncio.sleep(1)
        found: Figures = {"raw": 0, "jump": 0, "step": 0, "late": 0}
        for _ in range(10):
            for kind, distance in (("step", 300), ("step", 300), ("jump", 60_000)):
                await visit.page.evaluate("window.bench.watch_scroll()")
                await visit.page.mouse.wheel(0, -distance)
                state = await _scrolled(visit)
                found["raw"] = (found["raw"] or 0) + state["raw"]
                late = state["ready"] is None
                found["late"] = (found["late"] or 0) + late
                found[kind] = max(found[kind] or 0, NEVER if late else state["ready"])
        return found


async def _scrolled(visit: Visit) -> dict[str, Any]:
    """Return what the page saw of a scroll when all blocks in view can be pressed, or after 5 seconds."""
    state: dict[str, Any] = {}
    for _ in range(50):
        await asyncio.sleep(0.1)
        state = await visit.page.evaluate("window.bench.scroll_state()")
        if state["moves"] and state["ready"] is not None and state["still"] > 6:
            break
    return state


def first_opening(calls: int) -> Measure:
    """Measure the first page of a browser and a companion: only Companion is imported before."""

    async def measure(_: Bed, with_overlay: bool) -> Figures:
        before, began = cpu()["all"], time.monotonic()
        async with open_bed() as bed, bed.visit(with_overlay=with_overlay, calls=calls):
            await asyncio.sleep(max(0.0, began + SETTLED - time.monotonic()))
            return {"all": cpu()["all"] - before}

    return measure


async def scroll(bed: Bed, with_overlay: bool) -> Figures:
    """Scroll through 5,000 finished calls."""
    async with bed.visit(with_overlay=with_overlay, calls=5000) as visit:
        await asyncio.sleep(3)
        await visit.page.mouse.move(990, 400)  # next to the blocks: a user who scrolls has moved the mouse
        await asyncio.sleep(0.5)
        return await visit.run("scroll")


def raw(how: str) -> Measure:
    """Count the frames with raw text while a call streams, drawn by `how`."""

    async def measure(bed: Bed, with_overlay: bool) -> Figures:
        async with bed.visit(with_overlay=with_overlay, calls=1) as visit:
            return await visit.run("call", size=2000, count=200, gap=8, n=2, how=how, watch=True)

    return measure


async def painted(bed: Bed, with_overlay: bool) -> Figures:
    """Count the browser's pictures of the page with raw text, which has a special background colour."""
    async with bed.visit(with_overlay=with_overlay, calls=1) as visit, Film(visit.session) as film:
        await visit.run("call", size=2000, count=200, gap=8, n=2, how="rebuild")
        await asyncio.sleep(0.5)
        return {"frames": len(film.frames), "raw": film.showing(RAW)}


async def idle(bed: Bed, with_overlay: bool) -> Figures:
    """Measure what 1,000 finished calls cost while nothing happens."""
    async with bed.visit(with_overlay=with_overlay, calls=1000) as visit:
        return await _at_rest(visit)


async def strip(bed: Bed, with_overlay: bool) -> Figures:
    """Measure what the strip costs near a message box at the lower edge of the page."""
    async with bed.visit(with_overlay=with_overlay) as visit:
        await visit.page.evaluate(BOX)
        if visit.companion:
            for chat in visit.companion.parts.chats:
                chat.document.post(ShowStrip(strip=Strip(questions=1, tools=0, line="", unread="")))
            await visit.page.locator("iframe.strip.shown").wait_for()
        return await _at_rest(visit)


async def _at_rest(visit: Visit) -> Figures:
    """Return the costs in ms per second while nothing happens."""
    seconds = 10.0
    await asyncio.sleep(3)
    await visit.begin()
    await asyncio.sleep(seconds)
    spent = await visit.end({})
    return {name: 1000 * (value or 0.0) / seconds for name, value in spent.items()}


def call(size: int, count: int) -> Measure:
    """Stream a call of `size` characters in `count` parts."""

    async def measure(bed: Bed, with_overlay: bool) -> Figures:
        async with bed.visit(with_overlay=with_overlay, calls=1) as visit:
            return await visit.measured("call", size=size, count=count, gap=4, rest=1.0, n=2)

    return measure


async def json_call(bed: Bed, with_overlay: bool) -> Figures:
    """Count the frames from the token that closes the name of a JSON call to its block."""
    async with bed.visit(with_overlay=with_overlay, calls=1) as visit:
        slow = await visit.run("json", gap=66)
        fast = await visit.run("json", gap=33)
        both = (fast["frames"], slow["frames"])
        return {"fast": both[0], "slow": both[1]}


async def views(bed: Bed, with_overlay: bool) -> Figures:
    """Measure the frames until a block has its name: in a `pre`, and how many more in each code view."""
    found: dict[str, list[float]] = {}
    async with bed.visit(with_overlay=with_overlay, calls=1) as visit:
        for round in range(7):
            for at, kind in enumerate(VIEWS):
                for way, pieces in (("whole", 1), ("grown", 40)):
                    n = 2 + 2 * (round * len(VIEWS) + at) + pieces % 2
                    figures = await visit.run("view", kind=kind, pieces=pieces, n=n)
                    found.setdefault(f"{kind}-{way}", []).append(figures["frames"] or NEVER)
    medians = {name: statistics.median(frames) for name, frames in found.items()}
    more = {name: count - medians[f"pre-{name.partition('-')[2]}"] for name, count in medians.items()}
    return {**more, **{name: medians[name] for name in ("pre-whole", "pre-grown")}}


async def turns(bed: Bed, with_overlay: bool) -> Figures:
    """Measure the CPU seconds per turn around the 100th turn and at the end of a chat of 450 turns."""
    async with bed.visit(with_overlay=with_overlay, calls=1) as visit:
        spent: list[float] = []
        for turn in range(450):
            before = cpu()["all"]
            await _turn(visit, turn)
            spent.append(cpu()["all"] - before)
        early, late = statistics.mean(spent[75:125]), statistics.mean(spent[400:450])
        return {"early": early, "late": late, "growth": late / early}


async def _turn(visit: Visit, turn: int) -> None:
    await visit.run("words", count=40, ms=40, per=0)
    await visit.run("call", size=200, count=5, gap=4, n=turn + 2)
    if visit.with_overlay:
        await visit.page.wait_for_function("() => !window.bench.raw_at_end()", polling=20)


async def importing(_: Bed, with_overlay: bool) -> Figures:
    """Measure the seconds to import Companion, or Playwright alone: compiled, and the first time (`cold`)."""
    code = "from overlay import Companion" if with_overlay else "import playwright.async_api"
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    given["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    seconds: list[float] = []
    with TemporaryDirectory() as compiled:
        # pip compiles what it installs. Here the first run compiles, and the second is counted.
        while len(seconds) < 2:
            before = time.monotonic()
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", code, env={**given, "PYTHONPYCACHEPREFIX": compiled}
            )
            if await process.wait():
                return {"seconds": None}
            seconds.append(time.monotonic() - before)
    return {"seconds": seconds[1], "cold": seconds[0]}

"""The rows: each has an action in the page, and limits for overlay's figures relative to the bare page."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

from bench.page_cost import memory
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


@dataclass(frozen=True)
class Limit:
    """The limit of a figure: `ratio` times the bare page's figure, `more` than it, or a value (`at_most`)."""

    figure: str
    label: str
    unit: str
    ratio: float | None = None
    at_most: float | None = None
    more: float | None = None

    def met(self, ours: list[float], bare: list[float]) -> bool:
        """Return whether the medians are within the limit; False without measured figures."""
        if not ours:
            return False
        value = statistics.median(ours)
        if self.ratio is not None:
            return bool(bare) and value <= self.ratio * statistics.median(bare)
        if self.more is not None:
            return bool(bare) and value <= self.more + statistics.median(bare)
        return self.at_most is None or value <= self.at_most

    def wanted(self) -> str:
        """Return the limit as text."""
        if self.more is not None:
            return f"bare + {self.more:g} {self.unit}".strip()
        return f"{self.ratio:g} x bare" if self.ratio is not None else f"{self.at_most:g} {self.unit}"


@dataclass(frozen=True)
class Row:
    """One measurement. `optional` rows run only if they are named; `on_bare`: also on the bare page."""

    name: str
    title: str
    measure: Measure
    limits: tuple[Limit, ...]
    optional: bool = False
    on_bare: bool = True


TIME = Limit("ms", "time", "ms", ratio=1.05)


def _cpu(ratio: float) -> Limit:
    return Limit("all", "CPU", "s", ratio=ratio)


def _main(ratio: float) -> Limit:
    return Limit("main", "main thread", "s", ratio=ratio)


def _words(*, count: int, per: int, how: str = "append") -> Measure:
    async def measure(bed: Bed, with_overlay: bool) -> Figures:
        async with bed.visit(with_overlay=with_overlay) as visit:
            return await visit.measured("words", ms=10_000, count=count, per=per, how=how)

    return measure


def _opening(calls: int, seconds: float) -> Measure:
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


def _history(calls: int, seconds: float, *, attended: bool = True) -> Measure:
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


async def _history_scroll(bed: Bed, with_overlay: bool) -> Figures:
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


def _first_opening(calls: int) -> Measure:
    """Measure the first page of a browser and a companion: only Companion is imported before."""

    async def measure(_: Bed, with_overlay: bool) -> Figures:
        before, began = cpu()["all"], time.monotonic()
        async with open_bed() as bed, bed.visit(with_overlay=with_overlay, calls=calls):
            await asyncio.sleep(max(0.0, began + SETTLED - time.monotonic()))
            return {"all": cpu()["all"] - before}

    return measure


async def _scroll(bed: Bed, with_overlay: bool) -> Figures:
    async with bed.visit(with_overlay=with_overlay, calls=5000) as visit:
        await asyncio.sleep(3)
        await visit.page.mouse.move(990, 400)  # next to the blocks: a user who scrolls has moved the mouse
        await asyncio.sleep(0.5)
        return await visit.run("scroll")


def _raw(how: str) -> Measure:
    async def measure(bed: Bed, with_overlay: bool) -> Figures:
        async with bed.visit(with_overlay=with_overlay, calls=1) as visit:
            return await visit.run("call", size=2000, count=200, gap=8, n=2, how=how, watch=True)

    return measure


async def _painted(bed: Bed, with_overlay: bool) -> Figures:
    """Count the browser's pictures of the page with raw text, which has a special background colour."""
    async with bed.visit(with_overlay=with_overlay, calls=1) as visit, Film(visit.session) as film:
        await visit.run("call", size=2000, count=200, gap=8, n=2, how="rebuild")
        await asyncio.sleep(0.5)
        return {"frames": len(film.frames), "raw": film.showing(RAW)}


async def _idle(bed: Bed, with_overlay: bool) -> Figures:
    async with bed.visit(with_overlay=with_overlay, calls=1000) as visit:
        return await _at_rest(visit)


async def _strip(bed: Bed, with_overlay: bool) -> Figures:
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


def _call(size: int, count: int) -> Measure:
    async def measure(bed: Bed, with_overlay: bool) -> Figures:
        async with bed.visit(with_overlay=with_overlay, calls=1) as visit:
            return await visit.measured("call", size=size, count=count, gap=4, rest=1.0, n=2)

    return measure


async def _json(bed: Bed, with_overlay: bool) -> Figures:
    async with bed.visit(with_overlay=with_overlay, calls=1) as visit:
        slow = await visit.run("json", gap=66)
        fast = await visit.run("json", gap=33)
        both = (fast["frames"], slow["frames"])
        return {"fast": both[0], "slow": both[1]}


async def _views(bed: Bed, with_overlay: bool) -> Figures:
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


async def _turns(bed: Bed, with_overlay: bool) -> Figures:
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


async def _import(_: Bed, with_overlay: bool) -> Figures:
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


ROWS = (
    Row("node", "60 KB of plain words in one text node", _words(count=10_000, per=0), (TIME, _cpu(1.25))),
    Row(
        "set",
        "the same, the text set again",
        _words(count=10_000, per=0, how="set"),
        (TIME, _cpu(1.25)),
    ),
    Row(
        "rebuild",
        "the same, the paragraph rebuilt",
        _words(count=10_000, per=120, how="rebuild"),
        (TIME, _cpu(1.3)),
    ),
    Row("paragraphs", "the same in paragraphs of 120", _words(count=10_000, per=120), (TIME, _cpu(1.3))),
    Row("node-240", "240 KB in one node", _words(count=40_000, per=0), (TIME, _cpu(1.25)), optional=True),
    Row("node-1000", "1 MB in one node", _words(count=166_667, per=0), (TIME, _cpu(1.25)), optional=True),
    Row(
        "open-1000",
        "opening 1,000 finished calls",
        _opening(1000, SETTLED),
        (
            Limit("ready_ms", "in view pressable", "ms", at_most=300),
            Limit("raw", "still raw", "", at_most=0),
            Limit("longest", "longest task", "ms", ratio=1.25),
            _cpu(1.5),
        ),
    ),
    Row(
        "open-5000",
        "opening 5,000 finished calls",
        _opening(5000, 20),
        (
            Limit("ready_ms", "in view pressable", "ms", at_most=600),
            Limit("raw", "still raw", "", at_most=0),
            _cpu(2),
        ),
    ),
    Row("open-cold", "the first page of a run, 1,000 finished calls", _first_opening(1000), (_cpu(1.5),)),
    Row(
        "scroll",
        "scrolling through 5,000 calls, frames until in view pressable",
        _scroll,
        (
            Limit("jump", "a jump", "frames", at_most=3),
            Limit("step", "120 pixels", "frames", at_most=3),
            Limit("raw", "frames with raw text", "", at_most=0),
        ),
        on_bare=False,
    ),
    *(
        Row(
            f"history-{calls}{'' if attended else '-unattended'}",
            f"a conversation with {calls:,} calls{'' if attended else ', no window'}",
            _history(calls, seconds, attended=attended),
            (
                Limit("ready_ms", "in view pressable", "ms", at_most=ready),
                Limit("loaded_ms", "DOMContentLoaded", "ms", ratio=1.1),
                *((_cpu(ratio),) if attended else ()),
            ),
            optional=calls > 5000,
        )
        for calls, seconds, attended, ready, ratio in (
            (200, 5, True, 300, 1.5),
            (1000, 6, True, 300, 1.5),
            (1000, 6, False, 300, 1.5),
            (5000, 20, True, 600, 2),
            (20_000, 45, True, 2000, 2),
        )
    ),
    Row(
        "history-scroll",
        "scrolling through a conversation with 5,000 calls by wheel",
        _history_scroll,
        (
            Limit("jump", "a jump", "frames", at_most=3),
            Limit("step", "300 pixels", "frames", at_most=3),
            Limit("raw", "frames with raw text", "", at_most=0),
            Limit("late", "not pressable in 5 s", "", at_most=0),
        ),
        on_bare=False,
    ),
    *(
        Row(
            f"raw-{how}",
            f"a call of 2 KB, {title}",
            _raw(how),
            (Limit("raw", "raw frames by layout", "", at_most=0),),
        )
        for how, title in (
            ("append", "text appended"),
            ("set", "text set again"),
            ("rebuild", "block rebuilt"),
        )
    ),
    Row(
        "raw-painted",
        "the same, block rebuilt",
        _painted,
        (Limit("raw", "raw frames by pixels", "", at_most=0),),
    ),
    Row(
        "idle",
        "1,000 calls on a still page",
        _idle,
        (Limit("all", "CPU", "ms/s", at_most=5), Limit("main", "main thread", "ms/s", at_most=0.5)),
    ),
    Row(
        "strip",
        "a still page with the strip near its message box",
        _strip,
        (Limit("all", "CPU", "ms/s", at_most=10), Limit("main", "main thread", "ms/s", at_most=2)),
    ),
    Row("call-2", "one call of 2 KB", _call(2000, 500), (_cpu(1.25), _main(1.5))),
    Row("call-20", "one call of 20 KB", _call(20_000, 400), (_main(1),)),
    Row(
        "json",
        "a JSON call's name, from its closing token",
        _json,
        (
            Limit("fast", "33 ms per token", "frames", at_most=2),
            Limit("slow", "66 ms per token", "frames", at_most=2),
        ),
        on_bare=False,
    ),
    Row(
        "views",
        "a call in a code view, frames until its block has the name",
        _views,
        tuple(
            Limit(f"{kind}-{way}", f"{kind}, {way}, more than in a pre", "frames", at_most=2)
            for kind in VIEWS[1:]
            for way in ("whole", "grown")
        ),
        on_bare=False,
    ),
    Row("turns", "a turn at 450 compared with the 100th", _turns, (Limit("growth", "CPU", "x", ratio=1.1),)),
    Row(
        "memory",
        "memory for 5,000 finished calls",
        memory.of_history,
        (Limit("heap", "page heap", "MB", at_most=30), Limit("python", "Python", "MB", at_most=35)),
    ),
    Row(
        "memory-chat",
        "memory after 40 turns",
        memory.of_short_chat,
        (
            Limit("renderer", "renderer", "MB", more=60),
            Limit("nodes", "nodes", "", more=6000),
            Limit("documents", "documents", "", more=20),
        ),
    ),
    Row(
        "memory-turns",
        "memory per turn, the last 200 of 800 compared with the second 200",
        memory.of_turns,
        (
            Limit("heap_growth", "page heap", "x", at_most=1.1),
            Limit("python_growth", "Python", "x", at_most=1.1),
        ),
        optional=True,
    ),
    Row("import", "import of Companion", _import, (Limit("seconds", "time", "s", ratio=2),)),
)

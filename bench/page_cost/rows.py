"""The rows: each has an action in the page, and limits for overlay's figures relative to the bare page."""

from __future__ import annotations

from dataclasses import dataclass

from bench.page_cost import measures, memory
from bench.page_cost.limits import Limit
from bench.page_cost.measures import SETTLED, VIEWS, Measure


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


ROWS = (
    Row(
        "node",
        "60 KB of plain words in one text node",
        measures.words(count=10_000, per=0),
        (TIME, _cpu(1.25)),
    ),
    Row(
        "set",
        "the same, the text set again",
        measures.words(count=10_000, per=0, how="set"),
        (TIME, _cpu(1.25)),
    ),
    Row(
        "rebuild",
        "the same, the paragraph rebuilt",
        measures.words(count=10_000, per=120, how="rebuild"),
        (TIME, _cpu(1.3)),
    ),
    Row(
        "paragraphs",
        "the same in paragraphs of 120",
        measures.words(count=10_000, per=120),
        (TIME, _cpu(1.3)),
    ),
    Row(
        "node-240",
        "240 KB in one node",
        measures.words(count=40_000, per=0),
        (TIME, _cpu(1.25)),
        optional=True,
    ),
    Row(
        "node-1000",
        "1 MB in one node",
        measures.words(count=166_667, per=0),
        (TIME, _cpu(1.25)),
        optional=True,
    ),
    Row(
        "open-1000",
        "opening 1,000 finished calls",
        measures.opening(1000, SETTLED),
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
        measures.opening(5000, 20),
        (
            Limit("ready_ms", "in view pressable", "ms", at_most=600),
            Limit("raw", "still raw", "", at_most=0),
            _cpu(2),
        ),
    ),
    Row(
        "open-cold",
        "the first page of a run, 1,000 finished calls",
        measures.first_opening(1000),
        (_cpu(1.5),),
    ),
    Row(
        "scroll",
        "scrolling through 5,000 calls, frames until in view pressable",
        measures.scroll,
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
            measures.history(calls, seconds, attended=attended),
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
        measures.history_scroll,
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
            measures.raw(how),
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
        measures.painted,
        (Limit("raw", "raw frames by pixels", "", at_most=0),),
    ),
    Row(
        "idle",
        "1,000 calls on a still page",
        measures.idle,
        (Limit("all", "CPU", "ms/s", at_most=5), Limit("main", "main thread", "ms/s", at_most=0.5)),
    ),
    Row(
        "strip",
        "a still page with the strip near its message box",
        measures.strip,
        (Limit("all", "CPU", "ms/s", at_most=10), Limit("main", "main thread", "ms/s", at_most=2)),
    ),
    Row("call-2", "one call of 2 KB", measures.call(2000, 500), (_cpu(1.25), _main(1.5))),
    Row("call-20", "one call of 20 KB", measures.call(20_000, 400), (_main(1),)),
    Row(
        "json",
        "a JSON call's name, from its closing token",
        measures.json_call,
        (
            Limit("fast", "33 ms per token", "frames", at_most=2),
            Limit("slow", "66 ms per token", "frames", at_most=2),
        ),
        on_bare=False,
    ),
    Row(
        "views",
        "a call in a code view, frames until its block has the name",
        measures.views,
        tuple(
            Limit(f"{kind}-{way}", f"{kind}, {way}, more than in a pre", "frames", at_most=2)
            for kind in VIEWS[1:]
            for way in ("whole", "grown")
        ),
        on_bare=False,
    ),
    Row(
        "turns",
        "a turn at 450 compared with the 100th",
        measures.turns,
        (Limit("growth", "CPU", "x", ratio=1.1),),
    ),
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
    Row("import", "import of Companion", measures.importing, (Limit("seconds", "time", "s", ratio=2),)),
)

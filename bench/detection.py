"""How fast detection reads: whole texts, one call with a long argument that streams in, and folders.

    python -m bench detection [--json] [--peers] [--repeat N]

Each row is the median of N samples with the least and the most, and is judged where it has an aim; the
samples of all rows are taken in turn, in one run. Whole texts and streams count CPU time, folders the clock.
`bare scan` only keeps its place in the same deltas. Peers (`pip install -e '.[bench]'`) parse what they have
of the call at every delta, as their streaming users do, and are given up after a minute.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from overlay.detection import StreamDetector, detect

from .detection_cost import scan_speed
from .detection_cost.texts import WHOLE, WORDS, json_call, xml_call

SIZES = (2_000, 20_000, 200_000, 2_000_000)
PEER_LIMIT = 60.0
SAMPLE = 0.1
"""Seconds."""
STREAM_S, GROWTH = 0.1, 12.0


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of `work`. What is over soon is run again and again until it fills a sample."""
    start = time.process_time()
    work()
    times = max(1, int(SAMPLE / max(time.process_time() - start, 1e-6)))
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def stream(text: str) -> None:
    """Feed `text` in deltas of four characters."""
    detector = StreamDetector()
    feed = detector.feed
    for at in range(0, len(text), 4):
        feed(text[at : at + 4])
    detector.finish()
    if len(detector.calls) != 1 or not detector.calls[0].complete:
        raise SystemExit("the call was not found: nothing to measure")


def bare_scan(text: str) -> None:
    """What any reader must do: take each delta, look for a delimiter, keep the place."""
    search, chunks, length = re.compile(r'[<"\\]').search, list[str](), 0
    for at in range(0, len(text), 4):
        delta = text[at : at + 4]
        search(delta)
        chunks.append(delta)
        length += len(delta)


def peer_streams() -> dict[str, Callable[[str], Iterator[object]]]:
    """How each peer that is installed reads a text in deltas of four characters; one step a delta."""
    found: dict[str, Callable[[str], Iterator[object]]] = {}

    def load(name: str) -> Any:
        try:
            return importlib.import_module(name)
        except ImportError:
            return None

    def again(parse: Callable[[str], object]) -> Callable[[str], Iterator[object]]:
        """It has no state: all there is so far is parsed at every delta."""

        def steps(text: str) -> Iterator[object]:
            for end in range(4, len(text), 4):
                with contextlib.suppress(Exception):
                    parse(text[:end])
                yield None

        return steps

    if repair := load("json_repair"):
        found["json-repair"] = again(repair.loads)
    if partial := load("partial_json_parser"):
        found["partial-json-parser"] = again(partial.loads)
    if core := load("pydantic_core"):
        found["jiter (pydantic-core, partial)"] = again(
            lambda text: core.from_json(text, allow_partial="trailing-strings")
        )
    if ijson := load("ijson"):

        def pushed(text: str) -> Iterator[object]:
            """It keeps its place, and gives a string when that is over: no partial arguments."""
            events = ijson.sendable_list()
            parser = ijson.parse_coro(events)
            for at in range(0, len(text), 4):
                parser.send(text[at : at + 4].encode())
                yield None

        found["ijson (push, no partial strings)"] = pushed
    return found


def peer_stream(steps: Iterator[object], limit: float) -> float | None:
    """CPU seconds of a whole stream; None if that takes over `limit`."""
    start = time.process_time()
    for _ in steps:
        if time.process_time() - start > limit:
            return None
    return time.process_time() - start


class Row(NamedTuple):
    """What was measured: median, least and most, and what it is to reach."""

    name: str
    unit: str
    median: float
    least: float
    most: float
    aim: float | None = None
    more_is_better: bool = True

    @property
    def short(self) -> bool:
        """Whether it falls short of what it is to reach."""
        if self.aim is None:
            return False
        return self.median < self.aim if self.more_is_better else self.median > self.aim

    def line(self) -> str:
        """The row as a line of a table."""
        sign = "≥" if self.more_is_better else "≤"
        aim = "" if self.aim is None else f"{sign} {self.aim:g}{'   FALLS SHORT' if self.short else ''}"
        spread = f"{self.least:.3g} to {self.most:.3g}"
        return f"{self.name:32} {self.median:10.3g} {self.unit:5} ({spread:18}) {aim}".rstrip()


def measure(repeat: int) -> list[Row]:
    """All rows: MB/s of whole texts, CPU seconds of streamed arguments, MB/s of folders."""
    texts = {name: make() for name, (make, _) in WHOLE.items()}
    value = WORDS * (2_000_000 // len(WORDS) + 1)
    streams = {
        f"{form}, streamed, {size // 1000} KB": call(value[:size])
        for form, call in (("xml", xml_call), ("json", json_call))
        for size in SIZES
    }
    works: dict[str, Callable[[], object]] = {name: partial(detect, text) for name, text in texts.items()}
    works |= {name: partial(stream, text) for name, text in streams.items()}
    works |= {f"bare scan, {size // 1000} KB": partial(bare_scan, xml_call(value[:size])) for size in SIZES}
    samples: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeat):
        for name, work in works.items():
            samples[name].append(cpu(work))
    rows = [
        _row(name, "MB/s", [len(text) / 1e6 / one for one in samples[name]], WHOLE[name][1])
        for name, text in texts.items()
    ]
    for name, took in samples.items():
        if name not in texts:
            aim = STREAM_S if name in streams and "200 KB" in name else None
            rows.append(_row(name, "s", took, aim, more_is_better=False))
    for form in ("xml", "json"):
        long, short = (samples[f"{form}, streamed, {size} KB"] for size in (200, 20))
        ratios = [one / other for one, other in zip(long, short, strict=True)]
        rows.append(_row(f"{form}, 200 KB to 20 KB", "times", ratios, GROWTH, more_is_better=False))
    folders = scan_speed.measure(repeat)
    return rows + [Row(name, "MB/s", *figures) for name, figures in folders.items()]


def _row(
    name: str, unit: str, samples: Sequence[float], aim: float | None, *, more_is_better: bool = True
) -> Row:
    return Row(name, unit, median(samples), min(samples), max(samples), aim, more_is_better)


def peers() -> dict[str, dict[str, float | str]]:
    """CPU seconds of each peer over the streams, by size."""
    value = WORDS * (200_000 // len(WORDS) + 1)
    return {
        name: {
            str(size): peer_stream(steps(json_call(value[:size])), PEER_LIMIT) or f"over {PEER_LIMIT:.0f}"
            for size in (2_000, 20_000, 200_000)
        }
        for name, steps in peer_streams().items()
    }


def main(arguments: Sequence[str]) -> int:
    """Run; 1 if a row falls short of its aim."""
    parser = argparse.ArgumentParser(prog="python -m bench detection", description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args(arguments)
    rows = measure(options.repeat)
    short = [row.name for row in rows if row.short]
    others = peers() if options.peers else {}
    if options.json:
        print(json.dumps({"rows": [row._asdict() for row in rows], "short": short, "peers_cpu_s": others}))
    else:
        print("\n".join(row.line() for row in rows))
        for name, figures in others.items():
            print(f"{name}: {json.dumps(figures)}")
        print(f"falls short: {', '.join(short)}" if short else "each row is met")
    return 1 if short else 0

"""Measures how fast detection reads whole texts, a streamed call with a long argument, and folders.

    python -m bench detection [--json] [--peers] [--repeat N]

Each row is the median of N samples with their range; rows with a target are judged. The samples of all rows
are taken in turn, in one run. Whole texts and streams are measured in CPU time, folders in elapsed time.
`one by one` is what messages cost, as a multiple of what their text costs at once. `bare scan` searches the
same deltas for delimiters only. Peers (`pip install -e '.[bench]'`) parse the call so far at every delta, as
their streaming users do, and are stopped after a minute.
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
from typing import Any

from overlay.detection import StreamDetector, detect

from .detection_cost import message_speed, scan_speed
from .detection_cost.row import Row
from .detection_cost.texts import WHOLE, WORDS, json_call, xml_call

SIZES = (2_000, 20_000, 200_000, 2_000_000)
PEER_LIMIT = 60.0
SAMPLE = 0.1
"""Seconds."""
STREAM_S, GROWTH = 0.1, 12.0


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of `work`. Short work is repeated until it takes SAMPLE seconds."""
    start = time.process_time()
    work()
    times = max(1, int(SAMPLE / max(time.process_time() - start, 1e-6)))
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def stream(text: str) -> None:
    """Feed `text` in deltas of four characters. Raises SystemExit if it does not contain exactly one call."""
    detector = StreamDetector()
    feed = detector.feed
    for at in range(0, len(text), 4):
        feed(text[at : at + 4])
    detector.finish()
    if len(detector.calls) != 1 or not detector.calls[0].complete:
        raise SystemExit("The call was not found, so there is nothing to measure.")


def bare_scan(text: str) -> None:
    """Do the minimum of any reader: search each delta for a delimiter, and keep the position."""
    search, chunks, length = re.compile(r'[<"\\]').search, list[str](), 0
    for at in range(0, len(text), 4):
        delta = text[at : at + 4]
        search(delta)
        chunks.append(delta)
        length += len(delta)


def peer_streams() -> dict[str, Callable[[str], Iterator[object]]]:
    """Return for each installed peer a function that reads a text, one delta of four characters per step."""
    found: dict[str, Callable[[str], Iterator[object]]] = {}

    def load(name: str) -> Any:
        try:
            return importlib.import_module(name)
        except ImportError:
            return None

    def again(parse: Callable[[str], object]) -> Callable[[str], Iterator[object]]:
        """Use a parser without state: it parses the whole text so far at every delta."""

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
            """Use a parser with state. It returns complete strings only, no partial arguments."""
            events = ijson.sendable_list()
            parser = ijson.parse_coro(events)
            for at in range(0, len(text), 4):
                parser.send(text[at : at + 4].encode())
                yield None

        found["ijson (push, no partial strings)"] = pushed
    return found


def peer_stream(steps: Iterator[object], limit: float) -> float | None:
    """Return the CPU seconds of a whole stream; None if it takes more than `limit`."""
    start = time.process_time()
    for _ in steps:
        if time.process_time() - start > limit:
            return None
    return time.process_time() - start


def measure(repeat: int) -> list[Row]:
    """Return all rows: MB/s of whole texts, CPU seconds of streamed arguments, MB/s of folders."""
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
    for name, ratios in message_speed.measure(repeat).items():
        aim = message_speed.AIMS.get(name)
        rows.append(_row(f"one by one, {name}", "times", ratios, aim, more_is_better=False))
    folders = scan_speed.measure(repeat)
    return rows + [Row(name, "MB/s", *figures) for name, figures in folders.items()]


def _row(
    name: str, unit: str, samples: Sequence[float], aim: float | None, *, more_is_better: bool = True
) -> Row:
    return Row(name, unit, median(samples), min(samples), max(samples), aim, more_is_better)


def peers() -> dict[str, dict[str, float | str]]:
    """Return the CPU seconds of each peer for the streams, by size."""
    value = WORDS * (200_000 // len(WORDS) + 1)
    return {
        name: {
            str(size): peer_stream(steps(json_call(value[:size])), PEER_LIMIT) or f"over {PEER_LIMIT:.0f}"
            for size in (2_000, 20_000, 200_000)
        }
        for name, steps in peer_streams().items()
    }


def main(arguments: Sequence[str]) -> int:
    """Measure and print; return 1 if a row misses its target."""
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
        print(f"targets missed: {', '.join(short)}" if short else "all targets met")
    return 1 if short else 0

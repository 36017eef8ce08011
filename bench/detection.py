"""How fast detection reads: whole texts, and one call with a long argument that streams in.

    python -m bench detection [--json] [--peers] [--repeat N]

Figures are CPU seconds (best of N), so that a busy machine tells as little as it can. `bare scan` only
keeps its place in the same deltas; peers (`pip install -e '.[bench]'`) parse what they have of the call at
every delta, as their streaming users do, and are given up after a minute.
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
from typing import Any

from overlay.detection import StreamDetector, detect

TAG, KEY, ALL = "invoke", "parameter", "function_calls"
WORDS = 'The quick brown fox jumps over the "lazy" dog, a < b & c.\n'
CHAT = """Here is what I found, with *some* markup, a [link](https://example.org/a) and `inline code`:

1. The first thing (see below), which takes a line or two to say in full, as such things do in a chat.
2. The second: {not json}, [not a list], a < b and c > d.

```python
def area(width: float, height: float) -> float:
    return {"w": width, "h": height}["w"] * height
```

"""
SIZES = (2_000, 20_000, 200_000, 2_000_000)
PEER_LIMIT = 60.0
SAMPLE = 0.1
"""Seconds."""


def xml_call(value: str) -> str:
    """One call in tags."""
    return f'<{ALL}>\n<{TAG} name="write">\n<{KEY} name="text">{value}</{KEY}>\n</{TAG}>\n</{ALL}>\n'


def json_call(value: str) -> str:
    """One call as JSON."""
    return json.dumps({"name": "write", "arguments": {"text": value}}) + "\n"


def cpu(work: Callable[[], object], repeat: int) -> float:
    """The least CPU time of `repeat` samples. What is over soon is run again and again until it fills one: a
    moment in which the machine was quick must not count for a short text alone.
    """
    start = time.process_time()
    work()
    times = max(1, int(SAMPLE / max(time.process_time() - start, 1e-6)))
    best = float("inf")
    for _ in range(repeat):
        start = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - start) / times)
    return best


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


def measure(repeat: int, *, peers: bool) -> dict[str, Any]:
    """All figures: MB/s of whole texts, CPU seconds of streamed arguments."""
    value = WORDS * (2_000_000 // len(WORDS) + 1)
    chat = CHAT * (4_000_000 // len(CHAT))
    long_calls = (CHAT + xml_call(value[:3000]) + json_call(value[:3000])) * 400
    short_calls = (xml_call("a short value") + json_call("a short value")) * 4000
    whole = {
        name: round(len(text) / 1e6 / cpu(partial(detect, text), repeat), 1)
        for name, text in (("chat", chat), ("calls of 3 KB", long_calls), ("calls of 0.1 KB", short_calls))
    }
    streamed: dict[str, dict[str, float]] = {}
    for name, call in (("xml", xml_call), ("json", json_call)):
        texts = {str(size): call(value[:size]) for size in SIZES}
        streamed[name] = {size: round(cpu(partial(stream, text), repeat), 4) for size, text in texts.items()}
    texts = {str(size): xml_call(value[:size]) for size in SIZES}
    bare = {size: round(cpu(partial(bare_scan, text), repeat), 4) for size, text in texts.items()}
    result: dict[str, Any] = {"whole_mb_per_s": whole, "streamed_cpu_s": streamed, "bare_scan_cpu_s": bare}
    result["ratio_200k_to_20k"] = {
        name: round(times["200000"] / times["20000"], 1) for name, times in streamed.items()
    }
    result["times_bare_scan_at_200k"] = {
        name: round(times["200000"] / bare["200000"], 1) for name, times in streamed.items()
    }
    if peers:
        result["peers_cpu_s"] = {
            name: {
                str(size): peer_stream(steps(json_call(value[:size])), PEER_LIMIT) or f"over {PEER_LIMIT:.0f}"
                for size in (2_000, 20_000, 200_000)
            }
            for name, steps in peer_streams().items()
        }
    return result


def main(arguments: Sequence[str]) -> int:
    """Run; 1 if a figure misses what is aimed at."""
    parser = argparse.ArgumentParser(prog="python -m bench detection", description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args(arguments)
    result = measure(options.repeat, peers=options.peers)
    if options.json:
        print(json.dumps(result))
    else:
        for name, figures in result.items():
            print(f"{name}: {json.dumps(figures)}")
    slow = any(
        result["streamed_cpu_s"][name]["200000"] > 0.15 and result["times_bare_scan_at_200k"][name] > 8
        for name in ("xml", "json")
    )
    return 1 if slow or max(result["ratio_200k_to_20k"].values()) > 12 else 0

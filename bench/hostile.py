"""Measures how long detection takes for hostile text: openers, partial openers and marks, repeated.

    python -m bench hostile [--size N] [--texts N] [--seed N] [--json]

Each text is a repeated unit, or one opener followed by a repeated unit. It is read whole and in deltas of 17
code points. `--texts` texts of each format (0: all) are read at a small size; the slowest of each format at
four times that size, and the slowest of all at `--size` (a megabyte). Fails if one of the last takes more
than two CPU seconds, or if a text of four times the size takes more than six times as long.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from overlay.detection import StreamDetector, formats
from overlay.detection.registry import call_formats as registered

MARKS = (
    "{", "[", '"', "'", "&", "<", ">", "\\", "\n", " ", "=", "(", ":", ",", "#", "`", "~", "*", "-", "|",
    "}", "]", "x", "&lt;", "&amp;", "\\u", '\\"', "```", "\n```\n", "\n~~~\n", "\n> ", "/*", "//",
    "<![CDATA[", "]]>", "</", "<a>", "</a>", '{"a":', '{"a":1}', "{a:", "[{", "[[", '{"name":',
    '{"tool_calls":[', '{"function":', "f(", "f(a='", ' a="', "“", "\n- ", "**", "Example:", "example of ",
    "</parameter>", '<parameter name="a">', "<think",
)  # fmt: skip
SMALL = 10_000
DELTA = 17
LIMIT_S = 2.0
RATIO = 6.0
TOOLS = [
    {
        "name": name,
        "parameters": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "object"}}},
    }
    for name in ("f", "now")
]


class Hostile(NamedTuple):
    """A text of any size: `head`, then `unit` repeatedly."""

    head: str
    unit: str

    def text(self, size: int) -> str:
        """Return `size` code points of the text."""
        return (self.head + self.unit * (size // len(self.unit) + 1))[:size]


def openers() -> dict[str, list[str]]:
    """Return the beginnings of calls in each format, by the format's id."""
    found: dict[str, list[str]] = {}
    for family in registered():
        own = found.setdefault(family.id, [])
        own += [*family.openers, *(f"\n{one}" for one in family.line_openers)]
        own += [f"\n```{label}\n" for label in family.labels]
    return found


def halves() -> list[str]:
    """Return the examples of all formats, cut off after each word and each mark."""
    texts: list[str] = []
    for info in pkgutil.iter_modules(formats.__path__):
        for example in importlib.import_module(f"{formats.__name__}.{info.name}").EXAMPLES:
            texts += [example.text[: found.end()] for found in re.finditer(r"\w+|\W", example.text)]
    return list(dict.fromkeys(texts))


def of_format(own: Sequence[str]) -> Iterator[Hostile]:
    """Yield the texts made of one format's openers."""
    for opener in own:
        yield Hostile("", opener)
        for mark in MARKS:
            yield Hostile("", opener + mark)
            yield Hostile(opener, mark)


def mixed(count: int, rng: random.Random) -> Iterator[Hostile]:
    """Yield random texts of the openers, marks and partial examples of all formats."""
    parts = [*MARKS, *halves(), *(one for own in openers().values() for one in own)]
    for _ in range(count):
        head = rng.choice(parts) if rng.random() < 0.5 else ""
        yield Hostile(head, "".join(rng.choice(parts) for _ in range(rng.randrange(1, 5))))


def whole(text: str, tools: Sequence[dict[str, Any]] | None = None) -> None:
    """Read the text in one piece."""
    detector = StreamDetector(tools)
    detector.feed(text)
    detector.finish()


def streamed(text: str, tools: Sequence[dict[str, Any]] | None = None) -> None:
    """Read the text in deltas."""
    detector = StreamDetector(tools)
    for at in range(0, len(text), DELTA):
        detector.feed(text[at : at + DELTA])
    detector.finish()


MODES: dict[str, Callable[..., None]] = {"whole": whole, "streamed": streamed}


def cpu(mode: str, hostile: Hostile, size: int) -> float:
    """Return the CPU seconds for reading `size` code points."""
    text = hostile.text(size)
    start = time.process_time()
    MODES[mode](text, TOOLS)
    return time.process_time() - start


def main(arguments: Sequence[str]) -> int:
    """Measure and print; return 1 if a text exceeds a limit."""
    parser = argparse.ArgumentParser(prog="python -m bench hostile", description=__doc__)
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--texts", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    rng = random.Random(options.seed)
    groups = {name: list(of_format(own)) for name, own in openers().items() if own}
    groups["mixed"] = [*mixed(10 * (options.texts or 100), rng), *(Hostile("", half) for half in halves())]
    for name, group in groups.items():
        count = options.texts * (10 if name == "mixed" else 1)
        groups[name] = rng.sample(group, count) if 0 < count < len(group) else group
    slowest: list[tuple[float, str, str, Hostile]] = []
    ratios: dict[str, float] = {}
    for name, group in groups.items():
        times = sorted(((cpu(mode, one, SMALL), mode, one) for one in group for mode in MODES), reverse=True)
        for took, mode, one in times[:3]:
            four = cpu(mode, one, 4 * SMALL) / max(min(took, cpu(mode, one, SMALL)), 1e-4)
            ratios[name] = max(ratios.get(name, 0.0), round(four, 1))
            slowest.append((took, name, mode, one))
    slowest.sort(reverse=True)
    large = [
        {"format": name, "mode": mode, "text": one, "cpu_s": round(cpu(mode, one, options.size), 2)}
        for _, name, mode, one in slowest[:12]
    ]
    texts = sum(map(len, groups.values())) * len(MODES)
    result = {"texts": texts, "ratio_of_4n_to_n": ratios, f"slowest_at_{options.size}": large}
    if options.json:
        print(json.dumps(result))
    else:
        for key, figure in result.items():
            print(f"{key}: {json.dumps(figure, ensure_ascii=False)}")
    too_long = any(one["cpu_s"] > LIMIT_S * options.size / 1e6 for one in large)  # type: ignore[operator]
    return 1 if too_long or max(ratios.values()) > RATIO else 0

"""Counts false calls in real documents without calls: README, source and documentation files of installed
packages.

    python -m bench negatives [--roots DIR …] [--limit N] [--show]

JSON files with lists of tools are counted separately. Prints one line of JSON; fails if a call is found in a
document, or if there are fewer than 5,000 documents.
"""

from __future__ import annotations

import argparse
import json
import re
import site
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from overlay.detection import detect

KINDS = {
    "prose": {".md", ".rst", ".txt", ".html", ".htm"},
    "source": {".py", ".pyi", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".css", ".sh", ".c", ".h", ".toml",
    ".cfg", ".yml", ".yaml"}, "xml": {".xml", ".svg", ".xsl", ".rng", ".xsd"},
    "json": {".json", ".jsonl", ".ipynb", ".map"},
}  # fmt: skip
LARGEST = 400_000
TOOL_LIST = re.compile(r'"(?:inputSchema|input_schema|parameters)"\s*:\s*\{')


def documents(roots: list[Path]) -> Iterator[tuple[str, Path, str]]:
    """Yield kind, path and text of every document under `roots`; of equal documents only the first."""
    seen: set[int] = set()
    for root in roots:
        for path in sorted(root.rglob("*")):
            kind = next((name for name, endings in KINDS.items() if path.suffix.lower() in endings), None)
            if kind is None or "/overlay/" in str(path) or not path.is_file():
                continue
            try:
                if path.stat().st_size > LARGEST:
                    continue
                text = path.read_text("utf-8")
            except (OSError, ValueError):
                continue
            if hash(text) in seen or not text.strip():
                continue
            seen.add(hash(text))
            yield ("tool list" if kind == "json" and TOOL_LIST.search(text) else kind), path, text


def main(arguments: Sequence[str]) -> int:
    """Count and print; return 0 if no call was found."""
    parser = argparse.ArgumentParser(prog="python -m bench negatives", description=__doc__)
    parser.add_argument("--roots", type=Path, nargs="*")
    parser.add_argument("--limit", type=int, default=1_000_000)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args(arguments)
    roots = options.roots or [*map(Path, site.getsitepackages()), Path(sysconfig.get_path("stdlib"))]
    count: Counter[str] = Counter()
    false: Counter[str] = Counter()
    size = 0
    for kind, path, text in documents(roots):
        count[kind] += 1
        size += len(text)
        calls = [call for call in detect(text) if call.complete]
        if calls:
            false[kind] += 1
            if options.show:
                print(path, [(call.format, call.name, call.raw[:200]) for call in calls[:3]], file=sys.stderr)
        if count.total() >= options.limit:
            break
    print(json.dumps({"documents": dict(count), "characters": size, "with_calls": dict(false)}))
    return 1 if false or count.total() < min(5000, options.limit) else 0

"""Measures what overlay costs a page in all processes, compared with the bare page. See `--help`."""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.page_cost.bed import Figures, figures, open_bed
from bench.page_cost.rows import ROWS, Row

Result = dict[str, Any]


async def measure(rows: Sequence[Row], repeats: int) -> list[Result]:
    """Run each row with the companion and on the bare page, in turn, and judge it."""
    results: list[Result] = []
    async with open_bed() as bed:
        for row in rows:
            ours: list[Figures] = []
            bare: list[Figures] = []
            try:
                for _ in range(repeats):
                    ours.append(await row.measure(bed, True))
                    if row.on_bare:
                        bare.append(await row.measure(bed, False))
            except asyncio.CancelledError:  # Ctrl+C: the rows before are shown
                print(f"\nEnded in the row {row.name}.", file=sys.stderr)
                break
            found = judged(row, ours, bare)
            results += found
            # A run takes up to an hour: what is measured is never lost.
            print("\n".join(map(_as_line, found)), file=sys.stderr, flush=True)
    return results


def _as_line(result: Result) -> str:
    cells = spread(result["overlay"], result["unit"]), spread(result["bare"], result["unit"])
    return f"{result['title']}: {cells[0]}, bare {cells[1]}, ratio {_ratio(result)}, {result['to_reach']}"


def _ratio(result: Result) -> str:
    """Return the ratio of the medians, "" if the bare page has none."""
    bare = statistics.median(result["bare"] or [0])
    return f"{statistics.median(result['overlay']) / bare:.2f}" if result["overlay"] and bare else ""


def judged(row: Row, ours: list[Figures], bare: list[Figures]) -> list[Result]:
    """Return one result per limit, each with all figures of its runs."""
    return [
        {
            "row": row.name,
            "title": f"{row.title}: {limit.label}",
            "unit": limit.unit,
            "overlay": figures(ours, limit.figure),
            "bare": figures(bare, limit.figure),
            "to_reach": limit.wanted(),
            # A run without the figure did not finish.
            "met": len(figures(ours, limit.figure)) == len(ours)
            and limit.met(figures(ours, limit.figure), figures(bare, limit.figure)),
            "runs": {"overlay": ours, "bare": bare},
        }
        for limit in row.limits
    ]


def main(arguments: Sequence[str]) -> int:
    """Measure and print a table (or JSON); return 1 if a row misses a limit."""
    parser = argparse.ArgumentParser(prog="python -m bench page", description=__doc__)
    names = [row.name for row in ROWS]
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each row; the median is judged")
    parser.add_argument(
        "--rows", nargs="+", choices=names, metavar="ROW", help=f"some of: {', '.join(names)}"
    )
    options = parser.parse_args(arguments)
    chosen = [row for row in ROWS if (row.name in options.rows if options.rows else not row.optional)]
    results = asyncio.run(measure(chosen, options.repeats))
    short = [result for result in results if not result["met"]]
    complete = {result["row"] for result in results} == {row.name for row in chosen}
    if options.json:
        print(json.dumps({"rows": results}, indent=2))
    else:
        print_table(results)
        if short:
            Console().print("Missed: " + "; ".join(result["title"] for result in short))
    return 1 if short or not complete else 0


def print_table(results: Sequence[Result]) -> None:
    """Print medians, each with the range of its runs."""
    table = Table("case", "overlay", "bare page", "ratio", "to reach", "met")
    for result in results:
        table.add_row(
            result["title"],
            spread(result["overlay"], result["unit"]),
            spread(result["bare"], result["unit"]),
            _ratio(result),
            result["to_reach"],
            "yes" if result["met"] else "NO",
        )
    Console(width=140).print(table)


def spread(values: Sequence[float], unit: str) -> str:
    """Return a median and its range as text."""
    if not values:
        return "-"
    digits = 0 if max(values) >= 100 else 2
    found = (min(values), statistics.median(values), max(values))
    low, middle, high = (f"{value:.{digits}f}" for value in found)
    return f"{middle} {unit}".strip() + (f" ({low} to {high})" if low != high else "")

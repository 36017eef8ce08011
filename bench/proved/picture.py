"""Draws the samples of a soak as an SVG picture: one small chart for each figure."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT, MARGIN = 640, 90, 60
FIGURES = {
    "python_mb": "memory of Python (MB)",
    "page_mb": "heap of the page (MB)",
    "nodes": "nodes of the page",
    "handles": "open handles of Python",
    "cpu": "CPU (% of one core)",
}


def with_cpu(samples: Sequence[dict[str, float]]) -> list[dict[str, float]]:
    """Return the samples with the share of CPU since the sample before, in percent."""
    found: list[dict[str, float]] = []
    before = {"t": 0.0, "cpu_s": 0.0}
    for sample in samples:
        if sample["t"] < before["t"]:  # the next part of the soak: another process
            before = {"t": 0.0, "cpu_s": 0.0}
        spent = (sample["cpu_s"] - before["cpu_s"]) / max(sample["t"] - before["t"], 0.1)
        found.append({**sample, "cpu": round(100 * spent, 1)})
        before = sample
    return found


def draw(samples: Sequence[dict[str, float]]) -> str:
    """Return the picture; the time goes from left to right, each chart from 0 to its largest value."""
    rows = with_cpu(samples)
    charts = [_chart(name, title, rows, at) for at, (name, title) in enumerate(FIGURES.items())]
    height = len(FIGURES) * (HEIGHT + 30) + 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH + 2 * MARGIN}" height="{height}" '
        f'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="#fff"/>\n'
        + "\n".join(charts)
        + "\n</svg>\n"
    )


def _chart(name: str, title: str, rows: Sequence[dict[str, float]], at: int) -> str:
    top, values = at * (HEIGHT + 30) + 24, [row[name] for row in rows]
    most = max([*values, 1])
    step = WIDTH / max(len(values) - 1, 1)
    line = " ".join(
        f"{MARGIN + step * x:.1f},{top + HEIGHT * (1 - value / most):.1f}" for x, value in enumerate(values)
    )
    return (
        f'<text x="{MARGIN}" y="{top - 6}">{title}</text>\n'
        f'<text x="{MARGIN - 6}" y="{top + 10}" text-anchor="end">{most:g}</text>\n'
        f'<path d="M{MARGIN} {top}v{HEIGHT}h{WIDTH}" fill="none" stroke="#888"/>\n'
        f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="1.5"/>'
    )

"""Draws the samples of a soak as an SVG picture: one small chart for each figure."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT, MARGIN = 640, 90, 60
FIGURES = {
    "python_mb": "memory of Python (MB)",
    "objects": "overlay's objects in Python",
    "page_mb": "heap of the page (MB)",
    "nodes": "nodes of the page",
    "handles": "open handles of Python",
    "cpu_ms": "CPU of a call, all processes (ms)",
}


def draw(samples: Sequence[dict[str, float]]) -> str:
    """Return the picture; the time goes from left to right, each chart from 0 to its largest value."""
    charts = [_chart(name, title, samples, at) for at, (name, title) in enumerate(FIGURES.items())]
    height = len(FIGURES) * (HEIGHT + 30) + 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH + 2 * MARGIN}" height="{height}" '
        f'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="#fff"/>\n'
        + "\n".join(charts)
        + "\n</svg>\n"
    )


def _chart(name: str, title: str, rows: Sequence[dict[str, float]], at: int) -> str:
    top, values = at * (HEIGHT + 30) + 24, [row[name] for row in rows if name in row]
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

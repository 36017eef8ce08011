"""A page that only has a mouse, which notes where it was clicked."""

from __future__ import annotations


class Mouse:
    def __init__(self) -> None:
        self.clicked: list[tuple[float, float]] = []

    async def click(self, x: float, y: float) -> None:
        self.clicked.append((x, y))


class Page:
    def __init__(self) -> None:
        self.mouse = Mouse()

"""For tests: the panel beside a played scene, in a real browser, and a person who looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import BrowserContext, Locator, Page

from overlay.calls.approvals import Answer, Question
from overlay.policy import Scope
from overlay.policy.model import EVERY_SCOPE
from overlay.tools import ToolDefinition, ToolHints
from overlay.ui.panel import Panel
from tests.scene import Scene

HARMS = ToolDefinition(
    "files.write_file",
    server="files",
    hints=ToolHints(destructive=True, sends_out=True, private=True, untrusted=True),
)
LONG = 600_000
"""Milliseconds: longer than any test."""


def question(name: str = "", offers: tuple[Scope, ...] = EVERY_SCOPE, **more: Any) -> Question:
    """A question about a tool that can do everything."""
    arguments = more.pop("arguments", {"path": "/home/me/notes.md"})
    tool = ToolDefinition(name) if name else HARMS
    return Question(tool, arguments, "https://chat.example", "site|one", offers=offers, **more)


class Room:
    """A scene with its panel open."""

    def __init__(self, context: BrowserContext, scene: Scene, panel: Panel) -> None:
        self.context = context
        self.scene = scene
        self.panel = panel

    @property
    def page(self) -> Page:
        page = self.panel.page
        assert page
        return page

    @property
    def card(self) -> Locator:
        return self.page.get_by_role("article")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    async def ask(self, asked: Question) -> asyncio.Task[Answer]:
        """Ask, and wait until the question can be read, or stands in the line."""
        task = asyncio.ensure_future(self.panel(asked))
        count = len(self.panel.questions) + 1
        word = "1 question" if count == 1 else f"1 of {count} questions"
        await self.page.get_by_text(word).wait_for()
        return task


@asynccontextmanager
async def room(
    context: BrowserContext, *, config: dict[str, Any] | None = None, dwell: int = 0, **more: Any
) -> AsyncGenerator[Room]:
    """The panel of a new scene, open beside an empty page; it is the desk's approver."""
    if not context.pages:
        await context.new_page()
    panel = Panel(dwell=dwell, **more)
    scene = Scene(config, panel)
    panel.serve(scene.parts)
    await panel.open(context)
    try:
        yield Room(context, scene, panel)
    finally:
        await scene.parts.close()
        await panel.close()

"""The panel beside a played scene, in a real browser, for a user who looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from overlay.calls.approvals import Answer, Question
from overlay.calls.event_stream import EventStream
from overlay.companion.opened_chat import NO_CHAT
from overlay.policy import CallOrigin, Policy, Scope
from overlay.policy.model import EVERY_SCOPE
from overlay.policy.tool_effects import NO_EFFECT
from overlay.tools import ToolDefinition, ToolHints
from overlay.ui.chat_state import ModelKnowledge
from overlay.ui.panel import Panel, PanelDashboard, PanelPrompts
from overlay.ui.panel.rows import ServerList
from tests.support.effects import EVERY_EFFECT
from tests.support.scene import Scene

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
    effects = more.pop("effects", NO_EFFECT if name else EVERY_EFFECT)
    return Question(
        tool, arguments, "https://chat.example", "site|one", offers=offers, effects=effects, **more
    )


async def _no_chat(text: str) -> str:
    return NO_CHAT


@dataclass(frozen=True)
class PlayedChat:
    """The chat that the panel is open for."""

    text: str = ""
    put: Callable[[str], Awaitable[str]] = _no_chat
    open: Callable[[], list[tuple[str, str]]] = lambda: []
    tell: Callable[[], ModelKnowledge | None] = lambda: None

    def instructions(self) -> str:
        return self.text

    async def insert(self, text: str) -> str:
        return await self.put(text)

    def knowledge(self) -> ModelKnowledge | None:
        return self.tell()

    def place(self) -> CallOrigin:
        return CallOrigin("https://chat.example", "site|one")

    def titles(self) -> list[tuple[str, str]]:
        return self.open()


class Room:
    """A scene with its panel open."""

    def __init__(self, context: BrowserContext, scene: Scene, panel: Panel, prompts: PanelPrompts) -> None:
        self.context = context
        self.scene = scene
        self.panel = panel
        self.prompts = prompts
        self.tasks: list[asyncio.Task[Any]] = []

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
        """Ask, and wait until the question can be read, or waits in the queue."""
        await self.answered()
        task = asyncio.ensure_future(self.prompts(asked))
        self.tasks.append(task)
        count = len(self.prompts.questions) + 1
        word = "1 question" if count == 1 else f"1 of {count} questions"
        await self.page.get_by_text(word).wait_for(timeout=120_000)
        return task

    async def answered(self) -> None:
        """If no question is open, wait until the card of the last one has gone: it looks like that of the next."""
        if not len(self.prompts.questions):
            await expect(self.card).to_have_count(0)

    async def cleared(self) -> Room:
        """The same room without questions, with its window open, for the next test."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks.clear()
        await self.panel.open()
        await expect(self.card).to_have_count(0)
        return self


@asynccontextmanager
async def room(
    context: BrowserContext,
    *,
    config: dict[str, Any] | None = None,
    dwell: int = 0,
    chat: PlayedChat = PlayedChat(),
    policy: Policy | None = None,
    servers: ServerList | None = None,
) -> AsyncGenerator[Room]:
    """The panel of a new scene, open beside an empty page; it approves the scene's calls."""
    if not context.pages:
        await context.new_page()
    events = EventStream()
    panel = Panel(events, lambda: context)
    prompts = PanelPrompts(panel, dwell=dwell)
    scene = Scene(config, prompts, policy=policy, events=events)
    PanelDashboard(panel, scene.parts, chat=chat, servers=servers)
    await panel.open()
    try:
        yield Room(context, scene, panel, prompts)
    finally:
        await scene.parts.close()
        await panel.close()


@asynccontextmanager
async def shared_room(browser: Browser) -> AsyncGenerator[Room]:
    """A room for all tests of a module that leave nothing in it but questions."""
    context = await browser.new_context()
    async with room(context) as here:
        yield here
    await context.close()

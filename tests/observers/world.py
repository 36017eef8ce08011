"""A bridge with the test's own page script, and a listener that stores what it hears."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page

import injected_js
from observers.document import Document
from observers.page_bridge import Bridge
from observers.protocol import Hello, Message

SCRIPT = """(() => {
    const config = %s;
    const before = globalThis[config.entry];
    const binding = before?.binding ?? globalThis[config.binding];
    if (!binding || before?.document === document) return;
    const got = [];
    globalThis[config.entry] = {
        handle(text) { got.push(...JSON.parse(text)); },
        document,
        binding,
        got: () => got,
        say: (text) => binding(text),
    };
    binding(JSON.stringify({ t: "hello", url: location.href, title: document.title, top: window === top }));
})()"""
SAY = "function (text) { this.say(text); }"
GOT = "function () { return this.got(); }"


class PageListener:
    """Stores all that it hears; the callbacks named in `failing` raise an error."""

    def __init__(self) -> None:
        self.documents: list[Document] = []
        self.gone: list[Document] = []
        self.heard: list[tuple[Document, Message]] = []
        self.missed: list[str] = []
        self.failing: set[str] = set()

    def opened(self, document: Document, hello: Hello) -> None:
        self.documents.append(document)
        self._fail_if_named("opened")

    def received(self, document: Document, message: Message) -> None:
        self.heard.append((document, message))
        self._fail_if_named("said")

    def lost(self, document: Document, *, recorded: bool, flood: bool) -> None:
        self.missed.append("flood" if flood else "recorded" if recorded else "other")

    def closed(self, document: Document) -> None:
        self.gone.append(document)
        self._fail_if_named("closed")

    def _fail_if_named(self, name: str) -> None:
        if name in self.failing:
            raise ZeroDivisionError(name)

    @property
    def alive(self) -> list[Document]:
        return [document for document in self.documents if document.alive]

    @property
    def words(self) -> list[str]:
        return [message.t for _, message in self.heard]


@asynccontextmanager
async def listening(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[tuple[Bridge, PageListener]]:
    def script(config: Any) -> str:
        return SCRIPT % json.dumps(dict(config))

    monkeypatch.setattr(injected_js, "source", script)
    listener = PageListener()
    # Time stands still for its limits: what is too much does not depend on how fast the machine is.
    bridge = Bridge(context, {}, listener, clock=lambda: 0.0)
    await bridge.start()
    yield bridge, listener
    await bridge.stop()


async def turns(page: Page, done: Callable[[], bool]) -> None:
    """Exchange messages with a page until a condition is true; fail after many."""
    for _ in range(200):
        if done():
            return
        await page.evaluate("new Promise((go) => setTimeout(go, 10))")
    raise AssertionError("it never came to hold")

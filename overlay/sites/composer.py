"""Puts text into a chat's composer exactly, and sends it: strategies in turn, each read back and compared.

What works where was measured on real chat apps: textareas take the native setter and an `input` event; rich boxes
take the protocol's `Input.insertText`, some of them losing line ends; one line with `\\n` written out survives all.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from playwright.async_api import Error as PlaywrightError

from observers.document import Document


class State(TypedDict):
    """What stands in the box now."""

    kind: Literal["none", "textarea", "input", "rich"]
    text: str


class ComposerError(RuntimeError):
    """The text could not be put in or sent; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Inserted:
    """`text` is what the model will read; `exact` is false if it had to be written on one line."""

    text: str
    exact: bool


class Composer:
    """The composer of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document

    async def state(self) -> State:
        """Return the box's kind and text. Raises playwright's Error when the document is gone."""
        return await self._ask("function () { return this.composer.state(); }")

    async def insert(self, text: str) -> Inserted:
        """Add `text` after what the person may have written there.

        Raises ComposerError when there is no box or no strategy left the text as it should be.
        """
        try:
            state = await self.state()
            before = state["text"].rstrip("\n")
            strategies = self._strategies(state["kind"])
            for candidate in (text, one_line(text)):
                wanted = f"{before}\n\n{candidate}" if before.strip() else candidate
                for put in strategies:
                    if same(await put(wanted), wanted):
                        return Inserted(candidate, exact=candidate == text)
        except PlaywrightError as error:
            raise ComposerError(f"the page went away while the result was put in: {error}") from error
        if not strategies:
            raise ComposerError("no composer was found on this page; copy the result from the block")
        raise ComposerError("the composer changed the text each time; copy the result from the block")

    async def submit(self) -> None:
        """Press send and see that the box empties.

        Raises ComposerError when it doesn't within some seconds.
        """
        try:
            point = await _until(lambda: self._ask("function () { return this.composer.send(); }"), 3.0)
            if point:
                await self._document.page.mouse.click(point["x"], point["y"])
                if await _until(self._empty, 4.0):
                    return
            state = await self._ask("function () { return this.composer.focus(false); }")
            if state["text"].strip():
                await self._document.page.keyboard.press("Enter")
            if await _until(self._empty, 4.0):
                return
        except PlaywrightError as error:
            raise ComposerError(f"the page went away while the message was sent: {error}") from error
        raise ComposerError("the composer did not empty after send was pressed; send it yourself")

    async def _empty(self) -> bool:
        return not (await self.state())["text"].strip()

    def _strategies(self, kind: str) -> list[Callable[[str], Awaitable[str]]]:
        if kind in ("textarea", "input"):
            return [self._set, self._type]
        return [self._type, self._type_lines] if kind == "rich" else []

    async def _set(self, text: str) -> str:
        state = await self._ask("function (text) { return this.composer.set(text); }", text)
        # Controlled boxes put their own value back a moment later.
        await asyncio.sleep(0)
        return (await self.state())["text"] if same(state["text"], text) else state["text"]

    async def _type(self, text: str) -> str:
        await self._clear()
        await self._document.session.send("Input.insertText", {"text": text})
        return (await self.state())["text"]

    async def _type_lines(self, text: str) -> str:
        """A line at a time: boxes that swallow line ends in inserted text know Shift+Enter."""
        await self._clear()
        for number, line in enumerate(text.split("\n")):
            if number:
                await self._document.page.keyboard.press("Shift+Enter")
            if line:
                await self._document.session.send("Input.insertText", {"text": line})
        return (await self.state())["text"]

    async def _clear(self) -> None:
        state = await self._ask("function () { return this.composer.focus(true); }")
        if state["text"]:
            await self._document.page.keyboard.press("ControlOrMeta+A")
            await self._document.page.keyboard.press("Delete")

    async def _ask(self, function: str, *arguments: Any) -> Any:
        return await self._document.ask(function, *arguments)


def same(found: str, wanted: str) -> bool:
    """Compare as a chat does: ends of lines alike, no-break spaces as spaces, edges don't count."""
    return _plain(found) == _plain(wanted)


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\u00a0", " ").replace("\u200b", "").strip()


def one_line(text: str) -> str:
    """Return `text` on one line, line ends written as `\\n` and back-slashes doubled (JSON's way, no quotes)."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"')


async def _until(check: Callable[[], Awaitable[Any]], seconds: float) -> Any:
    """Ask again until the answer is true or the time is over; return the last answer."""
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        answer = await check()
        if answer or asyncio.get_running_loop().time() >= deadline:
            return answer
        await asyncio.sleep(0.05)

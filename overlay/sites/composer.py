r"""Puts text into a chat's composer exactly, and sends it: strategies in turn, each read back and compared.

What works where was measured on real chat apps: textareas take the native setter and an `input` event; rich
boxes take the protocol's `Input.insertText`, some of them losing line ends; a bare box (no editor behind it)
is written as one text, since the browser's own typing makes other spaces and line ends of it; one line with
`\n` written out survives the rest.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypedDict

from playwright.async_api import Error as PlaywrightError

from observers.document import Document

log = logging.getLogger(__name__)
ATTACH = 2000
"""Ms that a file input has to be there."""
AT_POINT = "function (x, y) { return this.composer.hits(x, y); }"


class State(TypedDict):
    """What stands in the box now; `code` is the last code block of a rich one, "" without any."""

    kind: Literal["none", "textarea", "input", "bare", "rich"]
    text: str
    code: str


class ComposerError(RuntimeError):
    """The text could not be put in or sent; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Inserted:
    """`text` is what the model will read; `exact` is false if it had to be written on one line."""

    text: str
    exact: bool


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds: for a send button that can be pressed, for the box to empty after it was, and for a site that
    is still sending (its button is gone or off) before that is given up.
    """

    button: float = 3.0
    empty: float = 4.0
    sending: float = 10.0


DEFAULT_WAITS = Waits()


class Composer:
    """The composer of one document; `send` is the site's selector of the button, for a last look at it,
    `file` that of its file input. `rewrites`: what stands in the box goes through Markdown when it is sent.
    """

    def __init__(
        self,
        document: Document,
        send: str = "",
        waits: Waits = DEFAULT_WAITS,
        file: str = "",
        *,
        rewrites: bool = False,
    ) -> None:
        self._document = document
        self._button = send
        self._file = file
        self._waits = waits
        self._rewrites = rewrites

    async def state(self) -> State:
        """Return the box's kind and text. Raises playwright's Error when the document is gone."""
        return await self._ask("function () { return this.composer.state(); }")

    async def holds(self, text: str) -> bool:
        """Whether `text`, as `insert` puts it, stands in the box. Raises ComposerError without a page."""
        try:
            found = plain((await self.state())["text"])
        except PlaywrightError as error:
            raise ComposerError(f"the page went away: {error}") from error
        return plain(text) in found or plain(one_line(text)) in found

    async def insert(self, text: str) -> Inserted:
        """Add `text` after what the person may have written there.

        Raises ComposerError when there is no box, or when no strategy left the text as it should be; then
        what stood there before stands there again.
        """
        try:
            state = await self.state()
            before = state["text"].rstrip("\n")
            strategies = self._strategies(state["kind"])
            fragile = self._rewrites and state["kind"] == "rich" and not {"\n", "\t"}.isdisjoint(text)
            if fragile and await self._put_block(before, text):
                return Inserted(text, exact=True)
            # A box that insists on its own kind of spaces may have them, if nothing else does.
            tries = [(text, True), (text, False)] if state["kind"] == "bare" else [(text, False)]
            for candidate, spaces in (*([] if fragile else tries), (one_line(text), False)):
                added = f"\n\n{candidate}" if before.strip() else candidate
                wanted = before + added if before.strip() else candidate
                for put in strategies:
                    if same(await put(wanted, added), wanted, spaces=spaces):
                        return Inserted(candidate, exact=candidate == text)
            if strategies:
                await strategies[-1](before, before)
        except PlaywrightError as error:
            raise ComposerError(f"the page went away while the result was put in: {error}") from error
        if not strategies:
            raise ComposerError("no composer was found on this page; copy the result from the block")
        raise ComposerError("the composer changed the text each time; copy the result from the block")

    async def attach(self, path: Path) -> bool:
        """Give the file to the site's own file input; whether it has one that took it."""
        if not self._file or not self._document.top:
            return False
        try:
            await self._document.page.locator(self._file).last.set_input_files(path, timeout=ATTACH)
        except PlaywrightError as error:
            log.info("%s was not attached: %s", path.name, error)
            return False
        return True

    async def submit(self) -> None:
        """Press send and see that the box empties. Never presses twice while the site may still be sending.

        Raises ComposerError when there is nothing to send, or the box doesn't empty.
        """
        waits = self._waits
        try:
            if await self._empty():
                raise ComposerError("the composer is empty; insert the result first")
            if await self._click_send():
                if await _until(self._empty, waits.empty):
                    return
                if not await self._send_point():
                    if await _until(self._empty, waits.sending):
                        return
                    raise ComposerError("the site did not take the message; send it yourself")
            await self._ask("function () { return this.composer.focus(false); }")
            await self._document.page.keyboard.press("Enter")
            if await _until(self._empty, waits.empty):
                return
        except PlaywrightError as error:
            raise ComposerError(f"the page went away while the message was sent: {error}") from error
        raise ComposerError("the composer did not empty after send was pressed; send it yourself")

    async def _click_send(self) -> bool:
        """Click the button where it stands; never what the page has put in its place."""
        point = await _until(self._send_point, self._waits.button)
        if not point:
            return False
        x, y = point["x"], point["y"]
        if self._button and not await self._ask(AT_POINT, x, y):
            return False
        await self._document.page.mouse.click(x, y)
        return True

    async def _send_point(self) -> Any:
        return await self._ask("function () { return this.composer.send(); }")

    async def _empty(self) -> bool:
        return not (await self.state())["text"].strip()

    def _strategies(self, kind: str) -> list[Callable[[str, str], Awaitable[str]]]:
        if kind in ("textarea", "input"):
            return [self._set, self._type]
        if kind == "bare":
            return [self._write, self._type_lines]
        return [self._append, self._type, self._type_lines] if kind == "rich" else []

    async def _set(self, whole: str, _added: str) -> str:
        await self._ask("function (text) { return this.composer.set(text); }", whole)
        return (await self.state())["text"]

    async def _write(self, whole: str, _added: str) -> str:
        await self._ask("function (text) { return this.composer.write(text); }", whole)
        return (await self.state())["text"]

    async def _append(self, _whole: str, added: str) -> str:
        """Behind what stands there: a draft keeps its looks, its mentions and its files."""
        await self._ask("function () { return this.composer.focus(false); }")
        await self._insert_text(added)
        return (await self.state())["text"]

    async def _type(self, whole: str, _added: str) -> str:
        await self._clear()
        await self._insert_text(whole)
        return (await self.state())["text"]

    async def _type_lines(self, whole: str, _added: str) -> str:
        """A line at a time: boxes that swallow line ends in inserted text know Shift+Enter."""
        await self._clear()
        for number, line in enumerate(whole.split("\n")):
            if number:
                await self._document.page.keyboard.press("Shift+Enter")
            if line:
                await self._insert_text(line)
        return (await self.state())["text"]

    async def _put_block(self, before: str, text: str) -> bool:
        """Behind what stands there, as a code block, if the box makes one of three back-ticks and a space."""
        await self._ask("function () { return this.composer.focus(false); }")
        if before.strip():
            await self._document.page.keyboard.press("Shift+Enter")
        for keys in ("```", " ", text):
            await self._insert_text(keys)
        state = await self.state()
        if state["code"] == text and plain(state["text"]) == plain(f"{before}\n{text}"):
            return True
        await self._type(before, before)
        return False

    async def _clear(self) -> None:
        state = await self._ask("function () { return this.composer.focus(true); }")
        if state["text"]:
            await self._document.page.keyboard.press("ControlOrMeta+A")
            await self._document.page.keyboard.press("Delete")

    async def _insert_text(self, text: str) -> None:
        session: Any = self._document.session
        await session.send("Input.insertText", {"text": text})

    async def _ask(self, function: str, *arguments: Any) -> Any:
        return await self._document.ask(function, *arguments)


def same(found: str, wanted: str, *, spaces: bool = False) -> bool:
    """Compare as a chat does: ends of lines alike, no-break spaces as spaces, edges don't count.

    With `spaces` a no-break space is another one than a space.
    """
    if spaces and found.count("\u00a0") != wanted.count("\u00a0"):
        return False
    return plain(found) == plain(wanted)


def plain(text: str) -> str:
    """Return `text` as it is compared."""
    return text.replace("\r\n", "\n").replace("\u00a0", " ").replace("\u200b", "").strip()


def one_line(text: str) -> str:
    r"""Return `text` on one line, line ends written as `\n`, back-slashes doubled (JSON's way, without
    quotes).
    """
    return json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"')


async def _until(check: Callable[[], Awaitable[Any]], seconds: float) -> Any:
    """Ask again until the answer is true or the time is over; return the last answer."""
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        answer = await check()
        if answer or asyncio.get_running_loop().time() >= deadline:
            return answer
        await asyncio.sleep(0.05)

"""A chat that continues when overlay is killed, and one run of overlay on it."""

from __future__ import annotations

import asyncio
import mmap
import os
import random
import signal
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from overlay.calls.ledger import Ledger, Note, RedactedRow
from overlay.tools import tool
from tests.support.scene import AUTO_RETURN, PlayedPage, Scene, call

NEW = "https://chat.example/"
MESSAGES, CALLS = 4, 2
"""Answers of a chat, and calls in each."""
LONGEST_TOOL = 0.02
"""Maximum seconds that a call's tool takes."""
POINTS = ("opening", "showing", "writing the start", "in the tool", "writing the rest", "between")
point = mmap.mmap(-1, 1)
"""The position in POINTS of the process that will be killed, in memory that both processes share."""


class Chat:
    """One chat of a site; it continues when overlay is killed."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder = folder
        self.number = number
        self.url = f"{NEW}c/chat{number}"
        self.named = number % 2 == 0
        """The site's messages have ids."""
        self.born_new = number % 3 == 0
        """The chat begins at the address of a new one."""
        self._shown = folder / f"shown-{number}"

    def shown(self) -> int:
        """Return the number of answers that the site has written or begun to write."""
        return self._shown.stat().st_size if self._shown.exists() else 0

    def show(self) -> None:
        append(self._shown, b".")

    def key(self, message: int, number: int) -> str:
        return f"{self.number}.{message}.{number}"

    def keys(self) -> list[str]:
        """Return the keys of all its calls."""
        return [self.key(message, number) for message in range(MESSAGES) for number in range(CALLS)]

    def text(self, message: int) -> str:
        calls = range(CALLS)
        return "".join(call("stamp", f"{message}{n}", key=self.key(message, n)) for n in calls)

    def about(self, message: int) -> dict[str, Any]:
        return {"message": f"m{message}" if self.named else "", "turn": 2 * message + 1}


def at(where: str) -> None:
    """Note the point that the process has reached."""
    point[0] = POINTS.index(where)


class Watched(Ledger):
    """A ledger that notes when it writes."""

    def begin(
        self, notes: Sequence[Note], row: RedactedRow, known: Collection[str], *, fresh: bool
    ) -> RedactedRow | None:
        at("writing the start")
        rival = super().begin(notes, row, known, fresh=fresh)
        at("between")
        return rival

    def put(self, notes: Sequence[Note]) -> None:
        at("writing the rest")
        super().put(notes)
        at("between")


class Life:
    """One start of overlay on the chat, until the chat's end or until it is killed."""

    def __init__(self, chat: Chat, seed: int) -> None:
        self.chat = chat
        self.dice = random.Random(seed)
        self.deadly = self.dice.randrange(32)
        """At this call the process kills itself, so that each point of a run is tested."""
        self.unit = 0

    async def live(self) -> None:
        at("opening")
        ledger = Watched(self.chat.folder / "ledger.sqlite3")
        ledger.open()
        at("showing")
        scene = Scene(AUTO_RETURN, ledger=ledger)
        scene.registry.add(self._tool())
        before = self.chat.shown()
        page = scene.page(
            NEW if self.chat.born_new and not before else self.chat.url, name=f"tab{os.getpid()}"
        )
        for message in range(before):
            self._show_again(page, message)
        await self._settle(scene, page)
        for message in range(before, MESSAGES):
            self.chat.show()
            self._stream(page, message)
            await self._settle(scene, page)
            if message == 0 and self.chat.born_new:
                page.go(self.chat.url)
            if self.dice.random() < 0.3:
                page.remove(self.unit)
                self._show_again(page, message)
                await self._settle(scene, page)
        await scene.parts.close()
        ledger.close()

    def _tool(self) -> object:
        begun = 0

        @tool(name="stamp")
        async def stamp(key: str) -> str:
            """Notes its run in a file."""
            nonlocal begun
            begun += 1
            at("in the tool")
            if begun * 2 == self.deadly:
                os.kill(os.getpid(), signal.SIGKILL)
            append(self.chat.folder / "ran", f"{key}\n".encode())
            if begun * 2 + 1 == self.deadly:
                os.kill(os.getpid(), signal.SIGKILL)
            await asyncio.sleep(self.dice.random() * LONGEST_TOOL)
            return f"ran {key}"

        return stamp

    def _show_again(self, page: PlayedPage, message: int) -> None:
        """Show an earlier answer again: as a whole, or streamed a second time."""
        # Without ids, an answer that a new chat streams again could be another one: the user would be asked.
        identified = self.chat.named or not (self.chat.born_new and message == 0)
        if identified and self.dice.random() < 0.4:
            self._stream(page, message)
            return
        self.unit += 1
        page.show(
            self.chat.text(message), self.unit, live=self.dice.random() < 0.5, **self.chat.about(message)
        )

    def _stream(self, page: PlayedPage, message: int) -> None:
        self.unit += 1
        page.stream(self.chat.text(message), self.unit, **self.chat.about(message))

    async def _settle(self, scene: Scene, page: PlayedPage) -> None:
        """Let countdowns end and calls run, and press every Execute button."""
        for _ in range(40):
            await scene.clock.pass_()
            for block in page.blocks:
                if "execute" in (page.looks(block)[-1].view.buttons or ()):
                    page.press(block=block)
            await asyncio.sleep(0.001)
            await scene.parts.journal.settled()
            if not any(block.call.status in ("ready", "scheduled", "running") for block in page.blocks):
                return


def append(path: Path, data: bytes) -> None:
    """Append `data` in one write, which a kill can't interrupt."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(file, data)
    os.close(file)

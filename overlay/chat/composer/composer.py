"""A chat's input box, for results: text in exactly, files by the site's own input, sent when it may be."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Error as PlaywrightError

from observers.composer_api import BoxState, ComposerApi
from observers.document import Document
from overlay.chat.composer.file_upload import FileUploader
from overlay.chat.composer.insert_guard import InsertGuard
from overlay.chat.composer.sender import LEFT, ComposerError, Sender
from overlay.chat.composer.text_compare import equivalent, normalize, one_line
from overlay.chat.composer.timeouts import DEFAULT_TIMEOUTS, ComposerTimeouts, until
from overlay.chat.composer.writers import ComposerReplaced, FocusLost, UserInterrupted, Writer, WriteStrategy

log = logging.getLogger(__name__)
IN_USE = "you are writing in this chat; insert the result from its block when you are done"
NO_BOX = "no composer was found on this page; copy the result from the block"
CHANGED = "the composer changed the text each time; copy the result from the block"
VANISHED = "the composer went away while the result was put in; insert it from its block when it is back"
WENT = "the page went away while the result was put in; insert it from its block when it is back"
ASTRAY = "the page takes the focus out of its message box; click into the box, then insert it from its block"
LEFTOVER = (
    "the page took the focus away, and a part of the result stands in the message box; "
    "delete it there before you send or insert again"
)
SENT = "a message went out while the result was put in; look at the chat before you insert it again"
TURNS = 5
"""So often a text is put in again after the person came between."""
BOXES = 4
"""So many boxes are written to, one after the other, where the site mounts its box anew."""


@dataclass(frozen=True, slots=True)
class Inserted:
    """`text` is what the model will read; `exact` is false if it had to be written on one line. `draft` is
    what stood in the box before, which would be sent along.
    """

    text: str
    exact: bool
    draft: str = ""


class Composer:
    """The composer of one document; `send` is the site's selector of the button, for a last look at it,
    `file` that of its file input, or of the button that opens a chooser of files. `rewrites`: what stands in
    the box goes through Markdown when it is sent. `left` says whether the document shows another chat by now,
    which gets nothing of what is meant for this one.
    """

    def __init__(
        self,
        document: Document,
        send: str = "",
        waits: ComposerTimeouts = DEFAULT_TIMEOUTS,
        file: str = "",
        *,
        rewrites: bool = False,
        left: Callable[[], bool] = lambda: False,
    ) -> None:
        self._document = document
        self._api = ComposerApi(document)
        self._waits = waits
        self._rewrites = rewrites
        self._holding = InsertGuard(document)
        self._writer = Writer(document)
        self._restorer = Writer(document, heed=False)
        self._left = left
        self._reason = IN_USE
        self._is_there = False
        self._sender = Sender(document, send, waits, left)
        self._attacher = FileUploader(document, file, waits)

    async def state(self) -> BoxState:
        """Return what stands in the box. Raises playwright's Error when the document is gone."""
        return await self._look()

    async def code(self) -> str:
        """Return the last code block in the box, "" without any. Raises playwright's Error."""
        return await self._api.code()

    async def holds(self, text: str) -> bool:
        """Whether `text`, as `insert` puts it, stands in the box. Raises ComposerError without a page."""
        try:
            found = normalize((await self._look()).text)
        except PlaywrightError as error:
            raise ComposerError(f"the page went away: {error}") from error
        return normalize(text) in found or normalize(one_line(text)) in found

    async def insert(self, text: str) -> Inserted:
        """Add `text` after what the person may have written there, as soon as they leave the box alone, and
        bring them back to where they were: their caret in the draft, or another box they were in.

        Raises ComposerError when there is no box, when the person goes on writing, or when no way left the
        text as it should be; then what stood there before stands there again.
        """
        clock = asyncio.get_running_loop()
        end = clock.time() + self._waits.person
        self._reason = IN_USE
        try:
            for _ in range(TURNS):
                if not await until(self._at_rest, end - clock.time()):
                    break
                if not self._is_there and not await until(self._there, self._waits.box):
                    raise ComposerError(NO_BOX)
                if self._left():
                    raise ComposerError(LEFT)
                if done := await self._turn(text):
                    return done
        except PlaywrightError as error:
            log.info("nothing was put in at %s: %s", self._document.url, error)
            raise ComposerError(WENT) from error
        raise ComposerError(self._reason)

    async def attach(self, path: Path) -> bool:
        """Give the file to the site by its own input; whether it has one, and took it. A page that shows
        another chat by now gets none.
        """
        return not self._left() and await self._attacher.attach(path)

    async def submit(self) -> None:
        """Press send, and see that the message went. Raises ComposerError when it did not."""
        try:
            await self._sender.submit()
        except PlaywrightError as error:
            raise ComposerError(f"the page went away while the message was sent: {error}") from error

    async def _turn(self, text: str) -> Inserted | None:
        """Put it in while the person's keys wait; None if something came between, and all is as it was."""
        state = await self._holding.begin(self._waits.still)
        if state is None:
            return None
        try:
            before = state.text.rstrip("\n")
            problem, self._reason = "", IN_USE
            try:
                done = await self._put(text, before, state)
                if done and await self._holding.hand_back():
                    return done
                problem = "" if done else CHANGED
            except UserInterrupted:
                log.info("the person came between in %s", self._document.url)
            except FocusLost:
                log.info("the focus was taken out of the box in %s", self._document.url)
                self._reason = ASTRAY
            await self._holding.wait_for_composition(self._waits.person)
            await self._restore(before)
            if problem:
                raise ComposerError(problem)
            return None
        finally:
            await self._holding.end()

    async def _put(self, text: str, before: str, state: BoxState) -> Inserted | None:
        """Try each way until one leaves the box as it should be. A box of bare text that insists on its own
        kind of spaces may have them, if nothing else does.

        Raises UserInterrupted when the person came between, FocusLost when the page took the focus,
        ComposerError when the box went.
        """
        draft, turns = bool(before.strip()), state.turns
        fragile = self._rewrites and not {"\n", "\t"}.isdisjoint(text)
        if fragile and await self._put_block(before, text, state):
            return Inserted(text, exact=True, draft=before if draft else "")
        as_it_is = [] if fragile else [(text, True), (text, False)]
        boxes: set[int] = set()
        first = True
        for candidate, spaces in (*as_it_is, (one_line(text), False)):
            added = f"\n\n{candidate}" if draft else candidate
            wanted = before + added if draft else candidate
            tried: set[str] = set()
            # The box may turn into one of another kind under our hands, or be mounted anew.
            while way := self._next(state, len(wanted), tried, boxes, spaces=spaces):
                if not first:
                    await self._between(turns)
                    await self._undo(before)
                first = False
                if await self._try(way, wanted, added, spaces=spaces):
                    return Inserted(candidate, candidate == text, before if draft else "")
                state = await self._present(turns)
        await self._between(turns)
        return None

    async def _between(self, turns: int) -> None:
        """What went wrong may be nobody's fault but the person's, or nothing may have gone wrong."""
        if await self._holding.user_interrupted():
            raise UserInterrupted
        if (await self._look()).turns > turns:
            await self._undo("")
            raise ComposerError(SENT)

    async def _put_block(self, before: str, text: str, state: BoxState) -> bool:
        """Behind what stands there as a code block, which Markdown leaves as it is; whether it stands so."""
        if state.kind not in ("editor", "eager", "pasted", "rich"):
            return False
        await self._writer.put_block(text, draft=bool(before.strip()))
        if await self.code() == text and normalize((await self._look()).text) == normalize(
            f"{before}\n{text}"
        ):
            return True
        await self._undo(before)
        return False

    async def _present(self, turns: int) -> BoxState:
        """Return the box's state, once there is a box."""
        if not await until(self._there, self._waits.box):
            await self._between(turns)
            raise ComposerError(VANISHED)
        return await self._look()

    def _next(
        self, state: BoxState, size: int, tried: set[str], boxes: set[int], *, spaces: bool
    ) -> WriteStrategy | None:
        kind, number = state.kind, state.number
        boxes.add(number)
        if (spaces and kind != "bare") or len(boxes) > BOXES:
            return None
        for way in self._writer.strategies(kind, size):
            name = f"{number} {kind} {way.__name__}"
            if name not in tried:
                tried.add(name)
                return way
        return None

    async def _try(self, way: WriteStrategy, wanted: str, added: str, *, spaces: bool) -> bool:
        try:
            await way(wanted, added)
        except (TimeoutError, ComposerReplaced) as error:
            log.info("%s did not end in %s: %r", way.__name__, self._document.url, error)
            return False
        # A site that mounts its box anew does so a moment after the text went in.
        await asyncio.sleep(self._waits.keep)
        return equivalent((await self._look()).text, wanted, spaces=spaces)

    async def _restore(self, before: str) -> None:
        """Undo what was put in. Raises ComposerError when the page does not let it be taken out."""
        try:
            await self._undo(before)
        except FocusLost as error:
            raise ComposerError(LEFTOVER) from error

    async def _undo(self, before: str) -> None:
        """Leave the draft, and nothing else, as well as this box can be written."""
        state = await self._look()
        for way in self._restorer.strategies(state.kind, len(before)):
            if equivalent((await self._look()).text, before):
                return
            with suppress(ComposerReplaced):
                await self._restorer.clear()
                if before:
                    with suppress(TimeoutError):
                        await way(before, before)

    async def _at_rest(self) -> bool:
        rest = await self._api.rest(self._waits.still)
        self._is_there = rest.there
        return not rest.busy

    async def _there(self) -> bool:
        return (await self._api.rest(0)).there

    async def _look(self) -> BoxState:
        return await self._api.look(whole=True)

"""A chat's message box: inserts exact text, uploads files through the site's own input, and sends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Error as PlaywrightError

from observers.closed_trees import take_closed_trees
from observers.composer_api import BoxState, ComposerApi, Rest
from observers.document import Document
from overlay.chat.composer.candidates import TextForm, candidates
from overlay.chat.composer.file_upload import FileUploader
from overlay.chat.composer.insert_guard import InsertGuard
from overlay.chat.composer.sender import OTHER_CHAT, ComposerError, Sender
from overlay.chat.composer.text_compare import equivalent, normalize, one_line
from overlay.chat.composer.timeouts import DEFAULT_TIMEOUTS, ComposerTimeouts, until
from overlay.chat.composer.writers import (
    BoxWriter,
    ComposerReplaced,
    FocusLost,
    UserInterrupted,
    WriteStrategy,
)
from overlay.common.language import Phrase, mark

log = logging.getLogger(__name__)
IN_USE = mark("you are writing in this chat; insert the result from its block when you are done")
NO_BOX = mark("no message box was found on this page; copy the result from the block")
CHANGED = mark("the message box changed the text each time; copy the result from the block")
TOO_LONG = (
    "the message box takes at most {} characters, and with this result it would hold {}; copy the result "
    "from the block"
)
BOX_GONE = (
    "the message box disappeared while the result was inserted; insert it from its block when the box is back"
)
PAGE_LEFT = mark(
    "the page was closed or left while the result was inserted; insert it from its block when it is back"
)
FOCUS_TAKEN = mark(
    "the page takes the focus out of its message box; click into the box, then insert it from its block"
)
LEFTOVER = (
    "the page took the focus away, and a part of the result is in the message box; "
    "delete it there before you send or insert again"
)
SENT = mark("a message was sent while the result was inserted; look at the chat before you insert it again")
MAX_ATTEMPTS = 5
"""How often a text is inserted again after the user interrupted."""
MAX_BOXES = 4
"""The most boxes that are written to, one after the other, on a site that replaces its box."""


@dataclass(frozen=True, slots=True)
class Inserted:
    """An inserted text: `text` as the model will read it; `exact` is false if it had to be on one line.

    `draft` is the text that was in the box before, which would be sent with it; `joint` is between the two.
    """

    text: str
    exact: bool
    draft: str = ""
    joint: str = field(default="", compare=False)


class BoxRefused(ComposerError):
    """The message box accepts no form of this text; its earlier text was restored."""


class Composer:
    """The message box of one document.

    `send` is the site's selector of the send button, used for a last check. `file` is the selector of the
    file input or of the button that opens a file chooser. `rewrites`: the site reads the box as Markdown when
    it is sent. `left` returns whether the document shows another chat now; then nothing is inserted.
    """

    def __init__(
        self,
        document: Document,
        send: str = "",
        timeouts: ComposerTimeouts = DEFAULT_TIMEOUTS,
        file: str = "",
        *,
        rewrites: bool = False,
        left: Callable[[], bool] = lambda: False,
    ) -> None:
        self._document = document
        self._api = ComposerApi(document)
        self._timeouts = timeouts
        self._rewrites = rewrites
        self._holding = InsertGuard(document)
        self._writer = BoxWriter(document)
        self._restorer = BoxWriter(document, heed=False)
        self._left = left
        self._sender = Sender(document, send, timeouts, left)
        self._uploader = FileUploader(document, file, timeouts)

    async def state(self) -> BoxState:
        """Return the state of the box. Raises playwright's Error when the document is gone."""
        return await self._look()

    async def code(self) -> str:
        """Return the last code block in the box, "" if there is none. Raises playwright's Error."""
        return await self._api.code()

    async def holds(self, text: str) -> bool:
        """Return whether the box holds `text` as `insert` writes it. Raises ComposerError without a page."""
        try:
            found = normalize((await self._look()).text)
        except PlaywrightError as error:
            raise ComposerError(Phrase(mark("the page was closed or left: {}"), str(error))) from error
        return normalize(text) in found or normalize(one_line(text)) in found

    async def insert(self, text: str) -> Inserted:
        """Add `text` after the user's draft, once the user has left the box alone.

        Restores the user's caret, or the focus of the other field they were in. Raises ComposerError if there
        is no box or if the user goes on writing. Raises BoxRefused, with the box's earlier text restored, if
        the text is too long for the box or if every way of writing changed it.
        """
        clock = asyncio.get_running_loop()
        end = clock.time() + self._timeouts.user
        reason = IN_USE
        try:
            for _ in range(MAX_ATTEMPTS):
                rest = await until(self._at_rest, end - clock.time())
                if rest is None:
                    break
                if not rest.there and not await self._found(guessed=rest.guessed):
                    raise ComposerError(NO_BOX)
                if self._left():
                    raise ComposerError(OTHER_CHAT)
                match await self._turn(text):
                    case Inserted() as done:
                        return done
                    case interruption:
                        reason = interruption
        except PlaywrightError as error:
            log.info("nothing was inserted at %s: %s", self._document.url, error)
            raise ComposerError(PAGE_LEFT) from error
        raise ComposerError(reason)

    async def accepts_file(self, media_type: str, name: str) -> bool:
        """Return whether the site accepts such a file, according to its page."""
        return not self._left() and await self._uploader.accepts(media_type, name)

    async def attach(self, path: Path) -> bool:
        """Upload the file through the site's own input. Return whether the site has one and took the file.

        Does nothing if the page shows another chat now.
        """
        return not self._left() and await self._uploader.attach(path)

    async def submit(self) -> None:
        """Press send, and check that the message was sent. Raises ComposerError if it was not."""
        try:
            await self._sender.submit()
        except PlaywrightError as error:
            raise ComposerError(
                Phrase(mark("the page was closed or left while the message was sent: {}"), str(error))
            ) from error

    async def _turn(self, text: str) -> Inserted | str:
        """Insert the text while the user's keys are held.

        Return the reason if it was interrupted; the earlier text is then restored, as it is if the box
        refuses the text (BoxRefused).
        """
        state = await self._holding.begin(self._timeouts.still)
        if state is None:
            return IN_USE
        try:
            before = state.text.rstrip("\n")
            reason: str = IN_USE
            refusal: BoxRefused | None = None
            try:
                done = await self._put(text, before, state)
                if await self._holding.hand_back():
                    return done
            except BoxRefused as error:
                refusal = error
            except UserInterrupted:
                log.info("the user interrupted in %s", self._document.url)
            except FocusLost:
                log.info("the focus was taken out of the box in %s", self._document.url)
                reason = FOCUS_TAKEN
            await self._holding.wait_for_composition(self._timeouts.user)
            await self._restore(before)
            if refusal:
                raise refusal
            return reason
        finally:
            await self._holding.end()

    async def _put(self, text: str, before: str, state: BoxState) -> Inserted:
        """Try each way of writing until one leaves the right text in the box.

        A bare text box may keep its own kind of spaces if nothing else works. Raises BoxRefused if no way
        does, UserInterrupted if the user interrupted, FocusLost if the page took the focus, ComposerError if
        the box is gone.
        """
        turns = state.turns
        fragile = self._rewrites and not {"\n", "\t"}.isdisjoint(text)
        if fragile and await self._put_block(before, text, state):
            return Inserted(text, exact=True, draft=before if before.strip() else "")
        boxes: set[int] = set()
        first = True
        refusal = ""
        for candidate in candidates(text, before, rewritten=fragile):
            tried: set[str] = set()
            refusal = refusal or _over_limit(candidate, state)
            # The box may become one of another kind meanwhile, or be replaced.
            while way := self._next(state, candidate, tried, boxes):
                if not first:
                    await self._between(turns)
                    await self._undo(before)
                first = False
                if await self._try(way, candidate):
                    return Inserted(candidate.text, candidate.text == text, candidate.before, candidate.joint)
                state = await self._present(turns)
                refusal = refusal or _over_limit(candidate, state)
        await self._between(turns)
        raise BoxRefused(refusal or CHANGED)

    async def _between(self, turns: int) -> None:
        """Raise, before the next attempt, if the user interrupted or a message was sent."""
        if await self._holding.user_interrupted():
            raise UserInterrupted
        if (await self._look()).turns > turns:
            await self._undo("")
            raise ComposerError(SENT)

    async def _put_block(self, before: str, text: str, state: BoxState) -> bool:
        """Insert the text after the draft as a code block, which Markdown does not change.

        Return whether the box then holds that code block.
        """
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
        """Wait for a box, and return its state. Raises ComposerError if none appears."""
        if not await until(self._there, self._timeouts.box):
            await self._between(turns)
            raise ComposerError(BOX_GONE)
        return await self._look()

    def _next(
        self, state: BoxState, candidate: TextForm, tried: set[str], boxes: set[int]
    ) -> WriteStrategy | None:
        kind, number = state.kind, state.number
        boxes.add(number)
        if (candidate.spaces and kind != "bare") or len(boxes) > MAX_BOXES:
            return None
        if not candidate.fits(state):
            return None
        for way in self._writer.strategies(kind, len(candidate.whole)):
            name = f"{number} {kind} {way.__name__}"
            if name not in tried:
                tried.add(name)
                return way
        return None

    async def _try(self, way: WriteStrategy, candidate: TextForm) -> bool:
        try:
            await way(candidate.whole, candidate.added)
        except (TimeoutError, ComposerReplaced) as error:
            log.info("%s did not end in %s: %r", way.__name__, self._document.url, error)
            return False
        # A site that replaces its box does so a moment after the text was inserted.
        await asyncio.sleep(self._timeouts.keep)
        return equivalent((await self._look()).text, candidate.whole, spaces=candidate.spaces)

    async def _restore(self, before: str) -> None:
        """Remove the inserted text. Raises ComposerError if the page does not allow it."""
        try:
            await self._undo(before)
        except FocusLost as error:
            raise ComposerError(LEFTOVER) from error

    async def _undo(self, before: str) -> None:
        """Restore the draft alone, as well as this box allows."""
        state = await self._look()
        for way in self._restorer.strategies(state.kind, len(before)):
            if equivalent((await self._look()).text, before):
                return
            with suppress(ComposerReplaced):
                await self._restorer.clear()
                if before:
                    with suppress(TimeoutError):
                        await way(before, before)

    async def _at_rest(self) -> Rest | None:
        """Return whether there is a box; None while the user writes."""
        rest = await self._api.rest(self._timeouts.still)
        return None if rest.busy else rest

    async def _found(self, *, guessed: bool) -> bool:
        """Wait for a box. Return whether there is one.

        On an unknown page without one, a doubtful box counts, and then one in a closed shadow tree.
        """
        if await until(self._there, self._timeouts.box):
            return True
        if not guessed:
            return False
        return await self._api.doubt() or (
            await take_closed_trees(self._document) and await self._api.doubt()
        )

    async def _there(self) -> bool:
        return (await self._api.rest(0)).there

    async def _look(self) -> BoxState:
        return await self._api.look(whole=True)


def _over_limit(candidate: TextForm, state: BoxState) -> str:
    """Return that the box takes fewer characters than this form would leave in it, "" if it takes them."""
    if not 0 <= state.limit < candidate.length:
        return ""
    return Phrase(TOO_LONG, f"{state.limit:,}", f"{candidate.length:,}")

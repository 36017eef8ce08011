"""Inserts the results of a message, and uploads files with them: pictures, and what the box can't hold."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from overlay.calls.call import Block
from overlay.calls.result_files import ResultFiles
from overlay.calls.store import identity_of
from overlay.chat.composer.composer import BoxRefused, ComposerError, Inserted
from overlay.chat.result_pictures import FileTaker, ResultPictures, Uploaded
from overlay.common.language import Phrase, listed, mark

log = logging.getLogger(__name__)
ONE_LINE = mark("Inserted on one line: this message box loses line ends.")
ONE_LINE_AND_FILE = mark("Inserted on one line and attached as a file: this message box loses line ends.")
FILE_ALONE = mark("Attached as a file: the message box does not take the result itself.")


class ComposerPort(FileTaker, Protocol):
    """The methods of a composer that results need; see `overlay.chat.composer.composer`."""

    async def insert(self, text: str) -> Inserted: ...

    async def holds(self, text: str) -> bool: ...

    async def submit(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Returned:
    """The inserted text, and a `note` about it for the blocks.

    `instead`: files were uploaded in place of the text, and the text names them.
    """

    inserted: Inserted
    note: str = ""
    instead: bool = False


class ResultAttachments:
    """Writes texts to `files` for upload; without `files`, uploads only results that are files already."""

    def __init__(self, files: ResultFiles | None = None) -> None:
        self._files = files
        self._pictures = ResultPictures(files)

    def close(self) -> None:
        """Delete the temporary files."""
        self._pictures.close()

    async def insert(
        self, box: ComposerPort, blocks: Sequence[Block], text: str, *, accepts_files: bool
    ) -> Returned:
        """Insert the text of the blocks' results; upload pictures, and texts that the box can't hold.

        `takes`: the site is known to have a file input. Raises ComposerError if nothing was inserted.
        """
        refused = await self._pictures.refused(box, blocks)
        if refused:
            text = f"{text}\n\n[{refused}]"
        try:
            done = await box.insert(text)
        except BoxRefused:
            if not accepts_files or not (lines := await self._attach(box, blocks, kept=False)):
                raise
            pictures = (
                Uploaded([f"[{refused}]"], refused) if refused else await self._pictures.upload(box, blocks)
            )
            done = await box.insert("\n".join((*lines, *pictures.lines)))
            return Returned(done, _note(FILE_ALONE, pictures.note), instead=True)
        # Sites may upload a file immediately, so the text is inserted first.
        lines = await self._attach(box, blocks, kept=done.exact or not accepts_files)
        pictures = Uploaded([], refused) if refused else await self._pictures.upload(box, blocks)
        note = "" if done.exact else ONE_LINE_AND_FILE if accepts_files and lines else ONE_LINE
        note = _note(note, pictures.note)
        if not (lines := [*lines, *pictures.lines]):
            return Returned(done, note)
        try:
            more = await box.insert("\n".join(lines))
        except ComposerError as error:
            log.warning("a file was attached, but the message does not mention it: %s", error)
            return Returned(done, note)
        both = f"{done.text}{more.joint}{more.text}"
        return Returned(Inserted(both, done.exact and more.exact, done.draft, done.joint), note)

    async def _attach(self, box: ComposerPort, blocks: Sequence[Block], *, kept: bool) -> list[str]:
        """Upload the full results and return lines about them; `kept`: only those that had to be cut."""
        lines: list[str] = []
        for block in blocks:
            outcome = block.call.outcome
            # A file must not contain what the user has removed from the text.
            if outcome is None or outcome.edited:
                continue
            path = outcome.kept
            if not path and not kept and self._files:
                path = self._files.keep(identity_of(block), outcome.text)
            if path is not None and await box.attach(path):
                what = "it" if len(blocks) == 1 else f"the result of {identity_of(block)}"
                lines.append(f"[The whole of {what} is attached as {path.name}.]")
        return lines


def _note(note: str, pictures: str) -> str:
    return listed(note, Phrase("{}.", pictures) if pictures else "")

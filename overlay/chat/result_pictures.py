"""Uploads the pictures of results to sites that accept pictures."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol

from observers.block_view import Picture
from overlay.calls.call import Block
from overlay.calls.result_files import ResultFiles
from overlay.calls.store import identity_of
from overlay.common.language import Phrase, mark

ONE_PICTURE = mark("{} picture: shown to the user, not sent: {}")
PICTURES = mark("{} pictures: shown to the user, not sent: {}")
NO_WAY = mark("this chat does not accept pictures")
NOT_TAKEN = mark("the chat did not accept them")


class FileTaker(Protocol):
    """The part of a composer that uploads files; see `overlay.chat.composer.composer`."""

    async def accepts_file(self, media_type: str, name: str) -> bool: ...

    async def attach(self, path: Path) -> bool: ...


class Uploaded(NamedTuple):
    """`lines` for the model about the pictures, and a `note` for the user about those that were not sent."""

    lines: list[str]
    note: str


class ResultPictures:
    """Writes pictures of results to `files` for upload; by default to a folder that `close` deletes."""

    def __init__(self, files: ResultFiles | None = None) -> None:
        self._files = files
        self._folder: TemporaryDirectory[str] | None = None

    def close(self) -> None:
        """Delete the temporary files."""
        if self._folder:
            self._folder.cleanup()

    async def refused(self, box: FileTaker, blocks: Sequence[Block]) -> str:
        """Return one line if these results have pictures that the site does not accept; else ""."""
        pictures = [picture for block in blocks for picture in _pictures_of(block)]
        for kind in dict.fromkeys(picture.type for picture in pictures):
            if not await box.accepts_file(kind, f"picture.{_ending(kind)}"):
                return _not_sent(len(pictures), NO_WAY)
        return ""

    async def upload(self, box: FileTaker, blocks: Sequence[Block]) -> Uploaded:
        """Upload the pictures of the blocks' results."""
        lines: list[str] = []
        missing = 0
        for block in blocks:
            it = "it" if len(blocks) == 1 else f"the result of {identity_of(block)}"
            for number, picture in enumerate(_pictures_of(block), 1):
                path = self._keep(f"picture-{number}", picture)
                if path and await box.attach(path):
                    lines.append(f"[Picture {number} of {it} is attached as {path.name}.]")
                else:
                    missing += 1
        note = _not_sent(missing, NOT_TAKEN) if missing else ""
        return Uploaded([*lines, f"[{note}]"] if note else lines, note)

    def _keep(self, name: str, picture: Picture) -> Path | None:
        if self._files is None:
            self._folder = TemporaryDirectory(prefix="overlay-", ignore_cleanup_errors=True)
            self._files = ResultFiles(Path(self._folder.name))
        return self._files.keep_bytes(name, _ending(picture.type), base64.b64decode(picture.data))


def _pictures_of(block: Block) -> Sequence[Picture]:
    return block.call.outcome.pictures if block.call.outcome else ()


def _not_sent(count: int, why: str) -> str:
    return Phrase(ONE_PICTURE if count == 1 else PICTURES, count, why)


def _ending(kind: str) -> str:
    return "jpg" if kind == "image/jpeg" else kind.partition("/")[2]

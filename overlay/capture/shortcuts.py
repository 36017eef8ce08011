"""What a replay leaves so that the next one is faster. The result of a replay is the same without it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from overlay.capture.model import Drawn, Replied

T = TypeVar("T")
REPLIES, SOURCES = "replies.json", "accessibility.json"
_REPLIED: TypeAdapter[Replied] = TypeAdapter(Replied)
Source = tuple[str, str]
"""Of an accessibility tree: the hash of all that it depends on, and that of the tree itself."""
_SOURCES: TypeAdapter[list[Source]] = TypeAdapter(list[Source])


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """`replies`: after which messages of the page overlay replied; None: unknown.

    `sources`: for each snapshot of a block, in their order, the source of its accessibility tree.
    """

    replies: Replied | None = None
    sources: list[Source] = field(default_factory=list[Source])

    def trees(self, snapshots: Iterable[Drawn]) -> dict[str, str]:
        """Return the accessibility trees of `snapshots`, by the first part of their sources.

        A tree that was changed since, by hand or by a merge, is left out: a replay must notice that.
        """
        both = zip(self.sources, (drawn.aria for drawn in snapshots), strict=False)
        return {source: tree for (source, digest), tree in both if digest == digest_of(tree)}

    def write(self, folder: Path) -> None:
        """Write the files. Raises OSError."""
        if self.replies is not None:
            (folder / REPLIES).write_text(json.dumps(self.replies) + "\n", encoding="utf-8")
        if self.sources:
            (folder / SOURCES).write_text(json.dumps(self.sources, indent=0) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> Shortcuts:
        """Return what the files say. A file that can't be read counts as missing."""
        return cls(_read(folder / REPLIES, _REPLIED), _read(folder / SOURCES, _SOURCES) or [])


NO_SHORTCUTS = Shortcuts()


def digest_of(text: str) -> str:
    """Return the SHA-256 of a text, which may have lone surrogates."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _read(path: Path, kind: TypeAdapter[T]) -> T | None:
    try:
        return kind.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None

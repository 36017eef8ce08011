"""The pages of the documentation: in `docs/` of a checkout, in `overlay/docs` of an installed package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_FENCE = re.compile(r"^(?:```|~~~)")
_HEADING = re.compile(r"^(#+) (.+)$")


@dataclass(frozen=True)
class Section:
    """A part of a page: its heading, and the text below it without its subsections."""

    heading: str
    text: str

    def count(self, words: Sequence[str]) -> int:
        """Return how often the words are in this part; 0 if one of them is not."""
        counts = [self.text.lower().count(word) for word in words]
        return sum(counts) if all(counts) else 0

    def is_about(self, words: Sequence[str]) -> bool:
        """Return whether all the words are in the heading."""
        return all(word in self.heading.lower() for word in words)


def folder() -> Path:
    """Return the folder of the pages."""
    packaged = _PACKAGE / "docs"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "docs"


def pages() -> dict[str, Path]:
    """Return the topics with their pages, `index` first."""
    found = {path.stem: path for path in sorted(folder().glob("*.md"))}
    return {"index": found["index"], **found} if "index" in found else found


def sections(page: Path) -> Iterator[Section]:
    """Yield the parts of a page; the first has the page's title."""
    heading, lines, fenced = page.stem, list[str](), False
    for line in page.read_text("utf-8").splitlines():
        fenced ^= bool(_FENCE.match(line))
        found = None if fenced else _HEADING.match(line)
        if found:
            if lines:
                yield Section(heading, "\n".join(lines))
            heading, lines = found[2].replace("`", ""), []
        lines.append(line)
    yield Section(heading, "\n".join(lines))


def title(page: Path) -> str:
    """Return the title of a page."""
    return next(sections(page)).heading


def search(words: str) -> list[tuple[str, str]]:
    """Return the topics and headings of the parts that have all these words.

    First those with the words in the heading, then those that have them most often.
    """
    wanted = words.lower().split()
    found = [
        (part.is_about(wanted), part.count(wanted), topic, part.heading)
        for topic, page in pages().items()
        if topic != "index"
        for part in sections(page)
        if part.count(wanted)
    ]
    found.sort(key=lambda one: one[:2], reverse=True)
    return [(topic, heading) for _, _, topic, heading in found]

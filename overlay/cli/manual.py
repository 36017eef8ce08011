"""The pages of the documentation: in `docs/` of a checkout, in `overlay/docs` of an installed package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_FENCE = re.compile(r"^(?:```|~~~)")
_HEADING = re.compile(r"^(#+) (.+)$")
_LITTLE = re.compile(
    "(a|an|and|can|do|does|for|from|how|i|in|is|it|my|of|on|or|the|to|what|when|where|with|without)"
)
"""Words of a question that say nothing about its subject."""
_LISTS = frozenset(["api", "commands", "configuration", "events", "formats", "json"])
"""Pages that list all of a kind."""


@dataclass(frozen=True)
class Section:
    """A part of a page: its heading, and the text below it without its subsections."""

    heading: str
    text: str

    def rank(self, words: Sequence[str]) -> tuple[int, int, int]:
        """Return how many words begin a word of the heading, how many are in this part, and how often."""
        patterns = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in words]
        counts = [len(pattern.findall(self.text)) for pattern in patterns]
        return sum(bool(one.search(self.heading)) for one in patterns), sum(map(bool, counts)), sum(counts)


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
    """Return the topics and headings of the parts that have these words, or all but one of three or more.

    First those with most of the words in the heading, then those that have most of them, and most often.
    Among equal ones a guide comes before a list. Little words such as "how" and "my" do not count.
    """
    asked = words.lower().replace("?", "").split()
    wanted = [word for word in asked if not _LITTLE.fullmatch(word)] or asked
    least = len(wanted) - (len(wanted) > 2)
    found: list[tuple[tuple[int, int, bool, int], tuple[str, str]]] = []
    for topic, page in pages().items():
        for part in sections(page) if topic != "index" else ():
            heading, present, times = part.rank(wanted)
            if present >= max(least, 1):
                found.append(((heading, present, topic not in _LISTS, times), (topic, part.heading)))
    found.sort(key=lambda one: one[0], reverse=True)
    return [part for _, part in found]

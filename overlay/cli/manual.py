"""The pages of the documentation: in `docs/` of a checkout, in `overlay/docs` of an installed package."""

from __future__ import annotations

import re
from collections.abc import Iterator
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


def folder() -> Path:
    """Return the folder of the pages."""
    packaged = _PACKAGE / "docs"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "docs"


def pages(place: Path | None = None) -> dict[str, Path]:
    """Return the topics with their pages in the folder `place` (by default `folder()`), `index` first."""
    found = {path.stem: path for path in sorted((place or folder()).glob("*.md"))}
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

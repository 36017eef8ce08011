"""Links between the pages of the repository lead to files and headings that exist, as a forge shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from overlay.cli.manual import pages
from tests.house.tree import ROOT, files

_FENCED = re.compile(r"^(```+|~~~+).*?^\1", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]+`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
WRITTEN = [path for path in files(ROOT) if path.suffix == ".md"]


@cache
def text_of(page: Path) -> str:
    """Return the page without its blocks of code, in which nothing is a link or a heading."""
    return _FENCED.sub("", page.read_text("utf-8"))


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings, as a forge and the site make them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.replace("`", "").strip().lower()).replace(" ", "-")
        for heading in _HEADING.findall(text_of(page))
    }


def broken(page: Path) -> Iterator[str]:
    for target in _LINK.findall(_CODE.sub("", text_of(page))):
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            yield f"{page.relative_to(ROOT)}: {target}"


def test_each_link_leads_to_a_file_and_a_heading() -> None:
    assert [line for page in WRITTEN for line in broken(page)] == []


def test_a_link_to_a_missing_heading_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A `b` page\n[x](#a-b-page)\n\n## Two\n[y](#three)\n")
    assert [target for target in _LINK.findall(text_of(page)) if target[1:] not in anchors(page)] == [
        "#three"
    ]


def test_the_index_leads_to_each_page() -> None:
    index = ROOT / "docs" / "index.md"
    linked = {target.partition("#")[0] for target in _LINK.findall(text_of(index))}
    assert {f"{topic}.md" for topic in pages()} - linked == {"index.md"}

"""Extracts the readable text of an HTML page, without scripts, styles and markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

SILENT = {"script", "style", "noscript", "template", "svg", "head"}
BLOCKS = {
    "p",
    "div",
    "br",
    "li",
    "tr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "section",
    "article",
    "pre",
    "table",
    "ul",
}


def html_text(source: str) -> str:
    """Return the text with one line for each block; runs of spaces and of empty lines become one."""
    reader = _Reader()
    reader.feed(source)
    reader.close()
    lines = (re.sub(r"[ \t\r\f\v\xa0]+", " ", line).strip() for line in "".join(reader.parts).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag == "body":  # pages that never close their head
            self._silent.clear()
        elif tag in SILENT:
            self._silent.append(tag)
        elif tag in BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._silent:
            del self._silent[self._silent.index(tag) :]
        elif tag in BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data)

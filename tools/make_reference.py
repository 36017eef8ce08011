"""Writes the reference pages of `docs/` from the code: commands, settings, events, JSON, the Python API.

Run `python -m tools.make_reference` after a change of one of these. A test compares the pages with the
code. A page can't be made while something has no words: an option without help, a key without a text below.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tools.reference import api_page, commands_page, events_page, json_page, settings_page

DOCS = Path(__file__).resolve().parents[1] / "docs"
NOTE = "<!-- Made by tools/make_reference.py; don't edit it. -->\n"
PAGES: dict[str, Callable[[], str]] = {
    "api": api_page.text,
    "commands": commands_page.text,
    "configuration": settings_page.text,
    "events": events_page.text,
    "json": json_page.text,
}


def text_of(page: str) -> str:
    """Return the text of the page."""
    title, _, rest = PAGES[page]().partition("\n")
    return f"{title}\n\n{NOTE}{rest}"


if __name__ == "__main__":
    for each in PAGES:
        (DOCS / f"{each}.md").write_text(text_of(each), "utf-8")

"""Writes the lists of `overlay/scan/element_names.py` for the page script.

Run `python tools/make_element_names.py` after a change of them. A test compares the two files.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from overlay.scan import element_names

FILE = Path(__file__).parents[1] / "injected_js" / "reading" / "element_names.js"
_HEAD = """\
/**
 * The names of elements that count when the text of a message is read.
 * Made by tools/make_element_names.py from overlay/scan/element_names.py.
 */
const setOf = (/** @type {string} */ text) => new Set(text.trim().split(/\\s+/));
"""
_WIDTH = 110


def text() -> str:
    """Return the text of the file."""
    return _HEAD + "".join(map(_list, ("BLOCKS", "SILENT", "CALL_TAGS")))


def _list(name: str) -> str:
    words = " ".join(sorted(getattr(element_names, name)))
    return f"export const {name} = setOf(`\n{textwrap.fill(words, _WIDTH)}\n`);\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")

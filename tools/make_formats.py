"""Writes `docs/formats.md` from the readers of the formats: what each says of itself, and its examples.

Run `python tools/make_formats.py` after a change of a format. A test compares the page with the readers.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import textwrap
from pathlib import Path

from overlay.detection import formats

_GRAMMAR = re.compile(r"\w+ += ")
PAGE = Path(__file__).parents[1] / "docs" / "formats.md"
HEAD = """# Call formats

The texts that are read as tool calls, made from the readers in `overlay/detection/formats` by
`tools/make_formats.py`. A call is *read as written* (it may run without a press, if you allowed that),
*repaired* (shown, but it never runs automatically) or *incomplete* (it can't run). The examples call `f` with
`a`, and `now`.
"""


def page() -> str:
    """Return the text of the page."""
    return "\n".join([HEAD, *(_section(info.name) for info in pkgutil.iter_modules(formats.__path__))])


def _section(name: str) -> str:
    """Return what the module `name` says of its format, with its examples."""
    module = importlib.import_module(f"{formats.__name__}.{name}")
    said = "\n\n".join(map(_paragraph, inspect.cleandoc(str(module.__doc__)).split("\n\n")))
    examples = "\n".join(_fenced(example.text) for example in module.EXAMPLES)
    return f"## {name}\n\n{said}\n\n{examples}"


def _paragraph(text: str) -> str:
    """Return a paragraph, indented as code if it is a grammar."""
    return textwrap.indent(text, "    ") if _GRAMMAR.match(text) else text


def _fenced(text: str) -> str:
    """Return the text as a code block, with a fence that no example contains."""
    return f"~~~~text\n{text.rstrip()}\n~~~~\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")

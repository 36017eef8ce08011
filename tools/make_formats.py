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

## What is near a call

The same rules hold for a whole text, a stream and a page; what they lead to differs in one place.

- **Reasoning and results** (`overlay/detection/region_names.py` lists their tags and tokens): no call in
  `detect()`, in `overlay scan` and in the words of an answer. A page that draws code blocks apart shows a
  block that waits for a press.
- **An announced example** ("For example:", "Do not run this:", "The file contains:", a heading "Usage", in
  many languages; `overlay/detection/announcement_words.py`): no call in `detect()` and in `overlay scan`,
  but in a page a block that waits for a press, because the words may also announce a call that is meant
  ("Let me read the example:").
- **Another tag that begins a line** (`<draft>`, `<example>`, `<!--`, `<details>` with a summary about
  thoughts): the call is repaired, in a page its block waits for a press. The tags that an answer may have
  are listed in `overlay/detection/enclosing_tags.py`.
- **Other text in the same code block**, before the call or right after a JSON object: the call is repaired.
- Text after the end of a call that comes later ("I did not mean that") does not change the call.

## What is not read

- `call:f{a: "x"}` without Gemma's tokens, and `Action: f[x]` or `Action: f(a="x")` on one line: people
  write about functions in the same way, and without tokens or a second line nothing tells these apart.
- `{"name": "f", "a": "x"}`, with arguments beside the name, unless a format's own tokens are around the
  object: many records look like that.
- A value that is a placeholder (`"..."`, `"<command>"`) is a value like any other.
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

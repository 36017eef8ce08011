"""The page about the Python API: its text is the docstrings' text, and names what a reader can use."""

from __future__ import annotations

import inspect
import re

import overlay
from tests.docs.pages import text_of
from tools.reference.api_page import OPAQUE, words_of

DOC = """\
    Opens a door.

    Example::

        if door.open():
            print(door)

    The door:
        height: in pixels,
            or None.
        width: in pixels.

    Internal:
        key: secret.
    """
WORDS = """\
Opens a door.

```python
if door.open():
    print(door)
```

The door:

- `height`: in pixels, or None.
- `width`: in pixels.
"""
OTHERS = frozenset(["Path", "ValueError"])
"""Names of Python that the page has."""


def is_usable(name: str) -> bool:
    """Return whether a reader can use a class, or a member of a class, by what the page says."""
    owner, _, member = name.partition(".")
    if owner in OTHERS:
        return True
    if owner not in overlay.__all__ or (member and owner in OPAQUE):
        return False
    found = getattr(overlay, owner)
    return not member or hasattr(found, member) or member in inspect.signature(found).parameters


def test_a_docstring_becomes_text_with_lists_and_examples() -> None:
    assert "\n".join(words_of(inspect.cleandoc(DOC))) == WORDS


def test_the_page_names_only_classes_and_members_that_are_public() -> None:
    named = set(re.findall(r"`([A-Z][a-z]\w*(?:\.\w+)?)(?=[(`])", text_of("api")))
    assert "ToolRegistry.add" in named
    assert {name for name in named if not is_usable(name)} == set()

"""Selectors for an element; those that will probably still work after the site's next build come first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import parts

_WORDY = re.compile(r"[A-Za-z][A-Za-z_-]{2,40}")
_HASHED = re.compile(r"(?P<stem>[A-Za-z][A-Za-z-]*(?:_+|-module__)[A-Za-z]+)(?:_+|--)[\w+-]{4,8}")
_UTILITY = re.compile(
    r"[a-z]+:|.*[\[\]/!.]|-?(?:[mp][xytrbl]?|w|h|gap|z|top|left|right|bottom|inset|size|leading)-|"
    r"(?:flex|grid|block|inline|hidden|relative|absolute|sticky|fixed|group|container|items|justify|self|text|bg|"
    r"font|rounded|border|shadow|overflow|cursor|max|min|space|col|row|transition|opacity|select|shrink|grow|prose|"
    r"outline|ring|underline|italic|truncate|antialiased|animate|duration|ease|tracking|whitespace|break|pointer|"
    r"isolate|translate|scale|rotate|blur|backdrop|fill|stroke|basis|aspect|divide)"
    r"(?:-|$)"
)
_ROLE = re.compile(r"[:/_.-](?:user|human|assistant|model|bot)$")
"""The end of a value that names the author of a message, after an id."""
_FLAG = re.compile(r"data-[a-z]+(?:-[a-z]+)+")
"""An attribute of several words: its name alone says what the element is."""
_TEST_IDS = ("data-testid", "data-test-id", "data-cy", "data-qa")
_IDENTIFYING = frozenset(("id", "ids", "uuid", "key"))
"""Last words in the names of attributes whose value is another one for each element."""
_LABELS = ("name", "aria-label", "placeholder")


def selectors(node: Node, wanted: frozenset[str], role: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield selectors that find `node`.

    `wanted` are the words of the missing selector, `role` the words by which sites name such an element: of
    several classes, the one with most of these words comes first.
    """
    attributes = node.attributes
    for name in _TEST_IDS:
        if _WORDY.fullmatch(attributes.get(name, "")):
            yield f'[{name}="{attributes[name]}"]'
    for name, value in attributes.items():
        if (
            name.startswith("data-")
            and name not in _TEST_IDS
            and name.rpartition("-")[2] not in _IDENTIFYING
            and _WORDY.fullmatch(value)
            and value not in _STATES
        ):
            yield f'[{name}="{value}"]'
    for name, value in attributes.items():
        if name.startswith("data-") and (ending := _ROLE.search(value)):
            yield f'[{name}$="{ending[0]}"]'
        elif _FLAG.fullmatch(name) and value in ("", "true"):
            yield f"[{name}]"
    if _WORDY.fullmatch(attributes.get("id", "")):
        yield f"#{attributes['id']}"
    if "-" in node.tag:
        yield node.tag
    yield from sorted(
        _by_class(node), key=lambda name: -len(parts(name) & wanted) - 3 * len(parts(name) & role)
    )
    for name in _LABELS:
        value = attributes.get(name, "")
        if value and not set('"\\\n') & set(value) and len(value) <= 60:
            yield f'{node.tag}[{name}="{value}"]'
    for name in ("type", "role", "contenteditable"):
        if _WORDY.fullmatch(attributes.get(name, "")):
            yield f'{node.tag}[{name}="{attributes[name]}"]'
    if node.tag not in _BARE:
        yield node.tag


_BARE = ("div", "span", "p", "section", "ul", "ol", "li", "a", "b", "i")
"""Tags that are too general without an attribute."""
_STATES = ("true", "false", "open", "closed", "active", "idle")


def _by_class(node: Node) -> Iterator[str]:
    for name in node.classes:
        hashed = _HASHED.fullmatch(name)
        if hashed:
            yield f'[class*="{hashed["stem"]}"]'
        elif _WORDY.fullmatch(name) and not _UTILITY.match(name):
            yield f".{name}"

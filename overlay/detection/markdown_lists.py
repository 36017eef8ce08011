"""Lists as Markdown and chat pages print them: the mark of an item, and a value that is written as a list.

The schema decides what deeper lines are: an object of `key: value` items, a list of items, or the text
itself. Without a schema the items alone decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import dedent
from typing import Any, cast

from .argument_types import typed, types
from .schema_types import Schema, part

_SPACE = "[ \\t\\xa0]"
_BOX = rf"(?:\[[ xX]\]{_SPACE}+)?"
_SIGNS = "•‣◦▪▫●○■□▸▹►▻→⁃∙·"
BULLET = rf"(?:(?:(?:[-*+–—]|\(?(?:\d{{1,3}}|[A-Za-z])[.)]){_SPACE}+|[{_SIGNS}]{_SPACE}*){_BOX})?"
_ITEM = re.compile(rf"{_SPACE}*(?P<bullet>{BULLET})(?P<text>.*)", re.DOTALL)
_KEY = re.compile(r"[*_`]{0,3}([A-Za-z_][\w.-]*)[*_`]{0,3}[ \t]*:(?!/)[*_`]{0,3}(?:[ \t]+|$)(.*)", re.DOTALL)
_DEEPEST = 8
_TAB = 4


def indent(line: str) -> int:
    """Return the number of columns of white space at the start of `line`."""
    line = line.replace("\xa0", " ").expandtabs(_TAB)
    return len(line) - len(line.lstrip())


def nested(lines: Sequence[str], schema: Schema | None, depth: int = 0) -> Any:
    """Return the value of `lines` (none blank, all of one item), typed by `schema`."""
    text = dedent("\n".join(lines)).strip()
    allowed = types(schema) if schema else set[str]()
    if depth > _DEEPEST or (allowed and not allowed & {"object", "array"}):
        return typed(text, schema)
    items = _items(lines)
    fields = [_KEY.fullmatch(head) for head, _, _ in items]
    if all(fields) and (not allowed or "object" in allowed):
        return {
            key: _value(found[2], below, part(schema, key), depth)
            for found, (_, _, below) in zip(fields, items, strict=True)
            if found and (key := _named(found[1], schema))
        }
    if all(bullet for _, bullet, _ in items) and (not allowed or "array" in allowed):
        return [
            _value(head, below, part(schema, place), depth) for place, (head, _, below) in enumerate(items)
        ]
    return typed(text, schema)


def _value(head: str, below: Sequence[str], schema: Schema | None, depth: int) -> Any:
    if below and head.strip() and _KEY.fullmatch(head):  # an object whose first key is in the item's own line
        return nested([f"{' ' * indent(below[0])}{head}", *below], schema, depth + 1)
    if below:
        return nested([head, *below] if head.strip() else below, schema, depth + 1)
    return typed(_plain(head), schema)


def _plain(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == "`" and "`" not in text[1:-1] else text


def _named(key: str, schema: Schema | None) -> str:
    """Return the name for `key`: the schema's name in any case, otherwise lower case as for all arguments."""
    properties = cast("Schema", (schema or {}).get("properties") or {})
    same = (name for name in properties if name.lower() == key.lower())
    return next(same, key.lower() if key.isupper() else key)


def _items(lines: Sequence[str]) -> list[tuple[str, bool, list[str]]]:
    """Return the items with the least indent: text, whether it has an item's mark, the deeper lines below
    it.
    """
    least = min(map(indent, lines))
    items: list[tuple[str, bool, list[str]]] = []
    for line in lines:
        found = _ITEM.fullmatch(line)
        if found and (not items or indent(line) <= least):
            items.append((found["text"], bool(found["bullet"]), []))
        else:
            items[-1][2].append(line)
    return items

"""Values written as nested elements, for parameters whose schema is an object or a list.

    object = ("<" k ">" value "</" k ">")+        list = ("<item>" value "</item>")+, in any one name

The text is parsed once and only counts if all of it is elements: a value with markup among other text is left
as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from .schema_types import Schema, part

Typed = Callable[[str, "Schema | None"], Any]
_TAG = re.compile(r"<(/?)([A-Za-z_][\w.-]{0,127})\s*(/?)>")
_DEEPEST = 32


class _OtherShape(Exception):
    """The schema doesn't allow a value of this shape."""


@dataclass
class _Element:
    name: str
    start: int
    text: str = ""
    inner: list[_Element] = field(default_factory=list["_Element"])


def element_value(text: str, schema: Schema, typed: Typed, otherwise: Any) -> Any:
    """Convert the elements in `text` to an object or list of `schema`; `typed` converts each leaf.

    Returns `otherwise` if `text` holds anything but elements, or the schema doesn't allow their shape.
    """
    found = _elements(text)
    if not found:
        return otherwise
    try:
        return _value(_Element("", 0, text, found), schema, typed)
    except _OtherShape:
        return otherwise


def _elements(text: str) -> list[_Element] | None:
    """Return the elements that `text` consists of; None if it is anything else."""
    top = _Element("", 0)
    stack = [top]
    end = 0
    for tag in _TAG.finditer(text):
        closing, name, empty = tag.groups()
        between = text[end : tag.start()]
        leaf = bool(closing) and not stack[-1].inner
        if between.strip() and not leaf:
            return None
        end = tag.end()
        if closing:
            if len(stack) == 1 or stack[-1].name != name:
                return None
            stack[-1].text = text[stack[-1].start : tag.start()]
            stack.pop()
            continue
        element = _Element(name, tag.end())
        stack[-1].inner.append(element)
        if not empty:
            stack.append(element)
        if len(stack) > _DEEPEST:
            return None
    return top.inner if len(stack) == 1 and not text[end:].strip() else None


def _value(element: _Element, schema: Schema | None, typed: Typed) -> Any:
    """Return the value of an element. Raises `_OtherShape`."""
    allowed = schema.get("type", ()) if schema else ()
    allowed = {allowed} if isinstance(allowed, str) else set(allowed)
    if not element.inner or (allowed and not allowed & {"object", "array"}):
        return typed(element.text, schema)
    names = {one.name for one in element.inner}
    properties = cast("Schema", (schema or {}).get("properties") or {})
    listed = len(names) == 1 and not names & set(properties) and (len(element.inner) > 1 or names == {"item"})
    if allowed == {"array"} or ("array" in (allowed or {"array"}) and listed):
        if len(names) > 1:
            raise _OtherShape
        return [_value(one, part(schema, place), typed) for place, one in enumerate(element.inner)]
    if allowed and "object" not in allowed:
        raise _OtherShape
    result: dict[str, Any] = {}
    for one in element.inner:
        inner = part(schema, one.name)
        found = _value(one, inner, typed)
        if one.name in result:  # a repeated name makes a list, each element an item
            before = result[one.name]
            found = [*before, found] if isinstance(before, list) else [before, found]  # pyright: ignore
        result[one.name] = found
    return result

"""Mends a server's result as received: a part that can't be read becomes a note, and the others stay.

The SDK accepts or refuses a result as a whole, so one part of a newer kind would discard all others.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from pydantic import ValidationError

from overlay.tools.errors import clip

MOST_PARTS = 1_000
KIND = 60
_EXTRAS = ("annotations", "_meta", "icons")
"""Fields of a part that overlay does not use."""
Item = dict[str, Any]


def mend_result(message: Any) -> None:
    """Replace what can't be read in `message` if it is the result of a tool, a prompt or a resource."""
    found: Any = getattr(message, "result", None)
    if not isinstance(found, dict):
        return
    result = cast("Item", found)
    if "content" in result or "structuredContent" in result:
        _mend_tool_result(result)
    if isinstance(result.get("messages"), list):
        result["messages"] = [one for one in map(_message, result["messages"][:MOST_PARTS]) if one]
    if isinstance(result.get("contents"), list):
        readable = [_readable(one, "resource") for one in result["contents"][:MOST_PARTS]]
        result["contents"] = [one for one in readable if one]


def _mend_tool_result(result: Item) -> None:
    given: Any = result.get("content")
    parts = cast("list[Any]", given if isinstance(given, list) else [] if given is None else [given])
    content = [_part(part) for part in parts[:MOST_PARTS]]
    if len(parts) > MOST_PARTS:
        content.append(_note(f"{len(parts) - MOST_PARTS} more parts of the result are left out"))
    structured: Any = result.get("structuredContent")
    if structured is not None and not isinstance(structured, dict):
        result["structuredContent"] = {"value": structured}
    error: Any = result.get("isError")
    if not isinstance(error, bool):
        result["isError"] = error is not None and str(error).lower() not in ("false", "0", "")
    if not isinstance(result.get("_meta"), dict):
        result.pop("_meta", None)
    result["content"] = content


def _message(message: Any) -> Item | None:
    if not isinstance(message, dict):
        return None
    item = cast("Item", message)
    role = item.get("role")
    return {"role": role if role in ("user", "assistant") else "user", "content": _part(item.get("content"))}


def _part(part: Any) -> Item:
    """Return the part if it can be read, else without the fields that overlay does not use, else a note."""
    if isinstance(part, str):
        return {"type": "text", "text": part}
    kind: Any = cast("Item", part).get("type") if isinstance(part, dict) else None
    found = _readable(part, "content") if kind is not None else None
    if found is not None:
        return found
    named = f"a part of the kind {clip(kind, KIND)!r}" if isinstance(kind, str) else "a part without a kind"
    return _note(f"{named} can't be read and is left out")


def _readable(part: Any, what: str) -> Item | None:
    if not isinstance(part, dict):
        return None
    item = cast("Item", part)
    for one in (item, {key: value for key, value in item.items() if key not in _EXTRAS}):
        try:
            _schema(what).validate_python(one, by_name=False)
        except ValidationError:
            continue
        return one
    return None


@cache
def _schema(what: str) -> Any:
    import mcp.types as types
    from pydantic import TypeAdapter

    if what == "content":
        return TypeAdapter[Any](types.ContentBlock)
    return TypeAdapter[Any](types.TextResourceContents | types.BlobResourceContents)


def _note(text: str) -> Item:
    return {"type": "text", "text": f"({text})"}

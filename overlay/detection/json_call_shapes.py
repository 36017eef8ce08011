"""Recognises the JSON shapes of calls, and the shapes that only look like a call.

Sources: OpenAI's `tool_calls`, mcp-client-for-ollama's `tool_request`, the flat objects of Llama, Hermes and
others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from .json_api_shapes import usual
from .json_arguments import as_arguments
from .tool_index import ToolIndex

NAME_KEYS = ("name", "function_name", "tool_name")
ARGUMENT_KEYS = ("arguments", "parameters", "function_args")
LOOSE_NAME_KEYS = (*NAME_KEYS, "tool", "function")  # inside a wrapper, where these can only mean the tool
LOOSE_ARGUMENT_KEYS = (*ARGUMENT_KEYS, "args", "input", "tool_input", "tool_args", "kwargs")
ID_KEYS = ("id", "call_id", "tool_call_id")
THOUGHT_KEYS = ("thoughts", "thought", "thinking", "reasoning")
CONTAINERS = ("tool_request", "tool_calls", "function")
_BESIDE = frozenset(["type", "index", "description", *ID_KEYS, *THOUGHT_KEYS])
_BARE_CALL = frozenset(["type", *NAME_KEYS, *ID_KEYS, *THOUGHT_KEYS])  # with no other keys, a name is enough
_TYPES = frozenset(["string", "number", "integer", "boolean", "object", "array", "null"])
_CALL_TYPES = frozenset(["function", "tool_call", "tool_use", "function_call", "tool", "call"])
_NOT_BESIDE = frozenset(
    ["jsonrpc", "$schema", "inputschema", "input_schema", "version", "scripts", "dependencies"]
)
PLAIN_NAME = re.compile(r"[^\s{}\[\]\"'“”‘’<>(),;=|]{1,256}")
Object = dict[str, Any]


class NoCall(Exception):
    """The object is not a call; the message says why."""


@dataclass(frozen=True)
class Shape:
    """A call as read from its JSON."""

    name: str
    arguments: Object
    call_id: str | None = None
    repaired: bool = False
    thoughts: str | None = None


def first(found: Object, keys: tuple[str, ...]) -> Any:
    """Return the value of the first of `keys` that is in `found` and isn't null."""
    return next((found[key] for key in keys if found.get(key) is not None), None)


def is_schema(parameters: object) -> bool:
    """Return whether these "parameters" are a JSON Schema, so that the object defines a tool."""
    if not isinstance(parameters, Mapping) or not parameters:
        return False
    found = cast("Mapping[str, Any]", parameters)
    if found.get("type") == "object" and (len(found) == 1 or "properties" in found or "required" in found):
        return True
    return all(
        isinstance(part, Mapping) and cast("Mapping[str, Any]", part).get("type") in _TYPES
        for part in found.values()
    )


def flat(
    found: Object, tools: ToolIndex, *, wrapped: bool, unmistakable: bool, strict: bool = False
) -> Shape:
    """Return the call in one object with a name and arguments. Raises `NoCall`.

    `wrapped`: the format's own tokens are around the object, so a name alone is enough and more keys are
    read. `strict`: a name alone is never enough. `unmistakable`: the shape around the object can only be a
    call, so a call of an unknown tool counts too.
    """
    name = first(found, LOOSE_NAME_KEYS if wrapped else NAME_KEYS)
    keys = LOOSE_ARGUMENT_KEYS if wrapped else ARGUMENT_KEYS
    given = [key for key in keys if key in found]
    if not isinstance(name, str) or not PLAIN_NAME.fullmatch(name):
        raise NoCall("it has no name of a tool")
    alone = wrapped or (set(found) <= _BARE_CALL and tools.takes_nothing(name))
    if not given and (strict or not alone):
        raise NoCall("it has no arguments")
    raw = first(found, keys)
    if is_schema(raw):
        raise NoCall("it defines a tool")
    arguments = as_arguments(raw)
    if arguments is None:
        raise NoCall("its arguments are not an object")
    if not unmistakable:
        _plain_record(found, given, name, tools)
    call_id = first(found, ID_KEYS)
    return Shape(name, arguments[0], str(call_id) if isinstance(call_id, (str, int)) else None, arguments[1])


def _plain_record(found: Object, given: list[str], name: str, tools: ToolIndex) -> None:
    if tools.given and name not in tools:
        raise NoCall(f"{name} is none of the tools")
    beside = {key.lower() for key in found} - _BESIDE - set(NAME_KEYS) - set(ARGUMENT_KEYS)
    if beside & _NOT_BESIDE:
        raise NoCall("it is a record of another kind")
    kind = found.get("type")
    if kind is not None and kind not in _CALL_TYPES:
        raise NoCall("it is a record of another type")
    if beside and "arguments" not in given and "function_args" not in given and not tools.given:
        raise NoCall("it is a record with a name")


def thoughts_of(found: Object) -> str | None:
    """Return the text that the model gives beside its call, such as its reasons."""
    said = first(found, THOUGHT_KEYS)
    return said if isinstance(said, str) else None


def single(found: Object, tools: ToolIndex, *, wrapped: bool, strict: bool = False) -> Shape:
    """Return the call in `found`: tries `tool_request`, `function`, then `flat`. Raises `NoCall`."""
    found = usual(found, tools)
    for container in ("tool_request", "function"):
        inner = found.get(container)
        if isinstance(inner, dict):
            shape = flat(cast("Object", inner), tools, wrapped=wrapped, unmistakable=True)
            call_id = first(found, ID_KEYS)
            return Shape(
                shape.name,
                shape.arguments,
                call_id if isinstance(call_id, str) else shape.call_id,
                shape.repaired,
                thoughts_of(found),
            )
    shape = flat(found, tools, wrapped=wrapped, unmistakable=wrapped, strict=strict)
    return Shape(shape.name, shape.arguments, shape.call_id, shape.repaired, thoughts_of(found))

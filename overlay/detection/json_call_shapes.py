"""Recognises the JSON shapes of calls, and the shapes that only look like a call.

Sources: OpenAI's `tool_calls`, mcp-client-for-ollama's `tool_request`, the flat objects of Llama, Hermes and
others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
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
LISTS = ("tool_request", "tool_calls", "function_calls")
CONTAINERS = ("tool_request", "tool_calls", "function")
_BESIDE = frozenset(["type", "index", "description", *ID_KEYS, *THOUGHT_KEYS])
USED_BESIDE = _BESIDE - {"description"}
_BARE_CALL = frozenset(["type", *NAME_KEYS, *ID_KEYS, *THOUGHT_KEYS])  # with no other keys, a name is enough
_TYPES = frozenset(["string", "number", "integer", "boolean", "object", "array", "null"])
_CALL_TYPES = frozenset(["function", "tool_call", "tool_use", "function_call", "tool", "call"])
_NOT_BESIDE = frozenset(
    ["jsonrpc", "$schema", "inputschema", "input_schema", "version", "scripts", "dependencies"]
)
_SPELLINGS = frozenset(
    f"{of}{key}{number}"
    for of in ("", "tool", "function", "call", "toolcall", "functioncall")
    for key in ("argument", "parameter", "param", "arg", "input", "kwarg")
    for number in ("", "s")
)
_SIGNS = re.compile(r"[\s_.-]")
_BEGIN = re.compile(r"[\s_.-]|[" + "".join({word[0] for word in _SPELLINGS}) + "]", re.IGNORECASE)
PLAIN_NAME = re.compile(r"[^\s{}\[\]\"'“”‘’<>(),;=|]{1,256}")
Object = dict[str, Any]
NEEDED = ("name", "tool", "func", "call", "action")
"""Each call in JSON has one of these in a key of the lists above or of `json_api_shapes`, in any case."""


class NoCall(Exception):
    """The object is not a call; the message says why."""


@dataclass(frozen=True)
class Shape:
    """A call as read from its JSON. `error` says which of its text can't be used, so that it can't be run."""

    name: str
    arguments: Object
    call_id: str | None = None
    repaired: bool = False
    thoughts: str | None = None
    error: str | None = None


def means_arguments(key: str) -> bool:
    """Return whether `key` is a spelling of the key for arguments that no format prescribes."""
    return _BEGIN.match(key) is not None and _SIGNS.sub("", key).lower() in _SPELLINGS


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

    A call whose arguments have another key, or whose object has members that are not used, is `repaired`:
    https://github.com/ahwurm/localharness/issues/104
    """
    names = LOOSE_NAME_KEYS if wrapped else NAME_KEYS
    name = first(found, names)
    if not isinstance(name, str) or not PLAIN_NAME.fullmatch(name):
        raise NoCall("it has no name of a tool")
    sure = wrapped or unmistakable or (tools.given and name in tools)
    keys = [key for key in (LOOSE_ARGUMENT_KEYS if wrapped else ARGUMENT_KEYS) if key in found]
    given = keys or [key for key in found if sure and means_arguments(key) and as_arguments(found[key])]
    raw = first(found, tuple(given))
    if is_schema(raw):
        raise NoCall("it defines a tool")
    unused = {key for key in found if key not in given and not (key in names and found[key] == name)}
    unused -= USED_BESIDE - ({"type"} if found.get("type") not in (None, *_CALL_TYPES) else set())
    unused |= {*_present(found, ID_KEYS)[1:], *_present(found, THOUGHT_KEYS)[1:]}
    unused |= {key for key in given if found[key] is not raw and found[key] != raw}
    arguments, error = as_arguments(raw), None
    if not given:
        alone = wrapped or (set(found) <= _BARE_CALL and tools.takes_nothing(name))
        if strict or not alone:
            raise NoCall("it has no arguments")
    if not given or (arguments is None and sure and set(given) <= set(tools.parameters(name))):
        beside = {key: one for key, one in found.items() if key not in names or one != name}
        arguments, error = _beside(name, beside, unused, tools)
    if arguments is None:
        raise NoCall("its arguments are not an object")
    if not unmistakable:
        _plain_record(found, given, name, tools)
    call_id = first(found, ID_KEYS)
    return Shape(
        name,
        arguments[0],
        str(call_id) if isinstance(call_id, (str, int)) else None,
        arguments[1] or bool(unused) or not set(given) <= set(keys) or _nested(arguments[0], name, tools),
        error=error,
    )


def _nested(arguments: Object, name: str, tools: ToolIndex) -> bool:
    """Return whether the arguments are in an object too many: under the tool's name or `arguments`."""
    keys = [*arguments]
    if len(keys) != 1 or name not in tools or keys[0] in tools.parameters(name):
        return False
    return isinstance(arguments[keys[0]], dict) and (keys[0] == name or means_arguments(keys[0]))


def _present(found: Object, keys: tuple[str, ...]) -> list[str]:
    return [key for key in keys if found.get(key) is not None]


def _beside(
    name: str, beside: Object, unused: set[str], tools: ToolIndex
) -> tuple[tuple[Object, bool], str | None]:
    """Return the arguments that are members beside the name, and an error that names those that are not."""
    schemas = tools.parameters(name)
    own = {key: value for key, value in beside.items() if key in schemas}
    if name not in tools:
        own = {key: beside[key] for key in unused}
    rest = sorted(unused - set(own))
    if rest:
        return (own, True), f"tool {name}: these keys are no arguments: {', '.join(rest)}"
    return (own, bool(own)), None


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
                shape.repaired or bool(set(found) - USED_BESIDE - {container}),
                thoughts_of(found),
                shape.error,
            )
    shape = flat(found, tools, wrapped=wrapped, unmistakable=wrapped, strict=strict)
    return replace(shape, thoughts=thoughts_of(found))

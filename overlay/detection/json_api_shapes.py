"""Calls in the JSON of other APIs, which models print as text: turned into `name` and `arguments`.

Sources: OpenAI's `function_call`, Anthropic's `tool_use`, Gemini's `functionCall`, the actions of LangChain's
agents. Other documents have such keys too, so they count only if the tool is a given one.
"""

from __future__ import annotations

from typing import Any, cast

from .tool_index import ToolIndex

CALL_KEYS = ("tool_call", "function_call", "functionCall", "toolCall", "tool_use", "toolUse")
_TYPES = ("tool_use", "toolUse", "functionCall")  # of an object that has `name` and `input` or `args`
_NAMED = ("arguments", "parameters", "input", "args")
_PAIRS = {
    "action": ("action_input", "actionInput", *_NAMED),
    "tool": ("tool_input", "toolInput", *_NAMED),
    "tool_name": ("tool_input", "input", "args"),
    "function": ("arguments", "parameters", "args"),
}
API_KEYS = frozenset([*CALL_KEYS, *_PAIRS, *(key for keys in _PAIRS.values() for key in keys)])
Object = dict[str, Any]


def usual(found: Object, tools: ToolIndex) -> Object:
    """Return `found` with the keys of the usual shape if it calls a given tool in the shape of another API.

    Otherwise return `found` itself.
    """
    for key in CALL_KEYS:
        inner = found.get(key)
        if isinstance(inner, dict):
            call = _flat(cast("Object", inner), tools, {"name": _NAMED, **_PAIRS})
            return {"function": call, **{one: found[one] for one in found if one != key}} if call else found
    named = {"name": ("input", "args")} if found.get("type") in _TYPES else {}
    return _flat(found, tools, {**named, **_PAIRS}) or found


def _flat(found: Object, tools: ToolIndex, pairs: dict[str, tuple[str, ...]]) -> Object | None:
    """Return `found` with the keys `name` and `arguments`, None if it has none of the `pairs` of keys."""
    for key, inputs in pairs.items():
        name = found.get(key)
        given = next((one for one in inputs if one in found), None)
        if given is None or not isinstance(name, str) or name not in tools:
            continue
        rest = {one: found[one] for one in found if one not in (key, given)}
        if "name" in rest or "arguments" in rest:
            continue
        value = found[given]
        names = list(tools.parameters(name))
        if key == "action" and isinstance(value, str) and len(names) == 1 and value.lstrip()[:1] != "{":
            value = {names[0]: value}  # LangChain's tools with one input
        return {"name": name, "arguments": value, **rest}
    return None

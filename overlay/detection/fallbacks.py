"""Finds calls in prose by the fallbacks `detection_json`, `natural_language` and `completion_phrase`.

They guess, so each tool declares its own in its definition:

    "fallbacks": {
        "detection_json": "object",                       # the parameter that takes the label
        "natural_language": [r"highlight (?:the )?(?P<object>[a-z ]+)"],
        "completion_phrase": [r"the (?P<object>[a-z ]+) (?:is|are) now highlighted"],
    }

Groups are named after parameters; a pattern's first unnamed group is the tool's first parameter. The kinds
are tried in this order, and only the first that finds something counts. None is tried in a text with a
structured call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from overlay.common.patterns import PatternError, compiled

from .argument_types import typed
from .tool_index import ToolIndex

KINDS = ("detection_json", "natural_language", "completion_phrase")
LONGEST = 20_000  # code points of prose that are searched: the patterns are untrusted and may be slow
MOST_IN_VAIN = 20  # lists that turn out not to be JSON: reading each may take time proportional to the text
_LIST = re.compile(r"\[\s*\{")
_FILLER = re.compile(
    r"\s+(?:for you|right now|now|please|in the image|on (?:the )?screen)\b.*", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True)
class FallbackCall:
    """A call found by a fallback: tool, arguments, kind, and the (start, end) of the text it was read
    from.
    """

    name: str
    arguments: dict[str, Any]
    kind: str
    span: tuple[int, int]


def fallback_calls(
    text: str, tools: ToolIndex, excluded: Sequence[tuple[int, int]] = ()
) -> list[FallbackCall]:
    """Return the calls that the fallbacks declared in `tools` find in `text`, outside the ranges `excluded`.

    Raises `ValueError` naming the tool if what it declares is not a valid pattern.
    """
    declared = {name: _declared(name, tools) for name in tools}
    for kind in KINDS:
        found: list[FallbackCall] = []
        for name, kinds in declared.items():
            if kind not in kinds:
                continue
            if kind == "detection_json":
                found += _labels(text, name, str(kinds[kind]), tools)
            else:
                found += _phrases(_masked(text, excluded), name, kind, kinds[kind], tools)
        if found:
            return _apart(found)
    return []


def _declared(name: str, tools: ToolIndex) -> Mapping[str, Any]:
    fallbacks = tools.definition(name).get("fallbacks")
    if fallbacks is None:
        return {}
    if not isinstance(fallbacks, Mapping) or not set(cast("Mapping[str, Any]", fallbacks)) <= set(KINDS):
        raise ValueError(f"tool {name}: fallbacks must be a mapping with some of {', '.join(KINDS)}")
    return cast("Mapping[str, Any]", fallbacks)


def _masked(text: str, excluded: Sequence[tuple[int, int]]) -> str:
    pieces: list[str] = []
    last = 0
    for start, end in sorted(excluded):
        if end > last:
            pieces += [text[last : max(start, last)], "\0" * (end - max(start, last))]
            last = end
    return ("".join(pieces) + text[last:])[-LONGEST:].rjust(len(text), "\0")


def _labels(text: str, name: str, parameter: str, tools: ToolIndex) -> Iterator[FallbackCall]:
    """Yield a call for each list of objects of which one has a `label`: its argument is the first label."""
    decoder = json.JSONDecoder()
    at = vain = 0
    while vain < MOST_IN_VAIN and (begin := _LIST.search(text, at)) is not None:
        try:
            items, end = cast("tuple[list[Any], int]", decoder.raw_decode(text, begin.start()))
        except (ValueError, RecursionError):
            at, vain = begin.end(), vain + 1
            continue
        at = end
        for item in items:
            label: Any = cast("dict[str, Any]", item).get("label") if isinstance(item, dict) else None
            if isinstance(label, str) and label.strip():
                schema = tools.parameters(name).get(parameter)
                yield FallbackCall(
                    name, {parameter: typed(label.strip(), schema)}, KINDS[0], (begin.start(), end)
                )
                break


def _phrases(text: str, name: str, kind: str, patterns: Any, tools: ToolIndex) -> Iterator[FallbackCall]:
    """Yield the first match of the first of `patterns` that matches."""
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        try:
            found = compiled(pattern, groups=True, ignore_case=True).search(text)
        except PatternError as problem:
            raise ValueError(
                f"tool {name}: fallback {kind}: {pattern!r} is not a valid pattern: {problem}"
            ) from None
        if found is None:
            continue
        schemas = tools.parameters(name)
        groups = found.groupdict() or dict(zip(schemas, found.groups()[:1], strict=False))
        arguments = {
            key: typed(_FILLER.sub("", said).strip(" \t\r\n.,;:!?\"'*`"), schemas.get(key))
            for key, said in groups.items()
            if said
        }
        if all(value != "" for value in arguments.values()):
            yield FallbackCall(name, arguments, kind, found.span())
            return


def _apart(found: list[FallbackCall]) -> list[FallbackCall]:
    """Return the guesses without those that overlap an earlier one."""
    result: list[FallbackCall] = []
    for guess in sorted(found, key=lambda one: one.span):
        if not result or guess.span[0] >= result[-1].span[1]:
            result.append(guess)
    return result

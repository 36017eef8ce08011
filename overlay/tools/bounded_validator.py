"""jsonschema's validators with bounded work: each keyword counts as steps, and quadratic checks are made
linear.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, cast

import jsonschema
import referencing
from jsonschema import validators

from overlay.common.patterns import PatternError, compiled
from overlay.tools.schema_limits import LimitedSchema
from overlay.tools.work_limit import TEXT_A_STEP, Work, length

Keyword = Callable[[Any, Any, Any, Any], Iterator[Any]]
PATTERN_A_STEP = 500
ENTRIES_A_STEP = 10
KEY_A_STEP = 200
_QUADRATIC = ("unevaluatedItems", "unevaluatedProperties")
_work: ContextVar[tuple[Work, LimitedSchema]] = ContextVar("work")


def kind_of(schema: Any) -> Any:
    """Return the jsonschema class that `$schema` names; by default that of draft 2020-12."""
    return cast("Any", validators).validator_for(schema, default=jsonschema.Draft202012Validator)


def validator(schema: Any, limited: LimitedSchema) -> Any:
    """Return a validator of `limited`, of the draft that `schema` names. Use it within `counted`."""
    # With the default registry, jsonschema would download the target of a `$ref`.
    return _bounded(kind_of(schema))(limited.root, registry=cast("Any", referencing.Registry)())


@contextmanager
def counted(work: Work, limited: LimitedSchema) -> Generator[None]:
    """Count the work of validators in this context against `work`. They raise TooMuchWork."""
    token = _work.set((work, limited))
    try:
        yield
    finally:
        _work.reset(token)


@functools.cache
def _bounded(kind: Any) -> Any:
    words: dict[str, Keyword] = {**kind.VALIDATORS, **_OWN}
    words.pop("format", None)  # `format` is not checked; its checkers are unbounded
    return cast("Any", validators).extend(
        kind, {word: _counting(word, check) for word, check in words.items()}
    )


def _counting(word: str, check: Keyword) -> Keyword:
    def keyword(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any]:
        work, limited = _work.get()
        entries = 0 if word in _OWN else length(value) + length(instance)
        work.spend(1 + entries // ENTRIES_A_STEP)
        if word in _QUADRATIC:
            work.spend(limited.here(schema) * (1 + length(instance)) + length(instance) ** 2 // 100)
        for error in check(validator, value, instance, schema) or ():
            # Each error message repeats the value it is about.
            work.spend(1 + (work.size(instance) + work.size(value)) // TEXT_A_STEP)
            yield error

    return keyword


def _found(pattern: str, text: str) -> bool:
    """Return whether the pattern matches; True if it can't be checked (see `LimitedSchema`)."""
    try:
        expression = compiled(pattern)
    except PatternError:
        return True
    _work.get()[0].spend(expression.size * len(text) // PATTERN_A_STEP)
    return expression.search(text) is not None


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[Any]:  # noqa: ARG001
    if validator.is_type(instance, "string") and not _found(pattern, instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, named: Any, instance: Any, schema: Any) -> Iterator[Any]:  # noqa: ARG001
    if not validator.is_type(instance, "object"):
        return
    for pattern, inner in named.items():
        _work.get()[0].spend(len(instance))
        for key, value in instance.items():
            if _found(pattern, key):
                yield from validator.descend(value, inner, path=key, schema_path=pattern)


def _additional_properties(validator: Any, rest: Any, instance: Any, schema: Any) -> Iterator[Any]:
    if not validator.is_type(instance, "object"):
        return
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    _work.get()[0].spend(len(instance) * len(patterns))
    extra = [key for key in instance if key not in known and not any(_found(one, key) for one in patterns)]
    if validator.is_type(rest, "object"):
        for key in extra:
            yield from validator.descend(instance[key], rest, path=key)
    elif not rest and extra:
        listed, verb = ", ".join(map(repr, sorted(extra))), "does" if len(extra) == 1 else "do"
        if patterns:
            every = ", ".join(map(repr, sorted(patterns)))
            yield jsonschema.ValidationError(f"{listed} {verb} not match any of the regexes: {every}")
        else:
            was = "was" if len(extra) == 1 else "were"
            yield jsonschema.ValidationError(
                f"Additional properties are not allowed ({listed} {was} unexpected)"
            )


def _unique_items(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[Any]:  # noqa: ARG001
    if wanted and validator.is_type(instance, "array"):
        _spend_on(instance)
        if len({_key(each) for each in instance}) < len(instance):
            yield jsonschema.ValidationError(f"{instance!r} has non-unique elements")


def _enum(validator: Any, choices: Any, instance: Any, schema: Any) -> Iterator[Any]:  # noqa: ARG001
    _spend_on(instance)
    kept = _work.get()[1].choices
    if id(choices) not in kept:
        kept[id(choices)] = frozenset(map(_key, choices))
    if _key(instance) not in kept[id(choices)]:
        yield jsonschema.ValidationError(f"{instance!r} is not one of {choices!r}")


def _const(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[Any]:  # noqa: ARG001
    _spend_on(instance)
    _spend_on(wanted)
    if _key(instance) != _key(wanted):
        yield jsonschema.ValidationError(f"{wanted!r} was expected")


def _spend_on(value: Any) -> None:
    work = _work.get()[0]
    work.spend(work.size(value) // KEY_A_STEP)


def _key(value: Any) -> str:
    """Return a text that is equal for equal JSON values: 1 equals 1.0, but not true.

    It is a text because hashes of texts are randomised: with chosen numbers, an attacker could make a set
    take quadratic time.
    """
    if isinstance(value, str):
        return f'"{value}'
    return json.dumps(_normal(value), sort_keys=True)


def _normal(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _normal(each) for key, each in cast("dict[str, Any]", value).items()}
    return list(map(_normal, cast("list[Any]", value))) if isinstance(value, list) else value


_OWN: dict[str, Keyword] = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "uniqueItems": _unique_items,
    "enum": _enum,
    "const": _const,
}

"""Validates arguments against a tool's JSON Schema. Schemas come from servers too, so nothing they name is
fetched.
"""

from __future__ import annotations

import copy
import difflib
import hashlib
import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import jsonschema
from jsonschema.exceptions import UnknownType
from referencing.exceptions import Unresolvable

from overlay.tools.bounded_validator import counted, kind_of, validator
from overlay.tools.coercion import coerce
from overlay.tools.errors import ToolDefinitionError, ToolError, clip
from overlay.tools.schema_limits import OUTSIDE, LimitedSchema, SchemaRefused, measure
from overlay.tools.work_limit import OWN_STEPS, TooMuchWork, Work, sizes_of

MAX_ERRORS = 5
MAX_COUNTED = 100
MAX_VALUE = 80
_FREE = ("const", "default", "examples")
_DRAFTS = (jsonschema.Draft7Validator, jsonschema.Draft201909Validator, jsonschema.Draft202012Validator)
_PLAIN: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
_NOTES = frozenset(("title", "description", "default", "examples", "deprecated"))
MAX_PLAIN = 100
_checked_schemas: dict[bytes, str | None] = {}
MAX_KEPT = 20_000


def schema_error(schema: Any) -> str | None:
    """Return what is wrong with a schema; None if it is valid.

    It may take a second, and the result is cached: check many schemas in a thread beforehand.
    """
    try:
        measure(schema)
    except SchemaRefused as error:
        return str(error)
    mark = hashlib.sha256(json.dumps(schema, sort_keys=True).encode()).digest()
    if mark not in _checked_schemas:
        if len(_checked_schemas) >= MAX_KEPT:
            _checked_schemas.clear()
        _checked_schemas[mark] = _judge(schema)
    return _checked_schemas[mark]


def _judge(schema: Any) -> str | None:
    try:
        limited = LimitedSchema(schema)
        # The patterns were already checked by the engine that matches them, so formats are skipped.
        kind_of(schema).check_schema(_to_check(limited.root), format_checker=None)
    except SchemaRefused as error:
        return str(error)
    except jsonschema.SchemaError as error:
        return f"it is not valid JSON Schema at {error.json_path}: {clip(error.message, 300)}"
    except RecursionError:
        return "it is nested too deeply"
    return None


def _to_check(value: Any) -> Any:
    """Return the schema without values that need no check: checking a long `enum` takes quadratic time."""
    if isinstance(value, list):
        return [_to_check(each) for each in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    return {
        key: cast("list[Any]", each)[:1] if key == "enum" and isinstance(each, list) else _to_check(each)
        for key, each in cast("dict[str, Any]", value).items()
        if key not in _FREE or isinstance(each, dict)
    }


@dataclass(frozen=True, slots=True)
class PlainSchema:
    """A flat object of strings, numbers and booleans: `types` by parameter, and those that are `required`."""

    types: dict[str, tuple[type, ...]]
    required: frozenset[str]

    def fits(self, arguments: dict[str, Any]) -> bool:
        """Return whether the arguments are certainly valid unchanged. False means that it is not known."""
        types = self.types
        for name, value in arguments.items():
            if name not in types or type(value) not in types[name]:
                return False
        return self.required <= arguments.keys()


def plain_schema(schema: dict[str, Any]) -> PlainSchema | None:
    """Return the schema as a PlainSchema; None if it says anything that PlainSchema does not check."""
    properties = schema.get("properties", {})
    if (
        kind_of(schema) not in _DRAFTS
        or schema.get("type") != "object"
        or not schema.keys() <= _NOTES | {"$schema", "type", "properties", "required", "additionalProperties"}
        or len(properties) > MAX_PLAIN
    ):
        return None
    types: dict[str, tuple[type, ...]] = {}
    for name, inner in properties.items():
        if not isinstance(inner, dict) or not inner.keys() <= _NOTES | {"type"}:
            return None
        kind = cast("dict[str, Any]", inner).get("type")
        if not isinstance(kind, str) or kind not in _PLAIN:
            return None
        types[name] = _PLAIN[kind]
    return PlainSchema(types, frozenset(schema.get("required", ())))


class ArgumentCheck:
    """Validator of one schema, compiled once. One check takes at most `steps`, see `work_limit`.

    Most calls fit a plain schema unchanged, which is checked directly. All others are coerced and validated
    with bounded work, which also creates the error messages.

    The schema is read as JSON Schema 2020-12 unless `$schema` names another draft. Raises ToolDefinitionError
    if it is not a valid schema of an object, or too large.
    """

    def __init__(self, tool: str, schema: dict[str, Any], *, steps: int = OWN_STEPS) -> None:
        self._tool = tool
        self._steps = steps
        error = schema_error(schema)
        if error is not None:
            raise ToolDefinitionError(f"the schema of the parameters of {tool!r} can't be used: {error}")
        self._limited = LimitedSchema(schema)
        self._validator = validator(schema, self._limited)
        self._plain = plain_schema(schema)

    def __call__(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return a copy of the arguments, coerced and valid. Raises ToolError tool_invalid if they are not
        valid.
        """
        if self._plain is not None and self._plain.fits(arguments):
            return dict(arguments)
        try:
            mended, errors = self._check(copy.deepcopy(arguments))
            if errors:
                raise self._error(errors)
        except Unresolvable as error:
            named = str(error.ref).removeprefix(OUTSIDE).removeprefix(OUTSIDE[1:])
            raise ToolError(
                "tool_invalid", f"The schema of {self._tool!r} refers to {named!r}, which it does not contain"
            ) from error
        except (AttributeError, KeyError, TypeError, UnknownType) as error:
            # A reference may lead to a value, such as that of `const`, which was never checked as a schema.
            raise ToolError(
                "tool_invalid", f"The schema of {self._tool!r} refers to a part that is not a schema"
            ) from error
        except RecursionError as error:
            raise ToolError(
                "tool_invalid", f"The arguments of {self._tool!r} are nested too deeply"
            ) from error
        except TooMuchWork as error:
            raise ToolError(
                "tool_invalid",
                f"The arguments of {self._tool!r} are not checked: that takes more than {self._steps} steps, "
                "because the arguments or the schema are too large",
            ) from error
        except (ArithmeticError, ValueError) as error:
            raise ToolError(
                "tool_invalid", f"A number in the arguments of {self._tool!r} is too large: {error}"
            ) from error
        return mended

    def _check(self, arguments: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
        """Return the coerced arguments and the validation errors."""
        root, work = self._limited.root, Work(self._steps, fixed=self._limited.sizes)
        mended = cast("dict[str, Any]", coerce(arguments, root, work=work))
        work.sizes = sizes_of(mended)
        work.spend(len(work.sizes) // 10)
        with counted(work, self._limited):
            found: Iterator[Any] = self._validator.iter_errors(mended)
            errors = list(itertools.islice(found, MAX_COUNTED))
        return mended, sorted(errors, key=lambda error: list(map(str, error.path)))

    def _error(self, errors: list[Any]) -> ToolError:
        data = [{"path": error.json_path, "message": self._say(error)} for error in errors[:MAX_ERRORS]]
        text = "; ".join(f"{error['path']}: {error['message']}" for error in data)
        more = f" (and {len(errors) - MAX_ERRORS} more)" if len(errors) > MAX_ERRORS else ""
        return ToolError(
            "tool_invalid", f"The arguments of {self._tool!r} do not fit: {text}{more}", {"errors": data}
        )

    def _say(self, error: Any) -> str:
        instance: Any = error.instance
        closed = error.validator == "additionalProperties" and error.validator_value is False
        if closed and "patternProperties" not in error.schema:
            known = list(error.schema.get("properties", {}))
            extra = [key for key in cast("dict[str, Any]", instance) if key not in known]
            return "; ".join(_unexpected(key, known) for key in extra[:MAX_ERRORS])
        message, value = str(error.message), repr(instance)
        if len(value) > MAX_VALUE and message.startswith(value):
            message = clip(value, MAX_VALUE) + message[len(value) :]
        return clip(message, 300)


def _unexpected(key: str, known: list[str]) -> str:
    close = difflib.get_close_matches(key, known, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(map(repr, known)) or 'none'}"
    return clip(f"{key!r} is not a parameter ({hint})", 300)

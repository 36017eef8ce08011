"""Arguments against a tool's JSON Schema. Schemas come from servers too: nothing they name is fetched."""

from __future__ import annotations

import difflib
import functools
import json
from typing import Any, cast

import jsonschema
import referencing
from jsonschema.validators import validator_for
from referencing.exceptions import Unresolvable

from overlay.tools.coercion import coerce
from overlay.tools.errors import ToolDefinitionError, ToolError, clip

MAX_ERRORS = 5
MAX_VALUE = 80


@functools.lru_cache(maxsize=4096)
def fault_of(schema: str) -> str | None:
    """What is wrong with a schema (JSON text), as `place: message`; None if it is a valid one.

    It takes some milliseconds, so the answer is kept: who has many to check asks in a thread beforehand.
    """
    parsed: Any = json.loads(schema)
    try:
        _kind_of(parsed).check_schema(parsed)
    except jsonschema.SchemaError as fault:
        return f"{fault.json_path}: {clip(fault.message, 300)}"
    return None


def _kind_of(schema: Any) -> Any:
    return cast("Any", validator_for(schema, default=jsonschema.Draft202012Validator))


class ArgumentCheck:
    """One schema, compiled once.

    The schema is read as JSON Schema 2020-12 unless its `$schema` names another draft. Raises
    ToolDefinitionError if it is not a valid schema of an object.
    """

    def __init__(self, tool: str, schema: dict[str, Any]) -> None:
        self._tool = tool
        self._schema = schema
        fault = fault_of(json.dumps(schema, sort_keys=True))
        if fault is not None:
            raise ToolDefinitionError(f"the parameters of {tool!r} are no valid JSON Schema at {fault}")
        kind = _kind_of(schema)
        # An empty registry of our own: the default one would download what a `$ref` names.
        self._validator = kind(schema, registry=cast("Any", referencing.Registry)())

    def __call__(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments, coerced and valid, as a new dict. Raises ToolError tool_invalid otherwise."""
        mended = coerce(arguments, self._schema)
        try:
            faults = sorted(self._validator.iter_errors(mended), key=lambda fault: list(map(str, fault.path)))
        except Unresolvable as fault:
            raise ToolError(
                "tool_invalid",
                f"The schema of {self._tool!r} refers to {fault.ref!r}, which it does not contain",
            ) from fault
        except RecursionError as fault:
            raise ToolError(
                "tool_invalid", f"The arguments of {self._tool!r} are nested too deeply"
            ) from fault
        if faults:
            raise self._error(faults)
        return cast("dict[str, Any]", mended)

    def _error(self, faults: list[Any]) -> ToolError:
        errors = [{"path": fault.json_path, "message": self._say(fault)} for fault in faults[:MAX_ERRORS]]
        text = "; ".join(f"{error['path']}: {error['message']}" for error in errors)
        more = f" (and {len(faults) - MAX_ERRORS} more)" if len(faults) > MAX_ERRORS else ""
        return ToolError(
            "tool_invalid", f"The arguments of {self._tool!r} do not fit: {text}{more}", {"errors": errors}
        )

    def _say(self, fault: Any) -> str:
        given: Any = fault.instance
        closed = fault.validator == "additionalProperties" and fault.validator_value is False
        if closed and "patternProperties" not in fault.schema:
            known = list(fault.schema.get("properties", {}))
            extra = [key for key in cast("dict[str, Any]", given) if key not in known]
            return "; ".join(_unexpected(key, known) for key in extra[:MAX_ERRORS])
        said, value = str(fault.message), repr(given)
        if len(value) > MAX_VALUE and said.startswith(value):
            said = clip(value, MAX_VALUE) + said[len(value) :]
        return clip(said, 300)


def _unexpected(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(map(repr, known)) or 'none'}"
    return clip(f"{key!r} is not a parameter ({hint})", 300)

"""Words for what is wrong in a settings file: its keys are checked by a pydantic model."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

UNKNOWN = "this setting does not exist"


def fault_of(error: ErrorDetails) -> str:
    """Return what is wrong, without the key."""
    return UNKNOWN if error["type"] == "extra_forbidden" else error["msg"].removeprefix("Value error, ")


def faults(errors: Sequence[ErrorDetails]) -> str:
    """Return all faults in one line, each with its key."""
    return "; ".join(f"{'.'.join(map(str, error['loc']))}: {fault_of(error)}" for error in errors)


def names_advice(model: type[BaseModel], errors: Sequence[ErrorDetails]) -> str:
    """Return the valid names for each unknown key, the nearest first; "" if no key is unknown."""
    lines: list[str] = []
    for error in errors:
        known = _fields(model, error["loc"][:-1]) if error["type"] == "extra_forbidden" else []
        if known:
            close = get_close_matches(str(error["loc"][-1]), known, n=1)
            hint = f"Did you mean {close[0]}? " if close else ""
            lines.append(f"{hint}Valid names are: {', '.join(known)}.")
    return "\n".join(dict.fromkeys(lines))


def _fields(model: type[BaseModel], location: tuple[int | str, ...]) -> list[str]:
    """Return the valid names in the table at this place; [] if it is not a table of fixed names."""
    inner: Any = model
    for step in location:
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            field = inner.model_fields.get(str(step))
            inner = field.annotation if field else None
        else:  # an entry of a list, or of a table with free names
            inner = _model_in(inner)
    found = _model_in(inner)
    return list(found.model_fields) if found else []


def _model_in(kind: Any) -> type[BaseModel] | None:
    """Return the model that a type is or holds."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind
    return next((found for one in get_args(kind) if (found := _model_in(one))), None)

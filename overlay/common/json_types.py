"""The types of JSON from outside: from a model, a server or a file, with unchecked values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import pydantic

JsonValue: TypeAlias = "pydantic.JsonValue"
JsonObject: TypeAlias = "dict[str, pydantic.JsonValue]"
ReadObject: TypeAlias = "Mapping[str, pydantic.JsonValue]"
"""An object that is only read."""


def object_in(value: JsonValue) -> JsonObject:
    """Return the value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def list_in(value: JsonValue) -> list[JsonValue]:
    """Return the value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []

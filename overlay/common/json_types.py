"""The types of JSON objects from outside: from a model, a server or a file, with unchecked values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from pydantic import JsonValue

JsonObject: TypeAlias = "dict[str, JsonValue]"
ReadObject: TypeAlias = "Mapping[str, JsonValue]"
"""An object that is only read."""

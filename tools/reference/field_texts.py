"""The fields of a class for a reference page: name, type, default, and the text below the field."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, dataclass
from dataclasses import fields as dataclass_fields
from datetime import date, datetime
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

WORDS = {
    str: "text",
    bool: "true or false",
    int: "whole number",
    float: "number",
    date: "date",
    datetime: "date and time",
    Any: "any",
}


@dataclass(frozen=True)
class FieldText:
    """A field: `about` is what its author wrote below it; `inner` the type without `None`."""

    name: str
    type: str
    default: str
    about: str
    inner: Any

    @property
    def row(self) -> str:
        """The field as a row of a table."""
        return row(f"`{self.name}`", self.type, self.default, self.about)


def fields_of(cls: type[Any]) -> list[FieldText]:
    """Return the fields of a pydantic model or a dataclass. Raises ValueError for one without a text."""
    texts = _texts_below(cls)
    hints = get_type_hints(cls, include_extras=True)
    defaults = {name: default for name, default in _defaults(cls) if not name.startswith("_")}
    without = [name for name in defaults if not texts.get(name)]
    if without:
        raise ValueError(f"{cls.__name__}: write a text below {', '.join(without)}")
    bounds = {name: _limits(field.metadata) for name, field in getattr(cls, "model_fields", {}).items()}
    return [
        FieldText(
            name,
            type_words(_without_limits(hints[name])) + bounds.get(name, ""),
            default,
            texts[name],
            _inner(hints[name]),
        )
        for name, default in defaults.items()
    ]


def row(*cells: str) -> str:
    """Return a row of a Markdown table."""
    return f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in cells)} |"


def table(heads: Iterable[str], rows: Iterable[str]) -> list[str]:
    """Return a Markdown table."""
    named = list(heads)
    return [row(*named), f"|{'---|' * len(named)}", *rows]


def type_words(hint: Any) -> str:
    """Return a type in words that a user of TOML and JSON knows."""
    kind, inner = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return type_words(inner[0]) + _limits(inner[1:])
    if kind is Literal:
        return ", ".join(f"`{word}`" for word in inner)
    if kind in (Union, UnionType):
        return " or ".join(type_words(one) for one in inner if one is not NoneType)
    if kind in (list, set, frozenset):
        return f"list of {type_words(inner[0])}"
    if kind is dict:
        return f"table: {type_words(inner[0])} -> {type_words(inner[1])}"
    if kind is tuple and inner[1:] == (Ellipsis,):
        return f"list of {type_words(inner[0])}"
    if kind is tuple:
        return f"({', '.join(map(type_words, inner))})"
    if kind is Callable:
        return "function"
    name: str = getattr(hint, "__name__", str(hint))
    return WORDS.get(hint, f"`{name}`")


def _limits(metadata: Iterable[Any]) -> str:
    limits = [getattr(one, "metadata", [one]) for one in metadata]
    words = [
        f"{sign} {getattr(bound, name)}"
        for bounds in limits
        for bound in bounds
        for name, sign in (("ge", "≥"), ("gt", ">"), ("le", "≤"), ("lt", "<"))
        if getattr(bound, name, None) is not None
    ]
    return f" ({', '.join(words)})" if words else ""


def _without_limits(hint: Any) -> Any:
    """Return a type without its own limits, which pydantic moves to the field; those inside it stay."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _inner(hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        return _inner(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return next(_inner(one) for one in get_args(hint) if one is not NoneType)
    return hint


def _defaults(cls: type[Any]) -> Iterator[tuple[str, str]]:
    if issubclass(cls, BaseModel):
        for name, field in cls.model_fields.items():
            missing = field.default is PydanticUndefined and field.default_factory is None
            value: Any = None if missing else field.get_default(call_default_factory=True, validated_data={})
            yield name, "required" if missing else _default_words(value)
    else:
        for each in dataclass_fields(cls):
            if each.default_factory is not MISSING:
                yield each.name, ""
            else:
                yield each.name, "" if each.default is MISSING else _default_words(each.default)


def _default_words(value: Any) -> str:
    if value is None or isinstance(value, BaseModel) or value in ("", [], {}, ()):
        return "none"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, list):
        return f"`{json.dumps(value)}`"
    return f"`{value}`"


def _texts_below(cls: type[Any]) -> dict[str, str]:
    """Return the text below each field in the source of the class."""
    [body] = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for node, after in zip(body.body, body.body[1:], strict=False):
        match node, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
            case _:
                pass
    return found

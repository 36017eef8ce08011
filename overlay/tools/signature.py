"""Converts a function's parameters to a JSON Schema, and JSON arguments to the types of the parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, cast, get_type_hints

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.errors import PydanticUserError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticSerializationError, to_jsonable_python
from typing_extensions import TypedDict  # pydantic refuses typing's before Python 3.12

from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolDefinitionError, ToolError, clip

PLAIN = (str, int, float, bool)
POSITIONAL = inspect.Parameter.POSITIONAL_ONLY
EMPTY = inspect.Parameter.empty


@dataclass(frozen=True)
class Signature:
    """How to call a function with JSON arguments.

    `schema` is a JSON Schema (2020-12) of an object; `context` the name of the parameter for the ToolContext.
    `plain`: all types are plain, so arguments that fit `schema` fit the function, except a number too
    large for a float, which `bind` refuses.
    """

    schema: dict[str, Any]
    adapter: TypeAdapter[dict[str, Any]]
    positional: tuple[str, ...]
    context: str | None
    plain: bool

    def bind(self, arguments: dict[str, Any], context: ToolContext) -> tuple[list[Any], dict[str, Any]]:
        """Return (args, kwargs) for the function, converted to its types. Raises ToolError tool_invalid."""
        try:
            values = dict(self.adapter.validate_python(arguments))
        except ValidationError as error:
            raise _invalid(error) from error
        if self.context is not None:
            values[self.context] = context
        # Positional-only parameters can be left out only at the end, where the defaults apply.
        args = [values.pop(name) for name in self.positional if name in values]
        return args, values


def read_signature(function: Callable[..., Any], descriptions: dict[str, str]) -> Signature:
    """Read the parameters of `function`; `descriptions` are those of its docstring, by name.

    Raises ToolDefinitionError for parameters that can't be passed by name (`*args`) or have no JSON form.
    """
    name = getattr(function, "__name__", type(function).__name__)
    annotations = _annotations(function, name)
    fields: dict[str, Any] = {}
    defaults: dict[str, Any] = {}
    positional: list[str] = []
    context: str | None = None
    open_ended = False
    for key, parameter in inspect.signature(function).parameters.items():
        annotation = annotations.get(key, Any)
        if annotation is ToolContext or annotation == (ToolContext | None):
            context = key
        elif parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            raise ToolDefinitionError(f"{name}(*{key}) can't be a tool: give each parameter a different name")
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
            open_ended = True
        else:
            described = _described(annotation, descriptions.get(key))
            fields[key] = described if parameter.default is EMPTY else NotRequired[described]
            if parameter.default is not EMPTY:
                defaults[key] = parameter.default
        if parameter.kind is POSITIONAL:
            positional.append(key)
    adapter = _adapter(name, fields, open_ended)
    plain = not open_ended and all(_is_plain(annotations.get(key, Any)) for key in fields)
    return Signature(_schema(name, adapter, defaults), adapter, tuple(positional), context, plain)


def _annotations(function: Callable[..., Any], name: str) -> dict[str, Any]:
    target = function if inspect.isroutine(function) else cast("Any", function).__call__
    try:
        return get_type_hints(target, include_extras=True)
    except NameError as error:
        raise ToolDefinitionError(
            f"{name}: {error}; import what its annotations name (not under TYPE_CHECKING)"
        ) from error


def _is_plain(annotation: Any) -> bool:
    """Return whether the annotation is a plain type, at most with a description."""
    for part in getattr(annotation, "__metadata__", ()):
        if not isinstance(part, FieldInfo) or part.metadata or part.alias or part.validation_alias:
            return False
    return getattr(annotation, "__origin__", annotation) in PLAIN


def _described(annotation: Any, description: str | None) -> Any:
    own = any(getattr(part, "description", None) for part in getattr(annotation, "__metadata__", ()))
    return annotation if own or not description else Annotated[annotation, Field(description=description)]


def _adapter(name: str, fields: dict[str, Any], open_ended: bool) -> TypeAdapter[dict[str, Any]]:
    shape = cast("Any", TypedDict)(f"{name}_arguments", fields)
    shape.__pydantic_config__ = ConfigDict(
        extra="allow" if open_ended else "forbid", arbitrary_types_allowed=True
    )
    try:
        return TypeAdapter(shape)
    except (PydanticUserError, TypeError) as error:
        raise ToolDefinitionError(f"the annotations of {name} can't be read: {error}") from error


def _schema(name: str, adapter: TypeAdapter[dict[str, Any]], defaults: dict[str, Any]) -> dict[str, Any]:
    try:
        schema = adapter.json_schema()
    except PydanticUserError as error:
        raise ToolDefinitionError(
            f"the annotations of {name} have no JSON form: {error.message.splitlines()[0]}"
        ) from error
    _untitle(schema)
    schema.setdefault("properties", {})
    for key, default in defaults.items():
        try:
            schema["properties"][key]["default"] = to_jsonable_python(default)
        except PydanticSerializationError:
            continue
    return schema


def _untitle(schema: Any) -> None:
    """Remove the titles that pydantic makes from names: they make the prompt longer and add nothing."""
    if isinstance(schema, list):
        for item in cast("list[Any]", schema):
            _untitle(item)
    if not isinstance(schema, dict):
        return
    node = cast("dict[str, Any]", schema)
    if isinstance(node.get("title"), str):
        del node["title"]
    for key, value in node.items():
        if key in ("properties", "$defs"):
            for part in value.values():
                _untitle(part)
        elif key not in ("default", "enum", "const", "examples"):
            _untitle(value)


def _invalid(error: ValidationError) -> ToolError:
    errors = [
        {"path": _path(item["loc"]), "message": clip(item["msg"], 300)}
        for item in error.errors(include_url=False, include_context=False)[:5]
    ]
    text = "; ".join(f"{item['path']}: {item['message']}" for item in errors)
    return ToolError(
        "tool_invalid", f"The arguments are not what the tool asks for: {text}", {"errors": errors}
    )


def _path(location: tuple[int | str, ...]) -> str:
    return "$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)

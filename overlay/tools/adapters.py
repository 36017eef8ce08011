"""Builds tools from the supported forms: `@tool` functions, plain functions and dict definitions."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, fields
from typing import Any, cast

from overlay.common.stdout_redirect import aside
from overlay.tools.context import ToolContext
from overlay.tools.decorator import DEFAULT_TIMEOUT, options_of
from overlay.tools.definition import NO_PARAMETERS, ToolDefinition, ToolHints
from overlay.tools.errors import ToolDefinitionError
from overlay.tools.runner import call, call_on_loop
from overlay.tools.signature import read_signature

Handler = Callable[[dict[str, Any], ToolContext], Coroutine[Any, Any, Any]]
HINTS = tuple(hint.name for hint in fields(ToolHints))


@dataclass(frozen=True)
class Tool:
    """A definition and `handler(arguments, context)`, which returns any value that `to_result` takes.

    `check(arguments)` (optional) raises ToolError tool_invalid for what JSON Schema can't express. `source`
    tells the user where the tool comes from. `preview(arguments)` (optional) describes what a call would do;
    it may be slow, since it may read files, and it may raise.
    """

    definition: ToolDefinition
    handler: Handler
    check: Callable[[dict[str, Any]], object] | None = None
    source: str = ""
    preview: Callable[[dict[str, Any]], str] | None = None


def as_tool(item: Any, *, source: str = "") -> Tool:
    """Return a Tool made from a `@tool` or plain function, a dict definition, or a Tool.

    Raises ToolDefinitionError for anything else, saying what is missing.
    """
    if isinstance(item, Tool):
        return item
    if isinstance(item, Mapping):
        return from_dict(cast("Mapping[str, Any]", item), source=source)
    if callable(item):
        return from_function(item, source=source)
    raise ToolDefinitionError(
        f"{type(item).__name__} is not a tool: give a function, or a dict with name, description, "
        "parameters, callback"
    )


def from_function(function: Callable[..., Any], *, source: str = "") -> Tool:
    """Return a Python function as a tool; its name, docstring and annotations make the definition."""
    target: Any = cast("Any", function).func if isinstance(function, functools.partial) else function
    own_name: str = getattr(target, "__name__", type(target).__name__)
    options = options_of(cast("Callable[..., Any]", function)) or options_of(target)
    description, parameters = parse_docstring(inspect.getdoc(target) if inspect.isroutine(target) else None)
    signature = read_signature(cast("Callable[..., Any]", function), parameters)
    name = (options and options.name) or own_name
    definition = ToolDefinition(
        name=name,
        description=options.description if options and options.description is not None else description,
        parameters=signature.schema,
        hints=options.hints if options else ToolHints(),
        timeout=options.timeout if options else DEFAULT_TIMEOUT,
        fallbacks=options.fallbacks if options else None,
    )

    async def handler(arguments: dict[str, Any], context: ToolContext) -> Any:
        with aside():
            args, kwargs = signature.bind(arguments, context)
        on_loop = options is not None and options.on_loop
        return await (call_on_loop if on_loop else call)(cast("Callable[..., Any]", function), args, kwargs)

    def check(arguments: dict[str, Any]) -> object:
        return signature.bind(arguments, ToolContext())

    preview = _bound(options.preview, cast("Any", function)) if options else None
    return Tool(
        definition, handler, None if signature.plain else check, source or f"{target.__module__}", preview
    )


def from_dict(item: Mapping[str, Any], *, source: str = "") -> Tool:
    """Return the tool for a plain definition.

    Keys: `name`, `description`, `parameters` (JSON Schema), `callback`, and optionally `function`, `timeout`,
    the hints (`read_only`, ...), `preview(arguments)`, which returns the text that the user approves, and
    `fallbacks`. `callback(arguments)` gets the arguments as one dict, and the definition as a second
    positional argument if it requires two; a parameter annotated ToolContext gets the context. `function` is
    shown to the model unchanged; name, description and parameters default to its values.
    """
    shown = item.get("function")
    if shown is not None and not isinstance(shown, Mapping):
        raise ToolDefinitionError(
            "'function' is the definition shown to the model: give a dict, code goes to 'callback'"
        )
    inner: Mapping[str, Any] = cast("Mapping[str, Any]", shown or {})
    inner = cast("Mapping[str, Any]", inner.get("function", inner))
    name = item.get("name") or inner.get("name")
    if not isinstance(name, str):
        raise ToolDefinitionError("a definition needs a 'name' (text)")
    callback = item.get("callback")
    if not callable(callback):
        raise ToolDefinitionError(
            f"the definition of {name!r} needs a 'callback': the function that does the work"
        )
    parameters = item.get("parameters") or inner.get("parameters") or NO_PARAMETERS
    if not isinstance(parameters, Mapping):
        raise ToolDefinitionError(f"'parameters' of {name!r} must be a JSON Schema of an object, as a dict")
    fallbacks = item.get("fallbacks")
    if fallbacks is not None and not isinstance(fallbacks, Mapping):
        raise ToolDefinitionError(f"'fallbacks' of {name!r} must be a dict of kinds and patterns")
    definition = ToolDefinition(
        name=name,
        description=str(item.get("description") or inner.get("description") or ""),
        parameters=dict(cast("Mapping[str, Any]", parameters)),
        hints=ToolHints(**{hint: bool(item.get(hint, False)) for hint in HINTS}),
        timeout=item.get("timeout", DEFAULT_TIMEOUT),
        function=dict(cast("Mapping[str, Any]", shown)) if shown else None,
        fallbacks=dict(cast("Mapping[str, Any]", fallbacks)) if fallbacks else None,
    )
    plain = {key: value for key, value in item.items() if key not in ("callback", "preview")}
    context_key, second = _callback_shape(callback)

    async def handler(arguments: dict[str, Any], context: ToolContext) -> Any:
        args = [arguments, plain] if second else [arguments]
        return await call(callback, args, {context_key: context} if context_key else {})

    preview: Any = item.get("preview")
    return Tool(definition, handler, None, source, cast("Any", preview) if callable(preview) else None)


def parse_docstring(text: str | None) -> tuple[str, dict[str, str]]:
    """Return (description, {parameter: description}) from a docstring in Google, NumPy or Sphinx style.

    A docstring in another style becomes the description.
    """
    import docstring_parser  # slow to import; needed only for functions

    parsed = docstring_parser.parse(text or "")
    described = {one.arg_name.lstrip("*"): " ".join((one.description or "").split()) for one in parsed.params}
    return (parsed.description or "").strip(), described


def _bound(preview: Callable[..., str] | None, function: Any) -> Callable[..., str] | None:
    """Bind a method's preview to the same object as the method."""
    owner = getattr(function, "__self__", None)
    return preview if preview is None or owner is None else types.MethodType(preview, owner)


def _callback_shape(callback: Callable[..., Any]) -> tuple[str | None, bool]:
    """Return the name of the parameter for the ToolContext, and whether a second positional argument is
    required.
    """
    try:
        parameters = inspect.signature(callback).parameters.values()
    except (TypeError, ValueError):  # some built-ins have no signature
        return None, False
    context = next(
        (each.name for each in parameters if each.annotation in (ToolContext, "ToolContext")), None
    )
    positional = [
        each
        for each in parameters
        if each.name != context
        and each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        and each.default is each.empty
    ]
    return context, len(positional) > 1

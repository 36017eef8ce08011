"""`@tool`: marks a Python function as a tool and returns the function unchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from overlay.tools.definition import NO_HINTS, ToolHints

DEFAULT_TIMEOUT = 30.0
MARK = "__overlay_tool__"

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class ToolOptions:
    """Arguments of `@tool(...)`. None means that the value comes from the function."""

    name: str | None = None
    description: str | None = None
    hints: ToolHints = NO_HINTS
    timeout: float | None = DEFAULT_TIMEOUT
    preview: Callable[..., str] | None = None
    fallbacks: dict[str, Any] | None = None
    on_loop: bool = False


@overload
def tool(function: F, /) -> F: ...
@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    read_only: bool = False,
    destructive: bool = False,
    sends_out: bool = False,
    private: bool = False,
    untrusted: bool = False,
    raw_text: bool = False,
    timeout: float | None = DEFAULT_TIMEOUT,
    preview: Callable[..., str] | None = None,
    fallbacks: dict[str, Any] | None = None,
    on_loop: bool = False,
) -> Callable[[F], F]: ...
def tool(
    function: F | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    read_only: bool = False,
    destructive: bool = False,
    sends_out: bool = False,
    private: bool = False,
    untrusted: bool = False,
    raw_text: bool = False,
    timeout: float | None = DEFAULT_TIMEOUT,
    preview: Callable[..., str] | None = None,
    fallbacks: dict[str, Any] | None = None,
    on_loop: bool = False,
) -> F | Callable[[F], F]:
    """Mark a function (sync or async) as a tool: `@tool` or `@tool(name=..., read_only=True)`.

    The name is the function's, the descriptions of the tool and its parameters come from its docstring or
    from `Annotated[..., Field(description=...)]`, the schema from its annotations. `timeout` is in seconds,
    None for no limit. For the six hints see `ToolHints`. `preview(arguments)` returns the text that the user
    approves, such as a diff; for a method it is a method of the same class. `fallbacks` are patterns by which
    a call is guessed from plain text, see `ToolDefinition`. The function runs in its own thread, an async one
    on its own event loop. With `on_loop` an async one runs on the caller's event loop, which it blocks while
    it does not await.
    """
    hints = ToolHints(read_only, destructive, sends_out, private, untrusted, raw_text)

    def mark(target: F) -> F:
        setattr(target, MARK, ToolOptions(name, description, hints, timeout, preview, fallbacks, on_loop))
        return target

    return mark if function is None else mark(function)


def options_of(function: Callable[..., Any]) -> ToolOptions | None:
    """Return the `@tool` options of this function or bound method; None if it is not marked."""
    found = getattr(function, MARK, None)
    return found if isinstance(found, ToolOptions) else None

"""`@tool`: marks a Python function as a tool and leaves it a plain function."""

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
    """What the author said in `@tool(...)`; None means: take it from the function."""

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
    timeout: float | None = DEFAULT_TIMEOUT,
    preview: Callable[..., str] | None = None,
    fallbacks: dict[str, Any] | None = None,
    on_loop: bool = False,
) -> F | Callable[[F], F]:
    """Mark a function (sync or async) as a tool: `@tool` or `@tool(name=..., read_only=True)`.

    The name is the function's, the description and the parameters' descriptions come from its docstring or
    from `Annotated[..., Field(description=...)]`, the schema from its annotations. `timeout` is in seconds,
    None for no limit. For the five hints see `ToolHints`. `preview(arguments)` gives the text a person
    approves, such as a diff; for a method it is one of the same class. `fallbacks` are patterns by which a
    call is guessed from plain words, see `ToolDefinition`. The function runs in a thread of its own, an async
    one on an event loop of its own; `on_loop` runs an async one on the caller's event loop, where all else
    waits while it does not await.
    """
    hints = ToolHints(read_only, destructive, sends_out, private, untrusted)

    def mark(target: F) -> F:
        setattr(target, MARK, ToolOptions(name, description, hints, timeout, preview, fallbacks, on_loop))
        return target

    return mark if function is None else mark(function)


def options_of(function: Callable[..., Any]) -> ToolOptions | None:
    """What `@tool` said of this function (or bound method), None if it was not marked."""
    found = getattr(function, MARK, None)
    return found if isinstance(found, ToolOptions) else None

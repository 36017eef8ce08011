"""Asks the user in several places at once; the first answer counts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from overlay.calls.approvals import Approver
from overlay.common.errors import UsageError
from overlay.ui.terminal.approver import ask_in_terminal, at_terminal

if TYPE_CHECKING:
    from overlay.tools.mcp.elicitation import Elicitor

Ask = Literal["terminal", "panel", "both"]
Q = TypeVar("Q")
A = TypeVar("A")


class FirstAnswer(Generic[Q, A]):
    """Asks in all `places` at once; the first answer withdraws the question from the others.

    A place that raises is skipped; if all raise, the last error is raised.
    """

    def __init__(self, *places: Callable[[Q], Awaitable[A]]) -> None:
        self._places = places

    async def __call__(self, question: Q, /) -> A:
        """Return the first answer."""
        waiting = {asyncio.ensure_future(place(question)) for place in self._places}
        last: BaseException = RuntimeError("there is no place to ask")
        try:
            while waiting:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    error = task.exception()
                    if error is None:
                        return task.result()
                    last = error
            raise last
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)


def approver_of(ask: Ask | None, panel: Approver | None) -> Approver:
    """Return the approver that `ask` names; by default the panel if there is one, else the terminal.

    Raises UsageError if `ask` names the panel and there is none.
    """
    if ask is None:
        return panel or ask_in_terminal
    if ask == "terminal":
        return ask_in_terminal
    if panel is None:
        raise UsageError(
            f"--ask {ask}: there is no panel",
            advice="Leave out --no-panel and --headless, or use --ask terminal.",
        )
    # A terminal without a user denies at once, so it would always answer first.
    return FirstAnswer(panel, ask_in_terminal) if ask == "both" and at_terminal() else panel


def elicitor_of(ask: Ask | None, panel: Elicitor | None) -> Elicitor:
    """Return the elicitor that shows servers' forms in the place where `approver_of` asks."""
    from overlay.ui.terminal.forms import ask_forms_in_terminal  # imports the MCP SDK

    if panel is None or ask == "terminal":
        return ask_forms_in_terminal
    return FirstAnswer(panel, ask_forms_in_terminal) if ask == "both" and at_terminal() else panel

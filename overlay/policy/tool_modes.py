"""How a tool is treated on a site: automatically, by asking, or never; and what can change that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.common.language import mark
from overlay.policy.store import PolicyStore, Restriction

Mode = Literal["auto", "ask", "never"]
ORDER: tuple[Mode, ...] = ("auto", "ask", "never")
"""From the loosest to the strictest."""
CHOSEN: dict[Restriction, str] = {
    "deny": mark("the user set it to never run"),
    "ask": mark("you set it to ask"),
}
"""The reason in the entries that are written and deleted here. Other reasons are the user's own text."""


@dataclass(frozen=True, slots=True)
class ToolMode:
    """How a tool is treated on a site: `auto` (without a press), `ask` (a press, or a question), or `never`.

    `reason` says why, "" for the default. `choices` are the modes that `choose` can set, the loosest first;
    none is looser than the mode that would hold without earlier choices.
    """

    now: Mode
    reason: str = ""
    choices: tuple[Mode, ...] = ()

    def is_looser(self, wanted: Mode) -> bool:
        """Return whether `wanted` allows more than what holds now."""
        return ORDER.index(wanted) < ORDER.index(self.now)


def choose(store: PolicyStore, tool: str, mode: ToolMode, wanted: Mode) -> bool:
    """Store the user's choice for a tool. Return False if that can't be chosen.

    Raises UsageError or OSError if it can't be written.
    """
    if wanted not in mode.choices:
        return False
    # Restrict before releasing, so that the state between the two writes is never looser than either mode.
    if wanted == "never":
        store.restrict("deny", tool, CHOSEN["deny"])
    if wanted == "ask" and "auto" in mode.choices:
        store.restrict("ask", tool, CHOSEN["ask"])
    if wanted != "never":
        store.release("deny", tool)
    if wanted == "auto":
        store.release("ask", tool)
    return True

"""Which status of a call may follow which."""

from __future__ import annotations

from observers.block_view import Status

_READ: frozenset[Status] = frozenset(("streaming", "incomplete", "invalid", "ready", "scheduled"))
_ENDS: frozenset[Status] = frozenset(("done", "failed", "denied", "cancelled", "unknown"))
_RUNS: frozenset[Status] = frozenset(("running",))
_NONE: frozenset[Status] = frozenset()

MOVES: dict[Status, frozenset[Status]] = {
    "streaming": _READ | _RUNS | _ENDS,
    "incomplete": _READ | _RUNS | _ENDS,
    "invalid": _READ,
    "ready": _READ | _RUNS | _ENDS,
    "scheduled": _READ | _RUNS | _ENDS,
    "running": _ENDS,
    "done": _NONE,
    "failed": _NONE,
    "denied": _NONE,
    "cancelled": _NONE,
    "unknown": _NONE,
    "result": _NONE,
}
"""For each status, the statuses that may follow. A call that ran can't return to a status before its run."""

ENDED: frozenset[Status] = frozenset(status for status, following in MOVES.items() if not following)
PRESSABLE: frozenset[Status] = frozenset(("ready", "scheduled"))
"""The statuses in which the user may press Execute."""


class IllegalMove(RuntimeError):
    """The new status can't follow the call's status (see MOVES): an error in overlay, never in the page."""

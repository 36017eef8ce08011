"""Blocks as a test writes them: `"read_file"`, `("read_file", {"path": "a.md"}, "done")`.

A tuple holds the tool's name and, optionally, the arguments and the state. The value `...` matches any value
of an argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast, get_args

from observers.block_view import Status
from overlay.capture.check.align import best
from overlay.capture.check.argument_diff import places, written
from overlay.common.terminal_text import cut

Wanted = str | tuple[Any, ...]
STATES = get_args(Status)
MOST = 300
"""Characters of the reason for a state."""
AS_LIST = 'write ["name", ("name", {arguments}, "state"), ...]'


@dataclass(frozen=True, slots=True)
class Seen:
    """The block of a call. In an expected block, None matches anything."""

    name: str
    arguments: Mapping[str, Any] | None = None
    status: str | None = None
    why: str = field(default="", compare=False)
    """Why it has this state, if overlay says so."""

    def __str__(self) -> str:
        given = ", ".join(f"{key}={_value(value)}" for key, value in (self.arguments or {}).items())
        return f"{self.name}({'…' if self.arguments is None else given}) {self.status or ''}".rstrip()


def read(wanted: object) -> list[Seen]:
    """Parse the blocks that a test expects, a sequence of Wanted.

    Raises TypeError or ValueError for anything else.
    """
    if isinstance(wanted, (str, Mapping)) or not isinstance(wanted, Iterable):
        raise TypeError(f"{wanted!r} is not a list of blocks: {AS_LIST}")
    blocks = list(cast("Iterable[object]", wanted))
    if isinstance(wanted, tuple) and any(isinstance(one, Mapping) or one in STATES for one in blocks[1:]):
        raise TypeError(f"{wanted!r} is one block, not a list of blocks: {AS_LIST}")
    return [_read(one) for one in blocks]


def _read(one: object) -> Seen:
    if not isinstance(one, (str, tuple, list)):
        raise TypeError(f"{one!r} is not a block: {AS_LIST}")
    name, *rest = (one,) if isinstance(one, str) else cast("tuple[object, ...]", one) or ("",)
    arguments: Mapping[str, Any] | None = None
    status: str | None = None
    for part in rest:
        if isinstance(part, Mapping) and arguments is None:
            arguments = cast("Mapping[str, Any]", part)
        elif isinstance(part, str) and status is None:
            status = part
        else:
            raise TypeError(f"{one!r} is not a block: write (name, {{arguments}}, state)")
    if not isinstance(name, str):
        raise TypeError(f"{one!r} is not a block: its name comes first")
    if status is not None and status not in STATES:
        raise ValueError(f"{status!r} is not a state: one of {', '.join(STATES)}")
    return Seen(name, arguments, status)


def why(note: str, result: str | None, error_code: str | None) -> str:
    """Return why a call has its state, for Seen: what failed, or why it waits."""
    failure = (result or error_code or "") if error_code else ""
    return cut(" ".join((note or failure).split()), MOST)


def compare(wanted: Sequence[Seen], seen: Sequence[Seen]) -> list[str]:
    """Return the differences, one line each; a missing block does not shift the following ones."""
    found: list[str] = []
    for one, other in best(wanted, seen, _alike):
        if one is None:
            found.append(f"+ {other} is there and was not expected")
        elif other is None:
            found.append(f"- {one} is missing")
        else:
            found += [f"{one.name}: {what}" for what in _differences(one, other)]
    return found


def _alike(one: Seen, other: Seen) -> int:
    same = one.name == other.name
    return 4 * same + (not list(_places(one, other))) * (3 if one.arguments else 1) * (
        same or bool(one.arguments)
    )


def _differences(one: Seen, other: Seen) -> list[str]:
    found = [f"the name is {other.name}"] if one.name != other.name else []
    for path, what, was, now in _places(one, other):
        if what == "changed":
            found.append(f"argument {path} is {written(now)}, not {written(was)}")
        else:
            found.append(f"argument {path} is {'missing' if what == 'missing' else 'new: ' + written(now)}")
    if one.status is not None and one.status != other.status:
        why = f" ({other.why})" if other.why else ""
        found.append(f"the state is {other.status}, not {one.status}{why}")
    return found


def _places(one: Seen, other: Seen) -> Iterable[tuple[str, str, Any, Any]]:
    if one.arguments is None:
        return
    for place in places(dict(one.arguments), dict(other.arguments or {})):
        if place[2] is not ... or place[1] == "missing":
            yield place


def literal(seen: Iterable[Seen]) -> str:
    """Return the blocks as a test would write them."""
    lines = [f"    ({one.name!r}, {dict(one.arguments or {})!r}, {one.status!r})," for one in seen]
    return "\n".join(["[", *lines, "]"])


def _value(value: Any) -> str:
    return "…" if value is ... else written(value)

"""What a tool may do, in the four classes that decide: as its author says, if the author is trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase

from overlay.tools.definition import ToolDefinition


@dataclass(frozen=True, slots=True)
class ToolEffects:
    """`private`: it reads the person's own data; `untrusted`: it brings in what others wrote; `sends_out`: it
    can carry data off this machine; `destructive`: it can delete or overwrite.
    """

    private: bool = False
    untrusted: bool = False
    sends_out: bool = False
    destructive: bool = False


NAMES = tuple(field.name for field in fields(ToolEffects))
EVERYTHING = ToolEffects(*(True for _ in NAMES))


def effects_of(tool: ToolDefinition, changes: Mapping[str, Sequence[str]], *, trusted: bool) -> ToolEffects:
    """Return the classes of a tool.

    In: `changes` is the person's table, pattern of names -> words such as `private`, `+private` (add) and
    `-sends_out` (take away); `trusted` that its author's own word counts (overlay's tools, the person's own,
    those of a trusted server). Of any other tool everything is believed, and nothing taken away.
    """
    words = [
        word for pattern, listed in changes.items() if fnmatchcase(tool.name, pattern) for word in listed
    ]
    more = {word.removeprefix("+") for word in words if not word.startswith("-")}
    less = {word.removeprefix("-") for word in words if word.startswith("-")} if trusted else set[str]()
    said = {name for name in NAMES if getattr(tool.hints, name)} if trusted else set(NAMES)
    return ToolEffects(**{name: name in (said - less) | more for name in NAMES})


def checked_change(word: str) -> str:
    """Return `word` if it is a class, alone or after + or -. Raises ValueError."""
    if word.lstrip("+-") not in NAMES or word.count("+") + word.count("-") > 1:
        raise ValueError(f"{word!r} is no class: use {', '.join(NAMES)}, after + to add or - to take away")
    return word

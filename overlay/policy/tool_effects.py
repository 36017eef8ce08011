"""The four effects of a tool that the policy decides by. The author's hints count only if the author is
trusted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase

from overlay.common.language import mark
from overlay.tools.definition import ToolDefinition


@dataclass(frozen=True, slots=True)
class ToolEffects:
    """Effects of a tool, as the policy counts them."""

    private: bool = False
    """The tool reads the user's own data."""
    untrusted: bool = False
    """The tool returns text that others wrote."""
    sends_out: bool = False
    """The tool can send data off this machine."""
    destructive: bool = False
    """The tool can delete or overwrite."""

    @property
    def dangerous(self) -> bool:
        """Whether a run can't be undone: it can delete, overwrite, or send data off this machine."""
        return self.destructive or self.sends_out


WORDS = {
    "destructive": mark("can delete or overwrite"),
    "sends_out": mark("can send data off this machine"),
    "private": mark("reads your own data"),
    "untrusted": mark("returns text that others wrote"),
}
"""The words for each effect in texts for the user, the same everywhere."""
NAMES = tuple(field.name for field in fields(ToolEffects))
NO_EFFECT = ToolEffects()


def effects_of(tool: ToolDefinition, changes: Mapping[str, Sequence[str]], *, trusted: bool) -> ToolEffects:
    """Return the effects of a tool.

    `changes` is the user's table: pattern of tool names -> words such as `private`, `+private` (add) and
    `-sends_out` (remove). `trusted`: the author's hints count (overlay's tools, the user's own, those of a
    trusted server). Any other tool has all effects, and none can be removed.
    """
    effects = dict.fromkeys(NAMES, True)
    if trusted:
        for name in NAMES:
            effects[name] = bool(getattr(tool.hints, name))
    added: set[str] = set()
    for pattern, words in changes.items():
        if fnmatchcase(tool.name, pattern):
            for word in words:
                if not word.startswith("-"):
                    added.add(word.removeprefix("+"))
                elif trusted:
                    effects[word.removeprefix("-")] = False
    for name in added:
        effects[name] = True
    return ToolEffects(**effects)


def effect_words(effects: ToolEffects) -> list[str]:
    """Return the effects in words for the user, the most dangerous first."""
    return [words for name, words in WORDS.items() if getattr(effects, name)]


def checked_change(word: str) -> str:
    """Return `word` if it is the name of an effect, alone or after + or -. Raises ValueError."""
    if word.lstrip("+-") not in NAMES or word.count("+") + word.count("-") > 1:
        raise ValueError(f"{word!r} is not an effect: use {', '.join(NAMES)}, with + to add, - to remove")
    return word

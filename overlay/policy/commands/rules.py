"""The user's rules for commands: which one allows a call of the command tool, and what then runs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from overlay.common.language import Phrase, mark
from overlay.common.program_path import find_program
from overlay.policy.commands.git_settings import is_outside, runs_nothing
from overlay.policy.commands.line import plain_words
from overlay.policy.commands.programs import is_local, refusal
from overlay.policy.origins import holds_on
from overlay.policy.policy_schema import CommandRule
from overlay.tools.definition import CommandPlace, ToolDefinition

ENDED = mark("Your rule for `{}` in this folder ended at {}.")
MOVED = mark("Your rule for `{}` in this folder is for {}, but the program is {} now.")
SENDS = mark(
    "Your rule for `{}` in this folder does not count here, because the command can send data out "
    "(`overlay help policy`: sends_out)."
)


@dataclass(frozen=True, slots=True)
class PlainCommand:
    """A command line that a rule can allow: its words, the program's path, and the resolved folder."""

    words: tuple[str, ...]
    program: str
    folder: str

    @property
    def text(self) -> str:
        """The command, its program and its folder, for the user."""
        return f"`{' '.join(self.words)}` ({self.program}) in {self.folder}"


@dataclass(frozen=True, slots=True)
class CommandMatch:
    """Result of comparing a call with the rules.

    `command`: what a rule could allow, None if no rule may. `rule`: the rule that allows it, None if none
    does. `notes`: why a rule for the same words does not apply.
    """

    command: PlainCommand | None = None
    rule: CommandRule | None = None
    notes: tuple[str, ...] = ()

    @property
    def argv(self) -> tuple[str, ...]:
        """The words to run without a shell: the program's path and the arguments; () if no rule allows it."""
        if self.command is None or self.rule is None:
            return ()
        return (self.rule.program, *self.command.words[1:])


NO_MATCH = CommandMatch()


def match_command(
    rules: Iterable[CommandRule], tool: ToolDefinition, arguments: dict[str, Any], site: str, now: datetime
) -> CommandMatch:
    """Return which of `rules` allows a call on `site`. Only calls of overlay's own command tool match."""
    if tool.commands is None or set(arguments) != {"command"}:
        return NO_MATCH
    command = plain_command(arguments["command"], tool.commands)
    if command is None:
        return NO_MATCH
    candidates = [
        rule
        for rule in rules
        if holds_on(rule.site, site) and rule.folder == command.folder and _covers(rule, command.words)
    ]
    notes: list[str] = []
    for rule in candidates:
        if rule.has_ended(now):
            notes.append(Phrase(ENDED, " ".join(rule.words), rule.until))
        elif rule.program != command.program:
            notes.append(Phrase(MOVED, " ".join(rule.words), rule.program, command.program))
        else:
            return CommandMatch(command, rule)
    return CommandMatch(command, notes=tuple(notes))


def plain_command(line: object, place: CommandPlace) -> PlainCommand | None:
    """Return the command in `line`, with its program and folder at `place`; None if no rule may allow it."""
    found = examine(line, place)
    return found if isinstance(found, PlainCommand) else None


def examine(line: object, place: CommandPlace) -> PlainCommand | str:
    """Return the command in `line`, with its program and folder; or a text, why no rule may allow it."""
    words = plain_words(line)
    if not words:
        return "only a program's name and plain words can be allowed, without signs that a shell may change"
    if reason := refusal(words):
        return reason
    folder = Path(os.path.realpath(place.folder))
    # Many programs run what a file in the home folder names (.gitconfig, .npmrc, usercustomize.py).
    home = Path(os.path.realpath(Path.home()))
    if any(home.is_relative_to(os.path.realpath(one)) for one in place.writable):
        return "other tools may write to the home folder"
    program = find_program(words[0], folder, place.writable)
    if program is None:
        return f"{words[0]} is not found in a folder of PATH that only you and the system can write to"
    if words[0] == "git" and not runs_nothing(words[2:], folder):
        if is_outside(folder):
            return f"{folder} is not in a Git repository"
        return f"a setting of the Git repository of {folder} may run a program"
    return PlainCommand(words, str(program), str(folder))


def rule_for(
    command: PlainCommand, site: str, now: datetime, until: datetime | None, *, sends_out: bool | None = None
) -> CommandRule:
    """Return a rule for exactly this command. If `sends_out` is None, `is_local` decides it."""
    return CommandRule(
        words=list(command.words),
        program=command.program,
        folder=command.folder,
        site=site,
        sends_out=not is_local(command.words) if sends_out is None else sends_out,
        until=until,
        since=now.date(),
    )


def _covers(rule: CommandRule, words: Sequence[str]) -> bool:
    size = len(rule.words)
    rest = words[size:]
    return list(words[:size]) == rule.words and len(set(rest)) == len(rest) and set(rest) <= set(rule.options)

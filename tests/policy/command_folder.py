"""For tests: a folder with a git repository, programs that print how they were called, and rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from overlay.policy.commands.line import NAME
from overlay.policy.commands.rules import CommandMatch, match_command
from overlay.policy.policy_schema import CommandRule
from overlay.tools import ToolDefinition
from overlay.tools.definition import CommandPlace

SITE = "https://chat.example"
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
PRINTS = '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\n'
"""A program that prints its path and its arguments, one a line."""
PLAIN_SETTINGS = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"


@dataclass
class Bench:
    """A project's folder and a folder of programs; PATH has only the latter."""

    folder: Path
    programs: Path

    def program(self, name: str, folder: Path | None = None, text: str = PRINTS) -> Path:
        """Make a program and return its path."""
        path = (folder or self.programs) / name
        path.unlink(missing_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    def need(self, name: str) -> None:
        """Make the program if it is not there."""
        if NAME.fullmatch(name) and not (self.programs / name).exists():
            self.program(name)

    def rule(self, *words: str, **more: Any) -> CommandRule:
        """Return a rule as a person may write it: for any words, also those that no answer would offer.

        Its program is made if it is not there.
        """
        self.need(words[0])
        about = {"program": str(self.programs / words[0]), "folder": str(self.folder), "site": SITE}
        return CommandRule.model_validate({"words": list(words), **about, **more})

    def tool(self, folder: Path | None = None, *writable: Path) -> ToolDefinition:
        """Return the command tool as the policy knows it."""
        return ToolDefinition("run_command", commands=CommandPlace(folder or self.folder, writable))

    def match(
        self, line: object, *rules: CommandRule, tool: ToolDefinition | None = None, now: datetime = NOW
    ) -> CommandMatch:
        """Return what the rules say of a call with this line."""
        return match_command(rules, tool or self.tool(), {"command": line}, SITE, now)


def new_repository(git: Path, settings: str) -> None:
    """Make the folder `.git` of a repository without commits."""
    for name in ("objects", "refs"):
        (git / name).mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text(settings)


def new_bench(where: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Make the folders and the programs, and set PATH."""
    bench = Bench(where / "project", where / "programs")
    new_repository(bench.folder / ".git", PLAIN_SETTINGS)
    bench.programs.mkdir()
    monkeypatch.setenv("PATH", str(bench.programs))
    return bench

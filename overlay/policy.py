"""May it run? Nothing runs without a person, unless the person said so for that tool, and then only what is
sure.

The rules are those of the design's section 7; each has its sentence, which the block shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from overlay.formats.model import ToolCall
from overlay.tools.definition import ToolDefinition

NOBODY = "nobody is there to allow it"


class PolicyConfig(BaseModel):
    """What the person set. `auto_execute` and the keys of `deny` are tool names, `*` stands for any text."""

    model_config = ConfigDict(extra="forbid")

    auto_execute: list[str] = Field(default_factory=list[str])
    delay: float = Field(default=2.0, ge=0, le=3600, description="seconds before a call runs by itself")
    deny: dict[str, str] = Field(
        default_factory=dict[str, str], description="tool -> reason the model is told"
    )
    attended: bool = Field(default=True, description="a person is there to ask")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Where a call stands.

    `live`: it was written before our eyes; `again`: an equal call was seen in this chat, and this one was not
    seen to be written.
    """

    role: Literal["user", "assistant", "unknown"]
    live: bool
    top_frame: bool
    again: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """`ask` waits for the person, `auto` runs after `delay` seconds, `deny` never runs and tells the model
    why.
    """

    kind: Literal["ask", "auto", "deny"]
    reason: str = ""
    delay: float = 0.0


class Policy:
    """Decides; never executes. `config` may be changed: it is looked at anew for each decision."""

    def __init__(self, config: PolicyConfig | None = None) -> None:
        self.config = config or PolicyConfig()

    def decide(self, call: ToolCall, tool: ToolDefinition, where: Circumstances) -> Verdict:
        """Say what is to happen with a complete call of a known tool when it comes up."""
        refusal = self._denied(tool.name)
        if refusal is not None:
            return Verdict("deny", refusal)
        hindrance = self._hindrance(call, tool, where)
        if hindrance is None:
            return Verdict("auto", delay=self.config.delay)
        if not self.config.attended:
            return Verdict("deny", f"{NOBODY} ({hindrance or 'it is not set to run by itself'})")
        return Verdict("ask", hindrance)

    def press_refusal(self, name: str) -> str | None:
        """Return why a press on Execute does not run the tool of that full name, or None."""
        return self._denied(name) if self.config.attended else self._denied(name) or NOBODY

    def needs_approval(self, tool: ToolDefinition) -> bool:
        """A tool that can harm is approved where the page can't draw: a click in the page is not enough."""
        return tool.hints.destructive or tool.hints.sends_out

    def _denied(self, name: str) -> str | None:
        return _match(name, self.config.deny)

    def _hindrance(self, call: ToolCall, tool: ToolDefinition, where: Circumstances) -> str | None:
        """Return why a call does not run by itself; "" when that was simply never asked for."""
        if not any(fnmatchcase(tool.name, pattern) for pattern in self.config.auto_execute):
            return ""
        for holds, reason in self._rules(call, tool, where):
            if holds:
                return reason
        return None

    def _rules(
        self, call: ToolCall, tool: ToolDefinition, where: Circumstances
    ) -> Sequence[tuple[bool, str]]:
        return (
            (not call.complete, "Not run by itself: the call is incomplete."),
            (call.confidence == "repaired", "Not run by itself: its text had to be mended."),
            (call.confidence == "fallback", "Not run by itself: it was guessed from plain words."),
            (where.role != "assistant", "Not run by itself: it does not stand in an answer."),
            (not where.top_frame, "Not run by itself: it stands in a frame of another page."),
            (not where.live, "Not run by itself: it was there already, not written just now."),
            (
                where.again,
                "Not run by itself: the same call stands in this chat, and this one came all at once.",
            ),
            (self.needs_approval(tool), "Not run by itself: this tool can harm."),
        )


def _match(name: str, table: Mapping[str, str]) -> str | None:
    for pattern, value in table.items():
        if fnmatchcase(name, pattern):
            return value
    return None

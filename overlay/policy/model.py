"""Input and output of a policy decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from overlay.common.language import mark
from overlay.policy.tool_effects import ToolEffects

Scope = Literal["once", "chat", "command_today", "command_always", "tool", "arguments", "deny"]
"""The reach of an answer: this call, this tool in this chat, this command in its folder on this site
(until midnight or permanently), this tool on this site, this tool with these arguments on this site, or a
refusal.
"""
EVERY_SCOPE: tuple[Scope, ...] = ("once", "chat", "tool", "arguments", "deny")
THIS_RUN: tuple[Scope, ...] = ("once", "chat", "deny")
ONLY_ONCE: tuple[Scope, ...] = ("once", "deny")
COMMAND: tuple[Scope, ...] = ("command_today", "command_always")

NOBODY = mark("no user is present to allow it")


@dataclass(frozen=True, slots=True)
class CallOrigin:
    """The origin of a call's page (see `origin_of`) and the conversation that the page shows.

    `has_stable_id`: the conversation has its own address, so it can be identified again later.
    """

    site: str = ""
    conversation: str = ""
    has_stable_id: bool = True

    @property
    def unaddressed_chats(self) -> str:
        """Group name for all chats of the site that have no address. After a reload, any of them may be this
        one.
        """
        return f"any of {self.site}"

    @property
    def taint_names(self) -> tuple[str, ...]:
        """The names whose taint counts for the conversation, the widest last."""
        return (self.conversation,) if self.has_stable_id else (self.conversation, self.unaddressed_chats)


@dataclass(frozen=True, slots=True)
class CallContext:
    """How a call appeared in the page.

    `live`: its text was seen growing. `appeared`: it appeared after the page had opened, whether or not it
    was seen growing. `repeated`: an equal call was seen in this chat before, and this one was not seen
    growing. `visibility`: how the page shows it, and what the words around it say; None if unknown.
    """

    role: Literal["user", "assistant", "reasoning", "unknown"]
    live: bool
    top_frame: bool
    repeated: bool = False
    appeared: bool = False
    visibility: (
        Literal["plain", "quoted", "beside", "example", "enclosed", "own", "reasoning", "result", "hidden"]
        | Literal["covered", "away", "popup", "undrawn", "moved"]
        | None
    ) = "plain"
    origin: CallOrigin = field(default_factory=CallOrigin)


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """Why the user must approve: one sentence (`reason`), lines of warnings, and the answers that the user
    may give.

    `command` is what the answers in COMMAND allow, as text: the command and its folder.
    """

    reason: str
    warnings: tuple[str, ...] = ()
    offers: tuple[Scope, ...] = EVERY_SCOPE
    command: str = ""


@dataclass(frozen=True, slots=True)
class PolicyDecision:
    """The policy's decision on a call.

    When it is detected or its countdown ends: `auto` runs it after `delay` seconds, `wait` waits for a press,
    `deny` never runs it and returns the reason to the model. When it is pressed: `run`, `ask` (the user must
    approve `request`), `wait` (not now; `reason` says why) or `deny`. `unattended`: it was denied only
    because no user is present. `argv`: for `auto` and `run`, what to run in place of the command line, since
    a rule allowed the command; else (). `effects` are those of the tool; None if the call is denied.
    """

    kind: Literal["auto", "run", "ask", "wait", "deny"]
    reason: str = ""
    delay: float = 0.0
    request: ApprovalRequest | None = None
    unattended: bool = False
    argv: tuple[str, ...] = ()
    effects: ToolEffects | None = None

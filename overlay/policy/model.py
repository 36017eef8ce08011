"""What goes into a decision, and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Scope = Literal["once", "chat", "tool", "arguments", "deny"]
"""How far an answer reaches: this call; this tool in this chat; always this tool on this site; always with
these arguments on this site; not at all.
"""
EVERY_SCOPE: tuple[Scope, ...] = ("once", "chat", "tool", "arguments", "deny")
THIS_RUN: tuple[Scope, ...] = ("once", "chat", "deny")
ONLY_ONCE: tuple[Scope, ...] = ("once", "deny")

NOBODY = "nobody is there to allow it"


@dataclass(frozen=True, slots=True)
class CallOrigin:
    """Where a call stands: the origin of its page (see `origin_of`), and which conversation that shows.

    `has_stable_id`: the conversation has an address of its own, and so is known again.
    """

    site: str = ""
    conversation: str = ""
    has_stable_id: bool = True

    @property
    def taint_names(self) -> tuple[str, ...]:
        """The names under which is kept what the conversation has met; the whole site's too, if need be."""
        return (self.conversation,) if self.has_stable_id else (self.conversation, self.unaddressed_chats)

    @property
    def unaddressed_chats(self) -> str:
        """The name of all chats of the site that have no address: after a reload any may be this one."""
        return f"any of {self.site}"


@dataclass(frozen=True, slots=True)
class CallContext:
    """How a call came up.

    `live`: it was written before our eyes; `appeared`: it came up after the page had opened, whether or not
    it was seen to be written; `repeated`: an equal call was seen in this chat, and this one was not seen to
    be written; `context`: how the page shows it, None when that can't be told.
    """

    role: Literal["user", "assistant", "reasoning", "unknown"]
    live: bool
    top_frame: bool
    repeated: bool = False
    appeared: bool = False
    context: Literal["plain", "quoted", "hidden"] | None = "plain"
    origin: CallOrigin = field(default_factory=CallOrigin)


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """Why a person is to be asked: one sentence, what to be warned of (lines), and which answers may be
    given.
    """

    reason: str
    warnings: tuple[str, ...] = ()
    offers: tuple[Scope, ...] = EVERY_SCOPE


@dataclass(frozen=True, slots=True)
class PolicyDecision:
    """What is to happen with a call.

    When it comes up: `auto` runs after `delay` seconds, `wait` waits for a press, `deny` never runs and the
    model is told why. When it is pressed: `run`, `ask` the person by `request`, `wait` (not now, and why) or
    `deny`. `unattended`: it was denied only because nobody is there.
    """

    kind: Literal["auto", "run", "ask", "wait", "deny"]
    reason: str = ""
    delay: float = 0.0
    request: ApprovalRequest | None = None
    unattended: bool = False

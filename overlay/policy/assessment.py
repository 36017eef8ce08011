"""One call at one moment, and what a person is to be asked about it."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.policy import definition_pins
from overlay.policy.model import EVERY_SCOPE, ONLY_ONCE, THIS_RUN, Inquiry, Place, Scope
from overlay.policy.origins import NO_SITE
from overlay.policy.permissions import Standing
from overlay.policy.taint import Taint
from overlay.policy.tool_effects import Classes
from overlay.policy.trusted_servers import Servers
from overlay.tools.definition import ToolDefinition

LEAK = (
    "this chat has met private data and words that others wrote, and this tool can send data out, so each "
    "call of it needs your word"
)
CHANGED = "the tool is not what it was when you allowed it"
HARM = "this tool can harm, and you have not allowed it for good"
UNVOUCHED = "you have not vouched for its server (overlay servers vouch), so it may do anything"


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of a call.

    `before` is the fingerprint with which the tool was allowed, where it is another now; `vouched` that its
    author's word counts; `server_before` the mark that the person vouched for or allowed its server with,
    where that is another now.
    """

    tool: ToolDefinition
    place: Place
    classes: Classes
    taint: Taint
    standing: Standing
    vouched: bool
    before: str = ""
    server_before: str = ""

    @property
    def leaks(self) -> bool:
        """The three-way rule: private data, others' words and a way out must not come together without a
        person.

        What the tool itself reads counts as read: it would send that in the same breath. What it brings in
        does not: by then it has sent.
        """
        read = self.taint.private or self.classes.private
        return self.classes.sends_out and self.taint.untrusted and read

    @property
    def harms(self) -> bool:
        """A click in the page is not enough for it."""
        return self.classes.destructive or self.classes.sends_out or not self.vouched

    @property
    def objection(self) -> str:
        """Why a person must be asked where the page can't draw; "" if they need not be."""
        if self.leaks:
            return LEAK
        if self.standing.holds:
            return ""
        if self.before:
            return CHANGED
        if not self.vouched:
            return UNVOUCHED
        return HARM if self.harms else ""


def inquiry_of(case: Case, servers: Servers) -> Inquiry | None:
    """Return what a person is to be asked; None if a press in the page is enough."""
    reason = case.objection
    if not reason:
        return None
    if reason == HARM:
        can = {
            "delete or overwrite": case.classes.destructive,
            "send data off this machine": case.classes.sends_out,
        }
        reason = f"this tool can {' and '.join(word for word, holds in can.items() if holds)}"
    return Inquiry(f"{reason[0].upper()}{reason[1:]}.", _warnings(case, servers), _offers(case))


def _warnings(case: Case, servers: Servers) -> tuple[str, ...]:
    lines: tuple[str, ...] = ()
    if case.tool.server is not None and case.server_before:
        changed = ", ".join(servers.changes(case.tool.server, case.server_before))
        lines = (f"The server {case.tool.server!r} changed since you allowed it: {changed}.",)
    return lines + (definition_pins.difference(servers.kept, case.before, case.tool) if case.before else ())


def _offers(case: Case) -> tuple[Scope, ...]:
    if case.leaks:
        return ONLY_ONCE
    return THIS_RUN if case.place.site in ("", NO_SITE) else EVERY_SCOPE

"""The risk of one call: what its tool can do, why it may not run automatically, what to approve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from overlay.common.language import Phrase, Sentence, mark
from overlay.detection.model import ToolCall
from overlay.policy import definition_pins
from overlay.policy.commands.programs import is_local
from overlay.policy.commands.rules import NO_MATCH, SENDS, CommandMatch
from overlay.policy.model import (
    COMMAND,
    EVERY_SCOPE,
    ONLY_ONCE,
    THIS_RUN,
    ApprovalRequest,
    CallContext,
    CallOrigin,
    Scope,
)
from overlay.policy.origins import NO_SITE
from overlay.policy.permissions import GrantMatch
from overlay.policy.taint import Taint
from overlay.policy.tool_effects import ToolEffects
from overlay.policy.trusted_servers import TrustedServers
from overlay.policy.unseen_text import unseen_sign
from overlay.tools.definition import ToolDefinition

LEAK = mark(
    "this chat has met private data and words that others wrote, and this tool can send data out, so each "
    "call of it needs your approval"
)
CHANGED = mark("the tool is not what it was when you allowed it")
HARM = mark("this tool can harm, and you have not allowed it for good")
HARMS = {
    (True, False): mark("this tool can delete or overwrite"),
    (False, True): mark("this tool can send data off this machine"),
    (True, True): mark("this tool can delete or overwrite and send data off this machine"),
}
"""Keys: whether the tool can delete or overwrite, and whether it can send data out."""
UNTRUSTED_SERVER = mark(
    "you have not said that you trust its server (`overlay servers trust`): it may do anything"
)


INCOMPLETE = mark("the call is incomplete")
REPAIRED = mark("its text had to be repaired")
GUESSED = mark("it was guessed from plain words")
IN_REASONING = mark("it is in the model's reasoning, not in its answer")
UNKNOWN_ROLE = mark("overlay does not know who wrote it (overlay sites learn teaches it this chat)")
NO_ANSWER = mark("it is not in an answer")
OTHER_FRAME = mark("it is in a frame of another page")
QUOTED = mark("it is in a quote")
BESIDE = mark("it is beside the chat, not in an answer")
EXAMPLE = mark("the words before it say that it is an example or must not run")
ENCLOSED = mark("it is inside a tag that may not be part of the answer")
IN_RESULT = mark("it is in the result of a tool")
OWN = mark("it is in a message that you just sent")
NOT_SEEN = mark("the page did not say whether it can be seen")
HIDDEN = mark("the page hides it or strikes it out")
UNSEEN_BLOCK = {
    "covered": mark(
        "the page draws something over this block, fades it or cuts it off. Look at it, then click Execute"
    ),
    "away": mark("this block is not in view. It runs once you can see it"),
    "popup": mark(
        "a bubble, a menu or a floating window of the browser may lie over this block. It runs once you can "
        "see it whole"
    ),
    "undrawn": mark("this block could not be drawn where you can see it. Look at it, then click Execute"),
    "moved": mark(
        "its message is no longer the assistant's, or the page was written anew. Click Execute to run it"
    ),
}
"""By visibility when the call is to run."""
APPEARED = mark("it appeared complete, so it may be an older call that is shown again")
EARLIER = mark("it was here before and was not written just now")
UNSEEN = mark("its text has characters that can't be seen, such as {}")
REPEATED = mark("the same call is already in this chat, and this one appeared complete")


def auto_run_objection(call: ToolCall, context: CallContext) -> str:
    """Return why this call is too uncertain to run automatically; "" if it is not."""
    rules = (
        (not call.complete, INCOMPLETE),
        (call.confidence == "repaired", REPAIRED),
        (call.confidence == "fallback", GUESSED),
        (context.role == "reasoning", IN_REASONING),
        (context.visibility == "beside", BESIDE),
        (context.role == "unknown", UNKNOWN_ROLE),
        (context.role != "assistant", NO_ANSWER),
        (not context.top_frame, OTHER_FRAME),
        (context.visibility == "quoted", QUOTED),
        (context.visibility == "example", EXAMPLE),
        (context.visibility == "enclosed", ENCLOSED),
        (context.visibility == "reasoning", IN_REASONING),
        (context.visibility == "result", IN_RESULT),
        (context.visibility == "own", OWN),
        (context.visibility is None, NOT_SEEN),
        (context.visibility != "plain", UNSEEN_BLOCK.get(str(context.visibility), HIDDEN)),
        (not context.live and context.appeared, APPEARED),
        (not context.live, EARLIER),
        (context.repeated, REPEATED),
    )
    for holds, reason in rules:
        if holds:
            return reason
    return ""


def unseen_objection(tool: ToolDefinition, call: ToolCall, arguments: dict[str, Any]) -> str:
    """Return why the call's texts are too uncertain to run automatically; "" if they are not.

    A tool of overlay or of the user may say that it takes raw text; a server's word does not count.
    """
    if tool.hints.raw_text and tool.server is None:
        return ""
    sign = unseen_sign(arguments) or (unseen_sign(call.arguments) if call.arguments != arguments else "")
    return Phrase(UNSEEN, sign) if sign else ""


@dataclass(frozen=True, slots=True)
class RiskAssessment:
    """The facts about a call that decide whether the user must approve it.

    `previous_definition`: the fingerprint with which the tool was allowed, if it has changed since.
    `server_trusted`: the hints of the tool's author count. `previous_server`: the fingerprint with which the
    user trusted or allowed the tool's server, if it has changed since. `command`: the command and the user's
    rule for it; `effects` and `grant` include what the rule says.
    """

    tool: ToolDefinition
    origin: CallOrigin
    effects: ToolEffects
    taint: Taint
    grant: GrantMatch
    server_trusted: bool
    previous_definition: str = ""
    previous_server: str = ""
    command: CommandMatch = NO_MATCH

    @property
    def can_exfiltrate(self) -> bool:
        """Whether the call could send private data out at the request of untrusted text.

        Private data, untrusted text and a way out must not come together without the user's approval. Data
        the tool reads counts as already read, since the same call can send it. Content it fetches does not,
        since it arrives after anything was sent.
        """
        read = self.taint.private or self.effects.private
        return self.effects.sends_out and self.taint.untrusted and read

    @property
    def needs_approval(self) -> bool:
        """Whether the user must approve the call outside the page, unless a permission applies."""
        return self.effects.destructive or self.effects.sends_out or not self.server_trusted

    @property
    def approval_reason(self) -> str:
        """Why the user must approve the call outside the page; "" if a press in the page is enough."""
        if self.can_exfiltrate:
            return LEAK
        if self.grant.holds:
            return ""
        if self.previous_definition:
            return CHANGED
        if not self.server_trusted:
            return UNTRUSTED_SERVER
        return HARM if self.needs_approval else ""


def approval_request(case: RiskAssessment, servers: TrustedServers) -> ApprovalRequest | None:
    """Return what the user must approve; None if a press in the page is enough."""
    reason = case.approval_reason
    if not reason:
        return None
    if reason == HARM:
        reason = HARMS[case.effects.destructive, case.effects.sends_out]
    offers = _offers(case)
    command = case.command.command.text if case.command.command and COMMAND[0] in offers else ""
    return ApprovalRequest(Sentence(reason), _warnings(case, servers), offers, command)


def _warnings(case: RiskAssessment, servers: TrustedServers) -> tuple[str, ...]:
    lines = case.command.notes
    if case.command.rule and case.can_exfiltrate:
        lines = (Phrase(SENDS, " ".join(case.command.rule.words)),)
    if case.tool.server is not None and case.previous_server:
        changed = ", ".join(servers.changes(case.tool.server, case.previous_server))
        lines += (
            Phrase(mark("The server {} changed since you allowed it: {}."), repr(case.tool.server), changed),
        )
    return lines + (
        definition_pins.difference(servers.kept, case.previous_definition, case.tool)
        if case.previous_definition
        else ()
    )


def _offers(case: RiskAssessment) -> tuple[Scope, ...]:
    if case.origin.site in ("", NO_SITE):
        return ONLY_ONCE if case.can_exfiltrate else THIS_RUN
    command = case.command.command
    if case.can_exfiltrate:
        # A rule for a command that can't send data removes the danger, so it may be offered here too.
        local = command is not None and case.command.rule is None and is_local(command.words)
        return (ONLY_ONCE[0], *COMMAND, *ONLY_ONCE[1:]) if local else ONLY_ONCE
    return (*EVERY_SCOPE[:2], *COMMAND, *EVERY_SCOPE[2:]) if command else EVERY_SCOPE

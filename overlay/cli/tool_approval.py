"""Decides whether `overlay tools call` may run a tool: like a press on Execute in a chat."""

from __future__ import annotations

import asyncio
from typing import Any

from overlay.calls.approvals import REFUSED, Question
from overlay.common.errors import UsageError
from overlay.common.language import translate
from overlay.policy import CallOrigin, Policy, PolicyConfig, PolicyFile
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry
from overlay.ui.terminal.approver import ask_in_terminal
from overlay.ui.terminal.input import at_terminal

HERE = CallOrigin(conversation="terminal")
"""No site: only what is allowed on all sites needs no question."""
NO_USER = "you must allow it, and you are not at a terminal: give --yes"


def terminal_policy(config: PolicyConfig) -> Policy:
    """Return the policy of a call in the terminal: the user's file, and the settings of the run."""
    attended = config.model_copy(update={"attended": True})
    return Policy(attended, store=PolicyFile.own())


def trusts(policy: Policy, server: str) -> bool:
    """Return whether the user trusts the server's current configuration; False if the file is broken."""
    try:
        return policy.is_trusted(server, policy.store.rules())
    except UsageError:
        return False


async def approve(
    registry: ToolRegistry, policy: Policy, name: str, arguments: dict[str, Any], *, yes: bool
) -> tuple[str, ...]:
    """Return when the call may run, with what to run in place of a command line (see PolicyDecision.argv).

    `yes` answers the question. Raises ToolError tool_denied, or like `registry.prepare`.
    """
    tool, ready = registry.prepare(name, arguments)
    decision = policy.press(tool, ready, HERE)
    if decision.kind in ("deny", "wait"):
        raise ToolError("tool_denied", f"{tool.name} was not run: {translate(decision.reason)}")
    request = decision.request
    if request is None or yes:
        return decision.argv
    if not at_terminal():
        raise ToolError("tool_denied", f"{tool.name} was not run: {NO_USER}")
    question = Question(
        tool,
        ready,
        HERE.site,
        HERE.conversation,
        reason=request.reason,
        warnings=request.warnings,
        preview=await asyncio.to_thread(registry.preview, tool.name, ready),
        offers=("once", "deny"),
        word=policy.word,
        effects=policy.effects_of(tool),
    )
    answer = await ask_in_terminal(question)
    if answer.scope == "deny":
        raise ToolError("tool_denied", f"{tool.name} was not run: {answer.reason or REFUSED}")
    return decision.argv

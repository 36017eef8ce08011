"""Carries out the user's commands from the panel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from overlay.calls.call import Call
from overlay.calls.controller import CallController
from overlay.calls.event_stream import EventStream
from overlay.common.language import Phrase, mark
from overlay.policy import CallOrigin, Policy
from overlay.policy.tool_modes import Mode, choose
from overlay.tools import ToolRegistry
from overlay.tools.prompt.conversation_prompts import ConversationPrompts as Prompts
from overlay.ui.panel.calls import Calls, result_of
from overlay.ui.panel.messages import (
    CallCommand,
    InsertReviewed,
    PanelMessage,
    RevokeGrant,
    SetToolMode,
    StopAll,
    SwitchServer,
    SwitchTool,
    TrustServer,
)
from overlay.ui.panel.panel import GONE
from overlay.ui.panel.reviews import Reviewer, Reviews
from overlay.ui.panel.rows import ServerList
from overlay.ui.panel.state import PanelState

HALTED = mark("Stopped. Nothing runs automatically now.")
NOT_AGAIN = mark("It was not run again: it is running, or its chat no longer shows it.")
NOT_SURE = mark("Not changed: that allows more than now, so confirm it.")
NOT_HERE = mark("Not changed: something else than the panel sets it; see docs/policy.md.")
MODES: dict[Mode, str] = {
    "auto": mark("{} runs automatically again where that is set."),
    "ask": mark("{} waits for your click each time."),
    "never": mark("{} never runs, and the model is told so."),
}
ON = mark("Calls may run automatically again where you allowed it.")


class Inserter(Protocol):
    """Inserts results into message boxes; see overlay.chat.result_inserter."""

    async def insert_call(self, call: Call) -> str: ...


class RunParts(Protocol):
    """The parts of a run that the panel needs; see overlay.companion.wiring."""

    @property
    def registry(self) -> ToolRegistry: ...

    @property
    def policy(self) -> Policy: ...

    @property
    def events(self) -> EventStream: ...

    @property
    def prompts(self) -> Prompts: ...

    @property
    def controller(self) -> CallController: ...

    @property
    def inserter(self) -> Inserter: ...

    @property
    def review(self) -> Reviewer: ...


class PanelActions:
    """Carries out the panel's commands to a run.

    `show(state)` sends a result to the window, `place()` is the chat for which the panel is open.
    """

    def __init__(
        self,
        parts: RunParts,
        calls: Calls,
        servers: ServerList | None,
        show: Callable[[PanelState], Awaitable[None]],
        place: Callable[[], CallOrigin],
    ) -> None:
        self._parts = parts
        self._calls = calls
        self._servers = servers
        self._show = show
        self._reviews = Reviews(parts.review, show)
        self._place = place

    async def carry_out(self, order: PanelMessage) -> str | None:
        """Carry out `order` and return a line that says what was done, "" if the panel shows it anyway.

        Returns None if `order` is not a command to the run. Raises UsageError if a file can't be written.
        """
        match order:
            case SwitchTool():
                return self._switch_tool(order)
            case SetToolMode():
                return self._set_mode(order)
            case SwitchServer():
                return await self._switch_server(order)
            case TrustServer():
                return self._vouch(order)
            case RevokeGrant():
                return self._take_back(order)
            case CallCommand():
                return await self._call(order)
            case InsertReviewed():
                call = self._calls.find(order.id)
                return await self._reviews.insert(call, order) if call else GONE
            case StopAll():
                self._parts.controller.stop_all(on=order.on)
                return HALTED if order.on else ON
            case _:
                return None

    def _switch_tool(self, order: SwitchTool) -> str:
        registry = self._parts.registry
        if order.name not in registry.all_names:
            return GONE
        if order.chat is None:
            registry.enable(order.name, order.on)
        else:
            self._parts.prompts.switches.switch(order.chat, order.name, on=order.on)
        self._parts.controller.reconsider()
        return ""

    def _set_mode(self, order: SetToolMode) -> str:
        policy, registry = self._parts.policy, self._parts.registry
        if order.name not in registry.all_names:
            return GONE
        mode = policy.mode_of(registry.definition(order.name), self._place(), policy.store.rules())
        if mode.is_looser(order.mode) and not order.sure:
            return NOT_SURE
        if not choose(policy.store, order.name, mode, order.mode):
            return NOT_HERE
        self._parts.controller.reconsider()
        return Phrase(MODES[order.mode], order.name)

    async def _switch_server(self, order: SwitchServer) -> str:
        if self._servers is None or order.key not in self._servers.keys.values():
            return GONE
        server = self._servers.server(order.key)
        if order.on:
            server.start()
        else:
            await server.stop()
            self._parts.controller.reconsider()
        return ""

    def _vouch(self, order: TrustServer) -> str:
        names = self._servers.keys.items() if self._servers else ()
        name = next((name for name, key in names if key == order.key), "")
        if not name or (order.on and not self._parts.policy.trust(name)):
            return GONE
        if order.on:
            return Phrase(mark("{} is trusted: what it says of its tools is believed."), order.key)
        self._parts.policy.store.distrust(name)
        self._parts.controller.reconsider()
        return Phrase(mark("Each call of {} is asked about again."), order.key)

    def _take_back(self, order: RevokeGrant) -> str:
        store = self._parts.policy.store
        rules = store.rules()
        entry = next((entry for entry in rules.allow if entry.id == order.id), None)
        rule = next((entry for entry in rules.commands if entry.id == order.id), None)
        if entry is not None:
            store.revoke(entry.key)
            said = Phrase(mark("{} is asked about again on {}."), entry.tool, entry.site)
        elif rule is not None:
            store.revoke_command(rule.key)
            said = Phrase(mark("{} is asked about again on {}."), f"`{' '.join(rule.words)}`", rule.site)
        else:
            return GONE
        self._parts.controller.reconsider()
        return said

    async def _call(self, order: CallCommand) -> str:
        call = self._calls.find(order.id)
        if call is None:
            return GONE
        match order.action:
            case "cancel":
                return "" if self._parts.controller.cancel(call) else GONE
            case "insert":
                return await self._parts.inserter.insert_call(call)
            case "review":
                return await self._reviews.open(call)
            case "show":
                await self._show(PanelState(result=result_of(call)))
                return ""
            case "execute":
                self._parts.controller.execute(call)
                return ""
            case "again":
                again = self._parts.controller.run_again(call)
                return again.note if again else NOT_AGAIN

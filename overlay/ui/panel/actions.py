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
from overlay.ui.panel.calls import RecentCalls, result_of
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
NOT_SURE = mark("Not changed: this would allow more than before, so confirm it.")
NOT_HERE = mark("Not changed: a rule that the panel can't change decides this; see `overlay help policy`.")
MODES: dict[Mode, str] = {
    "auto": mark("{} runs automatically again where your rules allow it."),
    "ask": mark("{} waits for your click each time."),
    "never": mark("{} never runs, and the model is informed."),
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

    `show(state)` sends a result to the window, `place()` returns the chat for which the panel is open.
    """

    def __init__(
        self,
        parts: RunParts,
        calls: RecentCalls,
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

    async def carry_out(self, message: PanelMessage) -> str | None:
        """Carry out `message`, and return a line about the outcome, "" if the panel shows that anyway.

        Returns None if `message` is not a command to the run. Raises UsageError if a file can't be written.
        """
        match message:
            case SwitchTool():
                return self._switch_tool(message)
            case SetToolMode():
                return self._set_mode(message)
            case SwitchServer():
                return await self._switch_server(message)
            case TrustServer():
                return self._trust(message)
            case RevokeGrant():
                return self._revoke(message)
            case CallCommand():
                return await self._call(message)
            case InsertReviewed():
                call = self._calls.find(message.id)
                return await self._reviews.insert(call, message) if call else GONE
            case StopAll():
                self._parts.controller.stop_all(on=message.on)
                return HALTED if message.on else ON
            case _:
                return None

    def _switch_tool(self, message: SwitchTool) -> str:
        registry = self._parts.registry
        if message.name not in registry.all_names:
            return GONE
        if message.chat is None:
            registry.enable(message.name, message.on)
        else:
            self._parts.prompts.switches.switch(message.chat, message.name, on=message.on)
        self._parts.controller.reconsider()
        return ""

    def _set_mode(self, message: SetToolMode) -> str:
        policy, registry = self._parts.policy, self._parts.registry
        if message.name not in registry.all_names:
            return GONE
        mode = policy.mode_of(registry.definition(message.name), self._place(), policy.store.rules())
        if mode.is_looser(message.mode) and not message.sure:
            return NOT_SURE
        if not choose(policy.store, message.name, mode, message.mode):
            return NOT_HERE
        self._parts.controller.reconsider()
        return Phrase(MODES[message.mode], message.name)

    async def _switch_server(self, message: SwitchServer) -> str:
        if self._servers is None or message.key not in self._servers.keys.values():
            return GONE
        server = self._servers.server(message.key)
        if message.on:
            server.start()
        else:
            await server.stop()
            self._parts.controller.reconsider()
        return ""

    def _trust(self, message: TrustServer) -> str:
        names = self._servers.keys.items() if self._servers else ()
        name = next((name for name, key in names if key == message.key), "")
        if not name or (message.on and not self._parts.policy.trust(name)):
            return GONE
        if message.on:
            return Phrase(mark("{} is trusted: overlay believes what it says about its tools."), message.key)
        self._parts.policy.store.distrust(name)
        self._parts.controller.reconsider()
        return Phrase(mark("overlay asks about each call of {} again."), message.key)

    def _revoke(self, message: RevokeGrant) -> str:
        store = self._parts.policy.store
        rules = store.rules()
        entry = next((entry for entry in rules.allow if entry.id == message.id), None)
        rule = next((entry for entry in rules.commands if entry.id == message.id), None)
        if entry is not None:
            store.revoke(entry.key)
            line = Phrase(mark("overlay asks about {} on {} again."), entry.tool, entry.site)
        elif rule is not None:
            store.revoke_command(rule.key)
            line = Phrase(mark("overlay asks about {} on {} again."), f"`{' '.join(rule.words)}`", rule.site)
        else:
            return GONE
        self._parts.controller.reconsider()
        return line

    async def _call(self, message: CallCommand) -> str:
        call = self._calls.find(message.id)
        if call is None:
            return GONE
        match message.action:
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

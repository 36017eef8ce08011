"""Shows the run in the panel (calls, tools, servers, permissions) and carries out the user's commands."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Protocol

from overlay.calls.call import Call
from overlay.calls.events import (
    AnswerEnded,
    BlockSteppedAside,
    ButtonPressed,
    ChatsChanged,
    DetailsChanged,
    ResultInserted,
    ServerChanged,
    StatusChanged,
)
from overlay.common.errors import UsageError
from overlay.common.language import Phrase, mark, translate
from overlay.policy import CallOrigin
from overlay.policy.policy_schema import PolicyRules
from overlay.ui.chat_state import ModelKnowledge
from overlay.ui.panel.actions import PanelActions, RunParts
from overlay.ui.panel.calls import RecentCalls, result_of
from overlay.ui.panel.messages import Instructions, PanelMessage
from overlay.ui.panel.panel import Panel
from overlay.ui.panel.rows import ServerList, chat_rows, grant_rows, server_rows, tool_rows
from overlay.ui.panel.state import KnowledgeShown, PanelState


class OpenedChat(Protocol):
    """The chat for which the panel is open; see overlay.companion.opened_chat."""

    def instructions(self) -> str: ...

    def knowledge(self) -> ModelKnowledge | None: ...

    async def insert(self, text: str) -> str: ...

    def place(self) -> CallOrigin: ...

    def titles(self) -> list[tuple[str, str]]: ...


class PanelDashboard:
    """The sections of a panel, except the questions.

    `chat` is the chat that gets the instructions for the model. `servers` are the MCP servers of the run.
    """

    def __init__(
        self,
        panel: Panel,
        parts: RunParts,
        chat: OpenedChat,
        servers: ServerList | None = None,
    ) -> None:
        self._panel = panel
        self._parts = parts
        self._chat = chat
        self._servers = servers
        self._calls = RecentCalls()
        self._actions = PanelActions(parts, self._calls, servers, panel.show, chat.place)
        parts.events.subscribe(StatusChanged, lambda event: self._note(event.call))
        parts.events.subscribe(ResultInserted, lambda event: self._note(event.call))
        parts.events.subscribe(BlockSteppedAside, lambda event: self._note(event.block.pressed_call))
        parts.events.subscribe(ButtonPressed, self._pressed)
        parts.events.subscribe(DetailsChanged, lambda _: self._panel.changed())
        for kind in (AnswerEnded, ChatsChanged, ServerChanged):
            parts.events.subscribe(kind, lambda _: panel.changed())
        panel.add(self)

    def state(self) -> dict[str, Any]:
        """Return the state of the run, as fields of PanelState."""
        parts, trouble = self._parts, ""
        known: PolicyRules | None = None
        try:
            rules = known = parts.policy.store.rules()
        except UsageError as error:
            rules, trouble = (
                PolicyRules(),
                translate(Phrase(mark("Nothing is allowed now: {}"), error.format_message())),
            )
        chats, knowledge = chat_rows(self._chat.titles()), self._chat.knowledge()
        return {
            "knowledge": KnowledgeShown(**asdict(knowledge)) if knowledge else None,
            "calls": self._calls.rows(),
            "chats": chats,
            "tools": tool_rows(
                parts.registry,
                parts.policy,
                known,
                self._chat.place(),
                parts.prompts.switches,
                [chat.id for chat in chats],
            ),
            "servers": server_rows(self._servers, parts.policy, rules),
            "allowed": grant_rows(rules),
            "halted": parts.policy.halted,
            "trouble": trouble,
            "word": rules.word,
        }

    async def carry_out(self, message: PanelMessage) -> str | None:
        """Carry out a command; return a line about the outcome, None for another message."""
        if isinstance(message, Instructions):
            return await self._instruct(message)
        return await self._actions.carry_out(message)

    def window_lost(self) -> None:
        """Do nothing: the run goes on without the window."""

    def _note(self, call: Call | None) -> None:
        """List the call as the newest one, and update the window."""
        if call and call.registered:
            self._calls.note(call)
        self._panel.changed()

    def _pressed(self, event: ButtonPressed) -> None:
        """Show a result that the user opens from its block."""
        call = event.block.pressed_call
        if event.action == "panel" and call and call.outcome:
            self._panel.show_in_front(PanelState(opened=result_of(call)))

    async def _instruct(self, message: Instructions) -> str:
        text = self._chat.instructions()
        if message.action == "insert":
            return await self._chat.insert(text)
        await self._panel.show(PanelState(instructions=text))
        return ""

"""What the person does in the panel, done."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from overlay.calls.controller import CallDesk
from overlay.common.errors import WrongUse
from overlay.ui.panel.calls import Calls, result_of
from overlay.ui.panel.forms import Forms
from overlay.ui.panel.messages import (
    Answered,
    CallOrder,
    Filled,
    Halt,
    Instructions,
    Order,
    Shown,
    SwitchServer,
    SwitchTool,
    TakeBack,
    Vouch,
)
from overlay.ui.panel.questions import Questions
from overlay.ui.panel.rows import Fleet, id_of

log = logging.getLogger(__name__)
GONE = "That is not there any more."
HALTED = "Stopped. Nothing runs by itself now."
ON = "Things may run by themselves again, where you set it so."


class Orders:
    """Carries orders out. `instruct(order)` deals with the instructions for the model, `show` shows a
    result.
    """

    def __init__(
        self,
        desk: CallDesk,
        questions: Questions,
        forms: Forms,
        calls: Calls,
        instruct: Callable[[Instructions], Awaitable[str]],
        show: Callable[[Shown], Awaitable[None]],
    ) -> None:
        self._desk = desk
        self._questions = questions
        self._forms = forms
        self._calls = calls
        self._instruct = instruct
        self._show = show
        self.fleet: Fleet | None = None

    async def carry_out(self, order: Order) -> str:
        """Do it, and return a line that says what was done, "" if that can be seen. Raises nothing."""
        try:
            return await self._do(order)
        except WrongUse as fault:
            return fault.format_message()
        except Exception as error:
            log.exception("overlay could not do what the panel asked for")
            return f"That did not work: {error}"

    async def _do(self, order: Order) -> str:
        match order:
            case Answered():
                return "" if self._questions.take(order) else GONE
            case Filled():
                return "" if self._forms.take(order) else GONE
            case SwitchTool():
                return self._switch_tool(order)
            case SwitchServer():
                return await self._switch_server(order)
            case Vouch():
                return self._vouch(order)
            case TakeBack():
                return self._take_back(order)
            case CallOrder():
                return await self._call(order)
            case Halt():
                self._desk.halt(on=order.on)
                return HALTED if order.on else ON
            case Instructions():
                return await self._instruct(order)

    def _switch_tool(self, order: SwitchTool) -> str:
        registry = self._desk.registry
        if order.name not in registry.all_names:
            return GONE
        if order.chat is None:
            registry.enable(order.name, order.on)
        else:
            self._desk.switches.switch(order.chat, order.name, on=order.on)
        self._desk.reconsider()
        return ""

    async def _switch_server(self, order: SwitchServer) -> str:
        if self.fleet is None or order.key not in self.fleet.keys.values():
            return GONE
        server = self.fleet.server(order.key)
        if order.on:
            server.start()
        else:
            await server.stop()
            self._desk.reconsider()
        return ""

    def _vouch(self, order: Vouch) -> str:
        names = self.fleet.keys.items() if self.fleet else ()
        name = next((name for name, key in names if key == order.key), "")
        if not name or (order.on and not self._desk.policy.vouch(name)):
            return GONE
        if order.on:
            return f"{order.key} is believed in what it says of its tools."
        self._desk.policy.store.unvouch(name)
        self._desk.reconsider()
        return f"Each call of {order.key} is asked about again."

    def _take_back(self, order: TakeBack) -> str:
        store = self._desk.policy.store
        entry = next((entry for entry in store.rules().allow if id_of(entry) == order.id), None)
        if entry is None:
            return GONE
        store.take_back(entry.meant)
        self._desk.reconsider()
        return f"{entry.tool} is asked about again on {entry.site}."

    async def _call(self, order: CallOrder) -> str:
        record = self._calls.find(order.id)
        if record is None:
            return GONE
        match order.action:
            case "cancel":
                return "" if self._desk.execution.cancel(record) else GONE
            case "insert":
                return await self._desk.insert(record)
            case "show":
                if result := result_of(record):
                    await self._show(Shown(result=result))
                return "" if result else GONE
            case "execute":
                self._desk.execute(record)
                return ""

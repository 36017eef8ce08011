"""The panel: asks questions, shows the state of the run, and carries out the user's commands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from playwright.async_api import Error as PlaywrightError

from overlay.calls.approvals import Answer, Question
from overlay.calls.call import Call
from overlay.calls.events import (
    BlockSteppedAside,
    ChatsChanged,
    DetailsChanged,
    ResultInserted,
    StatusChanged,
)
from overlay.common.errors import UsageError
from overlay.policy.policy_schema import Rules
from overlay.tools.mcp.elicitation import Answer as FormAnswer
from overlay.tools.mcp.elicitation import Elicitation
from overlay.ui.panel.actions import PanelActions, RunParts
from overlay.ui.panel.calls import Calls
from overlay.ui.panel.cards import DWELL, card_of
from overlay.ui.panel.forms import Forms, form_card
from overlay.ui.panel.messages import FormCard, Instructions, PanelMessage, PanelState, QuestionCard
from overlay.ui.panel.new_window import new_window
from overlay.ui.panel.questions import Questions
from overlay.ui.panel.rows import ServerList, chat_rows, grant_rows, server_rows, tool_rows
from overlay.ui.panel.throttle import UpdateThrottle
from overlay.ui.panel.window import How, Opener, Window

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

log = logging.getLogger(__name__)
T = TypeVar("T")
NO_CHAT = "There is no chat to put them into."


class Panel:
    """An Approver and Elicitor with its own window in the browser.

    Calling it asks for an approval, `elicit` shows a server's form. When the window is closed, navigated away
    or crashes, open questions are denied and forms cancelled; the next question opens it again.

    `instructions` returns the text for the model. `insert` puts a text into the chat's message box and
    returns a line that says so. `chats` returns the open conversations as (id, title). `on_navigated_away` is
    called with the window's page when that shows something else. `on_closed` is called when the window is
    gone and is not opened again automatically. `dwell` is in milliseconds, `sleep` takes seconds.
    """

    def __init__(
        self,
        *,
        instructions: Callable[[], str] = lambda: "",
        insert: Callable[[str], Awaitable[str]] | None = None,
        chats: Callable[[], list[tuple[str, str]]] = lambda: [],
        opener: Opener = new_window,
        dwell: int = DWELL,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.questions = Questions()
        self.forms = Forms()
        self.calls = Calls()
        self.on_navigated_away: Callable[[Page], None] = lambda page: None  # noqa: ARG005 - nobody wants it
        self.on_closed: Callable[[], None] = lambda: None
        self._instructions = instructions
        self._insert = insert
        self._chats = chats
        self._opener = opener
        self._dwell = dwell
        self._pushes = UpdateThrottle(self._push, sleep)
        self._sent: dict[str, Any] = {}
        self._said = ""
        self._window: Window | None = None
        self._opening: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._parts: RunParts
        self._orders: PanelActions
        self._context: BrowserContext

    def serve(self, parts: RunParts) -> None:
        """Show this run's calls from now on, and send the user's commands to its parts."""
        self._parts = parts
        self._orders = PanelActions(parts, self.questions, self.forms, self.calls, self._instruct, self._show)
        parts.events.subscribe(StatusChanged, lambda event: self._happened(event.call))
        parts.events.subscribe(ResultInserted, lambda event: self._happened(event.call))
        parts.events.subscribe(BlockSteppedAside, lambda event: self._happened(event.block.registered_call))
        for kind in (ChatsChanged, DetailsChanged):
            parts.events.subscribe(kind, lambda _: self.changed())

    @property
    def servers(self) -> ServerList | None:
        """The MCP servers to show, None without any."""
        return self._orders.servers

    @servers.setter
    def servers(self, fleet: ServerList | None) -> None:
        self._orders.servers = fleet
        self.changed()

    @property
    def page(self) -> Page | None:
        """The page of the panel's window, None while no window is open."""
        return self._window.page if self._window and self._window.alive else None

    async def open(self, context: BrowserContext | None = None) -> None:
        """Open the window if there is none; the first call must give the `context`.

        Raises Playwright's Error or TimeoutError.
        """
        if context:
            self._context = context
        if self.page is None and not self._closed:
            if self._opening is None or self._opening.done():
                self._opening = self._spawn(self._open())
            await asyncio.shield(self._opening)

    async def bring_back(self) -> None:
        """Show the window in front of all others, opening it if needed; raises as `open` does."""
        await self.open()
        if self._window:
            await self._window.front()

    async def owns(self, page: Page) -> bool:
        """Return whether `page` is the panel's own page; waits while the window is being opened."""
        if self._opening and not self._opening.done():
            await asyncio.wait({self._opening})
        return page is self.page

    async def __call__(self, question: Question) -> Answer:
        """Ask the user for an approval; see `Approver`."""
        asked = self.questions.add(question)
        try:
            return await self._answered(asked.answer)
        finally:
            self.questions.drop(asked)
            self.changed()

    async def elicit(self, elicitation: Elicitation) -> FormAnswer:
        """Show the user a server's form; see `Elicitor`. Raises FormError if the form can't be shown."""
        form = self.forms.add(elicitation)
        try:
            return await self._answered(form.answer)
        finally:
            self.forms.drop(form)
            self.changed()

    def changed(self) -> None:
        """Schedule an update of the window."""
        if not self._closed and self.page:
            self._pushes.changed()

    def _happened(self, call: Call | None) -> None:
        """List the call as the newest one, and update the window."""
        if call and call.registered:
            self.calls.note(call)
        self.changed()

    async def close(self) -> None:
        """Deny open questions, cancel open forms, and close the window."""
        self._closed = True
        self._drop_all()
        await self._pushes.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._window:
            await self._window.close()

    async def _answered(self, answer: asyncio.Future[T]) -> T:
        """Return the user's answer, after showing the window in front of the others."""
        await self.bring_back()
        self.changed()
        return await answer

    async def _open(self) -> None:
        window = Window(self._heard, lambda how: self._lost(window, how))
        await window.open(self._context, self._opener)
        self._window, self._sent = window, {}
        await self._push()

    async def _push(self) -> None:
        """Send the window the parts of the state that changed since the last push."""
        window = self._window
        if window is None or not window.alive:
            return
        new = {name: part for name, part in self._state().items() if self._sent.get(name) != part}
        if new:
            self._sent |= new
            await window.show(PanelState.model_validate(new))

    def _state(self) -> dict[str, Any]:
        parts, trouble = self._parts, ""
        try:
            rules = parts.policy.store.rules()
        except UsageError as fault:
            rules, trouble = Rules(), f"Nothing is allowed now: {fault.format_message()}"
        chats = chat_rows(self._chats())
        return {
            "questions": self._cards(),
            "calls": self.calls.rows(),
            "chats": chats,
            "tools": tool_rows(parts.registry, parts.prompts.switches, [chat.id for chat in chats]),
            "servers": server_rows(self.servers, parts.policy, rules),
            "allowed": grant_rows(rules),
            "halted": parts.policy.halted,
            "trouble": trouble,
            "said": self._said,
            "word": rules.word,
        }

    def _cards(self) -> list[QuestionCard | FormCard]:
        """Return the cards of all open questions and forms, the oldest first."""
        cards: dict[int, QuestionCard | FormCard] = {
            asked.at: card_of(asked, dwell=self._dwell) for asked in self.questions
        }
        cards |= {form.at: form_card(form, dwell=self._dwell) for form in self.forms}
        return [cards[at] for at in sorted(cards)]

    def _heard(self, order: PanelMessage) -> None:
        self._spawn(self._carry_out(order))

    async def _carry_out(self, order: PanelMessage) -> None:
        self._said = await self._orders.carry_out(order)
        self.changed()

    async def _instruct(self, order: Instructions) -> str:
        text = self._instructions()
        if order.action == "insert":
            return await self._insert(text) if self._insert else NO_CHAT
        await self._show(PanelState(instructions=text))
        return ""

    async def _show(self, shown: PanelState) -> None:
        if self._window:
            await self._window.show(shown)

    def _lost(self, window: Window, how: How) -> None:
        self._drop_all()
        if self._closed:
            return
        if how == "closed":
            self.on_closed()
        else:
            self._spawn(self._after(window, how))

    def _drop_all(self) -> None:
        self.questions.deny_all()
        self.forms.cancel_all()

    async def _after(self, window: Window, how: How) -> None:
        """Replace a window that was reloaded; give up one that shows another page: it is now the user's."""
        if how == "left" and await window.address() not in ("", "about:blank"):
            await window.leave()
            self.on_navigated_away(window.page)
            self.on_closed()
            return
        await window.close()
        if how == "left":
            await self.open()
        else:
            self.on_closed()

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            level = logging.DEBUG if isinstance(error, PlaywrightError | TimeoutError) else logging.ERROR
            log.log(level, "overlay's panel: %r", error)

"""Where a call is decided on and run: policy, countdown, press, execution, outcome. Knows no page and no DOM."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Coroutine
from typing import Any, Protocol

from observers.messages import Press
from overlay.approval import Approver
from overlay.blocks import Block, Book, Reader, Record
from overlay.blocks.block import Outcome, Status
from overlay.blocks.book import fingerprint
from overlay.chat import Chat
from overlay.execution import Execution, failure
from overlay.formats.model import ToolCall
from overlay.policy import Circumstances, Policy
from overlay.returns import Returns
from overlay.tools import ToolContext, ToolError, ToolRegistry

log = logging.getLogger(__name__)
STOPPED = "Stopped by you. Click Execute to run it."


class Tell(Protocol):
    """Takes what happens, for `Companion.events()`."""

    def __call__(self, kind: str, chat: Chat, block: Block | None = None, text: str = "") -> None: ...


class CallDesk:
    """One run's calls, in all its pages."""

    def __init__(
        self,
        *,
        registry: ToolRegistry,
        policy: Policy,
        returns: Returns,
        approve: Approver,
        tell: Tell,
        limit: float = 120.0,
    ) -> None:
        self.registry = registry
        self.policy = policy
        self.returns = returns
        self.book = Book()
        self.execution = Execution(registry, limit)
        self._approve = approve
        self._tell = tell
        self._chats: dict[str, Chat] = {}
        self._countdowns: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def found(self, chat: Chat, block: Block, reader: Reader) -> None:
        """A block was added, or its name became known."""
        self._chats[block.id] = chat
        if block.kind == "result":
            self._tell("result", chat, block)
        else:
            self._tell("named" if block.name else "detected", chat, block)

    def closed(self, chat: Chat, block: Block, reader: Reader) -> None:
        """The text of a call is over: it is looked up, checked, and decided on."""
        call = block.call
        if call is None or self._known(block, call):
            return
        block.live = chat.watched(block)
        if not call.complete:
            self._unusable(chat, block)
            return
        fresh = block.live
        record, new = self.book.enter(block, call, chat.conversation, chat.turn_of(block), fresh=fresh)
        if not new:
            self._restore(block, record)
            return
        self._decide(chat, block, record, reader)

    def gone(self, chat: Chat, block: Block, *, withdrawn: bool) -> None:
        """A block left: a countdown ends with it, a running call goes on."""
        self._stop_countdown(block)
        self.book.leave(block)
        self._chats.pop(block.id, None)
        if withdrawn:
            self._tell("withdrawn", chat, block)

    def returned(self, chat: Chat, block: Block) -> None:
        """The block's result stands in the composer."""
        record = self.book.of(block)
        if record:
            record.returned = True

    def quiet(self, chat: Chat) -> None:
        """The site's answer is over: results that waited for that go back now."""
        for turn in {chat.turn_of(block) for block in chat.blocks.values() if block.live}:
            self._spawn(self.returns.settle(chat, turn))

    def renamed(self, before: str, after: str) -> None:
        """A new conversation got its address; its calls stay known."""
        self.book.rename(before, after)

    def pressed(self, chat: Chat, block: Block, press: Press) -> None:
        """A press counts once: its nonce belongs to the block's present state."""
        if press.action == "touch":
            self._touched(chat, block)
            return
        if not block.nonce or not hmac.compare_digest(block.nonce.encode(), press.nonce.encode()):
            return
        record = self.book.of(block)
        if press.action == "execute" and record and block.status in ("ready", "waiting"):
            self._stop_countdown(block)
            self._spawn(self._ask_and_run(chat, block, record))
        elif press.action == "cancel" and record:
            self.execution.cancel(record)
        elif press.action in ("insert", "submit"):
            self._spawn(self.returns.put(chat, block, submit=press.action == "submit"))

    async def close(self) -> None:
        """Stop every countdown and cancel what runs."""
        for task in [*self._countdowns.values(), *self._tasks]:
            task.cancel()
        await asyncio.gather(*self._countdowns.values(), *self._tasks, return_exceptions=True)

    def _unusable(self, chat: Chat, block: Block) -> None:
        call = block.call
        invalid = call is not None and call.error is not None
        block.move("invalid" if invalid else "incomplete")
        if call is not None and call.error and block.live:
            block.outcome = Outcome(call.error, "tool_invalid")
        self._show(block)
        if block.outcome:
            self._settle(block)

    def _restore(self, block: Block, record: Record) -> None:
        block.outcome, block.returned = record.outcome, record.returned
        block.note = "" if record.started else "Not run by itself: this call was here before."
        block.move("ready" if record.status == "waiting" else record.status)
        self._show(block)

    def _known(self, block: Block, call: ToolCall) -> bool:
        """A page may rewrite a call: before it ran that makes another call of it, afterwards it changes nothing."""
        record = self.book.of(block)
        if record is None:
            return False
        if fingerprint(record.call_as_read) == fingerprint(call):
            return True
        if record.started:
            block.note = "The page changed the text of this call after it was decided on."
            self._show(block)
            return True
        self._stop_countdown(block)
        self.book.leave(block)
        return False

    def _decide(self, chat: Chat, block: Block, record: Record, reader: Reader) -> None:
        try:
            tool, arguments = self.registry.prepare(record.call.name, record.call.arguments)
        except ToolError as error:
            self._end(record, "failed", failure(error))
            return
        record.call = record.call.model_copy(update={"arguments": arguments})
        where = Circumstances(role=reader.about.role, live=block.live, top_frame=chat.document.top)
        verdict = self.policy.decide(record.call, tool, where)
        if verdict.kind == "deny":
            self._end(record, "denied", Outcome(f"{tool.name} was not run: {verdict.reason}", "tool_denied"))
            return
        block.note = verdict.reason
        self._move(record, "ready")
        if verdict.kind == "auto":
            self._begin_countdown(chat, block, record, verdict.delay)

    def _begin_countdown(self, chat: Chat, block: Block, record: Record, delay: float) -> None:
        async def count() -> None:
            await asyncio.sleep(delay)
            self._countdowns.pop(block.id, None)
            chat.count_down(block, None)
            if record.block is block and record.status == "waiting":
                self._spawn(self._run(chat, record))

        self._countdowns[block.id] = asyncio.create_task(count())
        self._move(record, "waiting")
        chat.count_down(block, delay)

    def _stop_countdown(self, block: Block) -> bool:
        task = self._countdowns.pop(block.id, None)
        if task is None:
            return False
        task.cancel()
        record = self.book.of(block)
        if record and record.status == "waiting":
            record.status = "ready"
            block.move("ready")
        return True

    def _touched(self, chat: Chat, block: Block) -> None:
        if self._stop_countdown(block):
            block.note = STOPPED
            chat.count_down(block, None)
            self._show(block)

    async def _ask_and_run(self, chat: Chat, block: Block, record: Record) -> None:
        chat.count_down(block, None)
        refusal = self.policy.refusal(record.call.name)
        tool = self.registry.find(record.call.name)
        if refusal is None and self.policy.needs_approval(tool):
            block.note = "Waiting for your word in the panel or the terminal."
            self._show(block)
            refusal = await self._approve(tool, record.call.arguments)
        if refusal is not None:
            self._end(record, "denied", Outcome(f"{tool.name} was not run: {refusal}", "tool_denied"))
        elif not record.started:
            await self._run(chat, record)

    async def _run(self, chat: Chat, record: Record) -> None:
        if record.started:
            return

        def progress(fraction: float | None, message: str) -> None:
            share = "" if fraction is None else f"{fraction:.0%} "
            block = record.block
            if block and (where := self._chats.get(block.id)):
                where.draw(block, progress=f"{share}{message}".strip())

        if record.block:
            record.block.note = ""
        self._move(record, "running")
        context = ToolContext(page_title=await chat.document.page_title(), on_progress=progress)
        outcome = await self.execution.run(record, context)
        over: Status = "done"
        if outcome.error:
            over = "cancelled" if outcome.error_code == "tool_cancelled" else "failed"
        self._end(record, over, outcome)

    def _end(self, record: Record, status: Status, outcome: Outcome) -> None:
        record.started = True
        record.outcome = outcome
        block = record.block
        if block:
            block.outcome = outcome
            block.note = ""
        self._move(record, status)
        if block:
            self._settle(block)

    def _move(self, record: Record, status: Status) -> None:
        record.status = status
        block = record.block
        if block:
            block.move(status)
            self._show(block)

    def _show(self, block: Block) -> None:
        """Show the block where it stands now, which after a reload is another document than it began in."""
        chat = self._chats.get(block.id)
        if chat:
            chat.draw(block)
            self._tell(block.status, chat, block)

    def _settle(self, block: Block) -> None:
        chat = self._chats.get(block.id)
        if chat and block.live:
            self._spawn(self.returns.settle(chat, chat.turn_of(block)))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("overlay: %s", error, exc_info=error)

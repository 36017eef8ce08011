"""Where a call is decided on: what was read, touched or pressed goes in; countdowns, questions and runs come
out.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from observers.protocol import Press
from overlay.calls.approvals import Questions
from overlay.calls.authorization import Checks, Step, denial, place_of
from overlay.calls.call import Block, CallState, Outcome
from overlay.calls.countdown import Countdowns
from overlay.calls.executor import Execution
from overlay.calls.journal import Memory
from overlay.calls.ledger import Ledger
from overlay.calls.result_files import Keeper
from overlay.calls.slots import Turns
from overlay.calls.store import Book, Record, fingerprint
from overlay.calls.witness import NOBODY, Witness
from overlay.chat.board import Board, Tell
from overlay.chat.incomplete_calls import note_on
from overlay.chat.result_inserter import Returns
from overlay.chat.session import Chat
from overlay.chat.unit_reader import Reader
from overlay.detection.model import ToolCall
from overlay.policy import Circumstances, Inquiry, Policy, Scope, origin_of
from overlay.policy.model import ONLY_ONCE
from overlay.tools import ToolRegistry
from overlay.tools.conversation_tools import ChatSwitches
from overlay.ui.terminal.approver import REFUSED, Answer, Approver, Question

log = logging.getLogger(__name__)
STOPPED = "Stopped by you. Click Execute to run it."
HERE_BEFORE = "Not run by itself: this call was here before."
RAN = "The same call ran before, and the page may show it a second time. Run it again?"
RAN_AGO = "The same call ran at {}, and the page may show it a second time. Run it again?"
REWRITTEN = "The page changed the text of this call after it was started."
HALTED = "the person stopped everything"
AS_YOU_SAID = Inquiry("You want it run from here.", offers=ONLY_ONCE)
NOWHERE = "Its chat is not open any more, so the result was not inserted."
INSERTED = "It stands in the chat's composer. Send it yourself."
SAME_CALL = "Not run by itself: the page may show the same call a second time. Click Execute to run it."
ASKING = "Waiting for your word in the panel or the terminal."
FEW = 3
"""Beside so many equal calls an old one is compared with them: a page may open with a thousand."""
LOOKS = (0.0, 0.3, 0.7)
"""Seconds between the looks at a call that is not in sight yet: what is being drawn may fade in."""


class CallDesk:
    """One run's calls, in all its pages. `limit` is in seconds, `sleep` takes seconds (for countdowns)."""

    def __init__(
        self,
        *,
        registry: ToolRegistry,
        policy: Policy,
        returns: Returns,
        approve: Approver,
        tell: Tell,
        limit: float = 120.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        ledger: Ledger | None = None,
        keeper: Keeper | None = None,
        witness: Witness = NOBODY,
    ) -> None:
        self.registry = registry
        self.policy = policy
        self.returns = returns
        self.book = Book()
        self.memory = Memory(self.book, registry, ledger)
        self.board = Board(self.book, tell, self._settle, self.memory.over)
        self.switches = returns.instructions.switches if returns.instructions else ChatSwitches()
        self.checks = Checks(registry, policy, self.switches)
        turns = Turns(lambda: policy.limits.at_once)
        self.execution = Execution(
            registry, limit, returns.config.max_chars, turns, self._before, keeper, ran=witness.ran
        )
        self.questions = Questions(registry, approve, self._spawn, self._answered, lambda: policy.word)
        self._tell = tell
        self._witness = witness
        self._sleep = sleep
        self._countdowns = Countdowns(sleep)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._shown: set[str] = set()
        self._moved: dict[str, list[Record]] = {}

    def found(self, chat: Chat, block: Block) -> None:
        """A block was added."""
        self.board.put(chat, block)
        self._tell("result" if block.kind == "result" else "detected", chat, block)

    def named(self, chat: Chat, block: Block) -> None:
        """Its name or its id became known."""
        self._tell("named", chat, block)

    def closed(self, chat: Chat, block: Block, reader: Reader) -> None:
        """The text of a call is over: it is looked up, checked, and decided on."""
        call = block.call
        if call is None or self._known(block, call):
            return
        block.live = chat.watched(block)
        if not call.complete and call.error is None:
            block.note = note_on(reader, chat.message_of(reader))
            block.move("incomplete")
            self.board.show(block)
            return
        fresh, turn = block.live and block.grew, chat.turn_of(block)
        self.memory.recall(chat)
        again = self.book.knows(block, call, chat.conversation, turn, fresh=fresh)
        answers = reader.about.answers
        record, new = self.book.enter(block, call, chat.conversation, turn, fresh=fresh, answers=answers)
        self.memory.met(chat, block, record)
        if new:
            record.unsure = not block.live and not again
            others = self.book.beside(record, block)
            if fresh and others and not record.doubles:
                self._spawn(self._tell_apart(chat, block, reader, record, others))
                return
            self._decide(chat, block, reader, record, again=again)
            if others and (block.live or len(others) <= FEW):
                self._spawn(self._tell_apart(chat, block, reader, record, others))
        elif fresh and self._written_again(record, block):
            record.call = call
            self._decide(chat, block, reader, record, again=False)
        else:
            self._restore(block, record)

    def grown(self, chat: Chat, block: Block, reader: Reader) -> None:
        """The block's call was over at first sight, but its message turns out to be one that is being
        written.
        """
        record = self.book.of(block)
        if record and record.unsure and not record.started and not record.asking:
            record.unsure = False
            block.live = chat.watched(block)
            self.memory.met(chat, block, record)
            self._decide(chat, block, reader, record, again=False)

    def rewritten(self, chat: Chat, block: Block) -> None:  # noqa: ARG002 - the chat's word
        """The page took back what the block showed: what has not started is void."""
        record = self.book.of(block)
        if record and record.started:
            return  # whether its text became another one is known when it is over
        self._void(block, record)
        block.move("streaming")
        block.renew()

    def gone(self, chat: Chat, block: Block, *, withdrawn: bool) -> None:
        """A block left: a countdown and a question end with it, a running call goes on."""
        record = self.book.of(block)
        doubles = list(record.doubles) if record else []
        if record and list(record.blocks) == [block.id]:
            self._stop_countdown(record)
        self.board.take(block)
        if record and not record.blocks:
            self.questions.withdraw(record)
        if withdrawn:
            self._unread(record)
            self._tell("withdrawn", chat, block)
        elif record:
            self._succeed(record, block.place)
        self._go_on(doubles)

    def returned(self, chat: Chat, block: Block) -> None:  # noqa: ARG002 - the chat's word
        """The block's result stands in the composer, whether or not the block still stands."""
        block.returned = True
        record = self.book.last_of(block)
        if record:
            self.board.draw(record)
            self.memory.returned(record)

    def noted(self, chat: Chat, block: Block) -> None:
        """Something was noted on the block, or on what it showed before it left."""
        record = self.book.last_of(block)
        self.board.draw(record) if record else chat.draw(block)

    def quiet(self, chat: Chat) -> None:
        """The site's answer is over: results that waited for that go back now."""
        self.memory.flush()
        for turn in sorted(chat.unsettled):
            self._settle(chat, turn)

    def shown(self, conversation: str) -> None:
        """A page shows the conversation of that address."""
        self._shown.add(conversation)

    def has_seen(self, chat: Chat, conversation: str) -> bool:
        """Whether the conversation was on show before, in this run or one that is written down."""
        return conversation in self._shown or self.memory.has_seen(chat, conversation)

    def renamed(self, before: str, after: str) -> None:
        """A new conversation got its address, it seems; its calls stay known."""
        self._moved[before] = self.book.rename(before, after)
        self.memory.renamed(after)
        self.policy.renamed(before, after)
        if self.returns.instructions:
            self.returns.instructions.renamed(before, after)

    def confirmed(self, before: str) -> None:
        """It has it for good."""
        self._moved.pop(before, None)
        self.policy.named(before)

    def unnamed(self, before: str, after: str) -> None:
        """It was another conversation's address: what came with it from the old one goes back there."""
        records = self._moved.pop(before, [])
        self.book.move(records, before)
        self.memory.unnamed(records)
        self.policy.unnamed(before, after)
        if self.returns.instructions:
            self.returns.instructions.renamed(after, before)
        self.left(before, after)

    def left(self, before: str, after: str) -> None:
        """Another conversation took the place of one without an address, or so it may be: only what holds
        back goes along.
        """
        self.policy.left(before, after)
        self.switches.copied(before, after)

    def pressed(self, chat: Chat, block: Block, press: Press) -> None:
        """A press counts once: its nonce belongs to the block's call as it is shown now."""
        record = self.book.of(block)
        if press.action == "touch":
            self._witness.pressed(block, press.action)
            self._stop_countdown(record, STOPPED)
            return
        if not block.nonce or not hmac.compare_digest(block.nonce.encode(), press.nonce.encode()):
            return
        self._witness.pressed(block, press.action)
        block.renew()
        if press.action in ("insert", "submit"):
            self._spawn(self.returns.put(chat, block, submit=press.action == "submit"))
        elif press.action == "resend":
            if block.status in ("incomplete", "invalid"):
                self._spawn(self.returns.ask_again(chat, block))
        elif press.action == "cancel" and record:
            self.execution.cancel(record)
        elif (
            press.action == "execute"
            and record
            and record.status in ("ready", "waiting")
            and not record.asking
        ):
            self._end_countdown(record)
            record.due, record.live = True, False
            _locate(record, chat)
            self._take(record, self.checks.pressed(record, again=self._ran_already(record)))
        chat.draw(block)

    def reconsider(self) -> None:
        """Tools or settings were changed: no countdown goes on that would not be begun now."""
        for record in self.book.waiting():
            step = self.checks.due(record)
            if step.kind != "run":
                self._end_countdown(record)
                self._take(record, step)

    def execute(self, record: Record) -> None:
        """The person wants it run, but not by a press in the page: they are shown it elsewhere, and asked."""
        if record.status in ("ready", "waiting") and record.blocks and not record.asking:
            self._end_countdown(record)
            record.due, record.live = True, False
            step = self.checks.pressed(record, again=self._ran_already(record))
            self._take(
                record, Step("ask", tool=step.tool, inquiry=AS_YOU_SAID) if step.kind == "run" else step
            )

    async def insert(self, record: Record) -> str:
        """Put the call's result into the composer of its chat, and return a line that says how that went."""
        where = self.board.chat_of(record)
        if where is None:
            return NOWHERE
        await self.returns.put(*where, submit=False)
        return where[1].note or INSERTED

    def halt(self, *, on: bool) -> None:
        """Stop whatever runs, counts down or is asked, and (`on`) let nothing begin by itself any more."""
        self.policy.halted = self.returns.halted = on
        if not on:
            return
        self.reconsider()
        self.execution.cancel_all()
        for record in self.questions.withdraw_all():
            self.board.end(
                record, "denied", Outcome(f"{record.call.name} was not run: {HALTED}", "tool_denied")
            )

    async def close(self) -> None:
        """Stop every countdown and cancel what runs; returns when all of it has stopped."""
        self._closed = True
        await self._countdowns.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.memory.close()

    async def _before(self, record: Record) -> Outcome | None:
        """What stands against a run that is about to begin, if anything."""
        return self.checks.refusal(record) or await self.memory.begin(record)

    def _known(self, block: Block, call: ToolCall) -> bool:
        """It is what was decided on, or it is too late for it to be anything else."""
        record = self.book.of(block)
        if record is None:
            return False
        if fingerprint(record.call) == fingerprint(call) and record.call.confidence == call.confidence:
            return True
        if record.started:
            block.call, block.note = record.call, REWRITTEN
            self.board.show(block)
            return True
        self._void(block, record)
        block.renew()
        return False

    def _void(self, block: Block, record: Record | None) -> None:
        """The block no longer shows that call."""
        doubles = list(record.doubles) if record else []
        if record and list(record.blocks) == [block.id]:
            self._stop_countdown(record)
        self.book.leave(block)
        block.state = CallState()
        if record and not record.blocks:
            self.questions.withdraw(record)
        self._unread(record)
        self._go_on(doubles)

    def _go_on(self, doubles: list[Record]) -> None:
        """Calls that waited only because they might be another one are decided on if that one was none."""
        for record in doubles:
            if record.live and record.note == SAME_CALL and record.blocks and not record.doubles:
                record.due = True
                self._take(record, self._first(record, _as_said(record)))

    def _unread(self, record: Record | None) -> None:
        """What was read as that call is none: nothing was done with it, so it is as if it had never been."""
        if record and record.live and record.status == "ready" and not record.blocks:
            self.book.forget(record)

    def _written_again(self, record: Record, block: Block) -> bool:
        """The call is written before our eyes once more, in the only document that ever showed it; nothing
        was done with it, so it may run by itself as before.
        """
        only = list(record.blocks) == [block.id] and record.places == [block.place]
        return only and record.live and record.status == "ready"

    async def _tell_apart(
        self, chat: Chat, block: Block, reader: Reader, record: Record, others: list[Record]
    ) -> None:
        """An equal call stands in the same document: the page is asked whether the block shows that one a
        second time. Where it doesn't know, the call waits for a click.
        """
        fresh, before = block.live and block.grew, bool(record.doubles)
        others = [other for other in others if other.stands_in(block.place)]
        relations = await chat.relations_of(block, [other.block_in(block.place) for other in others])
        if self.book.of(block) is not record or record.started or record.asking:
            return
        kept = self.book.compare(record, block.place, others, relations, fresh=fresh)
        if kept:
            self._merge(kept, record)
        elif fresh and (not before or (record.live and not record.doubles)):
            self.memory.met(chat, block, record)
            self._decide(chat, block, reader, record, again=False)

    def _succeed(self, record: Record, place: str) -> None:
        """A site may draw a call anew before it takes the old one away: the block that is left shows the call
        that it is, with all that became of it.
        """
        double = self.book.successor(record, place)
        if double is None or (double.started and record.started):
            return
        kept, other = (double, record) if double.started else (record, double)
        self._merge(kept, other)

    def _merge(self, kept: Record, other: Record) -> None:
        """They are one call, of which at most one was started: all blocks show what became of that."""
        self._stop_countdown(other)
        self.questions.withdraw(other)
        blocks = self.book.merge(kept, other)
        for block in blocks:
            self._restore(block, kept)
        if kept.live and kept.due and kept.status == "ready" and blocks:
            self._take(kept, self._first(kept, _as_said(kept)))

    def _ran_already(self, record: Record) -> str:
        """What to ask the person before a call runs that may have run already; "" if it has not."""
        double = self.book.ran_as(record)
        if double is None:
            return ""
        when = self.memory.started(double)
        return RAN_AGO.format(when) if when else RAN

    def _decide(self, chat: Chat, block: Block, reader: Reader, record: Record, *, again: bool) -> None:
        about, top = reader.about, chat.document.top
        said = block.live and about.role == "assistant" and top
        record.due, record.live = said and about.context == "plain", said
        _locate(record, chat)
        if not record.call.complete:
            self._unreadable(record)
            return
        where = Circumstances(about.role, block.live, top, again, about.live, about.context, place_of(record))
        self._take(record, self._first(record, where))
        if said and about.context == "hidden":
            self._spawn(self._look_again(record, where))

    def _first(self, record: Record, where: Circumstances) -> Step:
        """What is to happen with a call that came up: one that may be another one shown twice waits."""
        step = self.checks.first(record, where)
        if step.kind == "wait" or not (record.copy and record.doubles):
            return step
        record.due = False
        return Step("wait", SAME_CALL)

    async def _look_again(self, record: Record, where: Circumstances) -> None:
        """Decide anew once the page shows the call; it has a moment for that."""
        for seconds in LOOKS:
            if seconds:
                await self._sleep(seconds)
            context = await self.board.context_of(record)
            if record.status != "ready" or record.asking or record.due:
                return
            if context == "plain":
                record.due = True
                self._take(record, self._first(record, replace(where, context=context)))
                return

    def _unreadable(self, record: Record) -> None:
        if record.due:
            record.outcome = Outcome(record.call.error or "The call can't be read.", "tool_invalid")
        self.board.move(record, "invalid")
        self.memory.over(record)
        self.board.settle(record)

    def _restore(self, block: Block, record: Record) -> None:
        """The block shows a call that was seen before, in whatever state that is by now."""
        if record.status == "ready" and not record.note and not record.live:
            record.note = HERE_BEFORE
        block.move(record.status)
        self.board.show(block)
        self.board.settle(record)

    def _take(self, record: Record, step: Step) -> None:
        """Do what the checks said."""
        match step.kind:
            case "run" if refused := self.checks.admit(record, step):
                self._take(record, refused)
            case "run":
                self.memory.allowed(record, by_itself=step.by_itself)
                self.execution.start(record, self.board)
                self._spawn(self.execution.carry_out(record, self.board))
            case "count":
                self._countdowns.start(record.id, step.delay, lambda: self._count_over(record))
                self.board.move(record, "waiting")
                self.board.count_down(record, step.delay)
            case "wait":
                self.board.move(record, "ready", step.note)
            case "ask":
                self.questions.ask(record, step)
                self.memory.asked(record)
                self.board.move(record, "ready", ASKING)
            case _:
                self.board.end(record, step.status, step.outcome or Outcome("it was not run", "tool_denied"))

    def _count_over(self, record: Record) -> None:
        self._spawn(self._run_in_sight(record))

    async def _run_in_sight(self, record: Record) -> None:
        """What a person can't see as the answer's own words does not run by itself."""
        # What the page shows in the place of a block that just left may be the call.
        context = await self.board.context_of(record, *(one for one in record.doubles if not one.started))
        if record.status != "waiting":
            return
        step = self.checks.due(record, context)
        if step.kind == "run" and (ran := self._ran_already(record)):
            step = Step("wait", f"Not run by itself: {ran}")
        self._end_countdown(record)
        self._take(record, step)

    def _stop_countdown(self, record: Record | None, note: str = "") -> None:
        if record and record.status == "waiting":
            record.live = record.live and not note
            self._end_countdown(record)
            self.board.move(record, "ready", note)

    def _end_countdown(self, record: Record) -> None:
        self._countdowns.stop(record.id)
        self.board.count_down(record, None)

    def _answered(self, record: Record, step: Step, question: Question, answer: Answer | None) -> None:
        """What has changed by the time of the answer is looked at anew."""
        tool, inquiry = step.tool, step.inquiry
        assert tool is not None
        assert inquiry is not None
        if answer is not None:
            self._witness.answered(record, answer)
        if answer is None:
            log.warning("%s was not run: it left the page while the person was asked", tool.name)
            self.board.move(record, "ready", HERE_BEFORE)
        elif answer.scope == "deny" or answer.scope not in inquiry.offers:
            self.board.end(record, "denied", denial(tool, answer.reason or REFUSED))
        else:
            self.policy.allowed(tool, question.arguments, place_of(record), inquiry, answer.scope)
            self.memory.answered(record, answer.scope)
            again = self._ran_already(record)
            self._take(record, self.checks.pressed(record, approved=inquiry, again=again))
            if answer.scope != "once":
                self._answered_too(answer.scope)

    def _answered_too(self, scope: Scope) -> None:
        """What else is being asked about, and is allowed by that answer, is not asked about any more."""
        for record, step in self.questions.offering(scope):
            if self._ran_already(record):
                continue
            if self.checks.needs_no_answer(record, step) and self.questions.withdraw(record):
                self.memory.answered(record, scope)
                self._take(record, self.checks.pressed(record))

    def _settle(self, chat: Chat, turn: str) -> None:
        chat.unsettled.add(turn)
        self._spawn(self.returns.settle(chat, turn))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        if self._closed:
            work.close()
            return None
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("overlay: %s", error, exc_info=error)


def _as_said(record: Record) -> Circumstances:
    """The call stands in an answer that is being written."""
    return Circumstances("assistant", live=True, top_frame=True, place=place_of(record))


def _locate(record: Record, chat: Chat) -> None:
    record.site = origin_of(chat.document.url)
    record.lasting = chat.lasting

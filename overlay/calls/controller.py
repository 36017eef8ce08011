"""What happens with a call: new calls, touches and presses go in; countdowns, questions and runs come out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from observers.protocol import Action
from overlay.calls.approvals import REFUSED, Answer, ApprovalQueue, Question
from overlay.calls.authorization import Authorizer, Decision, denial, place_of
from overlay.calls.block_context import BlockContext
from overlay.calls.call import Block, Call, Outcome
from overlay.calls.countdown import Countdowns
from overlay.calls.event_stream import EventStream
from overlay.calls.events import ApprovalAnswered
from overlay.calls.executor import Executor
from overlay.calls.journal import CallJournal
from overlay.calls.pages import Pages
from overlay.calls.store import CallStore, ran_as
from overlay.calls.updates import CallUpdates
from overlay.common.tasks import Tasks
from overlay.policy import ApprovalRequest, CallContext, Policy, Scope
from overlay.policy.model import ONLY_ONCE

log = logging.getLogger(__name__)
STOPPED = "Stopped by you. Click Execute to run it."
HERE_BEFORE = "Not run by itself: this call was here before."
RAN = "The same call ran before, and the page may show it a second time. Run it again?"
RAN_AGO = "The same call ran at {}, and the page may show it a second time. Run it again?"
HALTED = "the person stopped everything"
FROM_PANEL = ApprovalRequest("You want it run from here.", offers=ONLY_ONCE)
SAME_CALL = "Not run by itself: the page may show the same call a second time. Click Execute to run it."
ASKING = "Waiting for your word in the panel or the terminal."
LOOKS = (0.0, 0.3, 0.7)
"""Seconds between the looks at a call that is not in sight yet: what is being drawn may fade in."""


class CallController:
    """Decides on all calls of one run, in all its pages. `sleep` takes seconds (for countdowns)."""

    def __init__(
        self,
        *,
        store: CallStore,
        journal: CallJournal,
        updates: CallUpdates,
        events: EventStream,
        policy: Policy,
        authorizer: Authorizer,
        approvals: ApprovalQueue,
        executor: Executor,
        pages: Pages,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store = store
        self._journal = journal
        self._updates = updates
        self._events = events
        self._policy = policy
        self._authorizer = authorizer
        self._approvals = approvals
        self._executor = executor
        self._pages = pages
        self._sleep = sleep
        self._countdowns = Countdowns(sleep)
        self._tasks = Tasks()

    def interrupt(self, block: Block) -> None:
        """The user touched the block: its countdown stops."""
        if call := block.registered_call:
            self.stop_countdown(call, STOPPED)

    def pressed(self, block: Block, action: Action, context: BlockContext) -> None:
        """The user pressed Execute or Cancel on the block, and the press was checked."""
        call = block.registered_call
        if call is None:
            return
        if action == "cancel":
            self._executor.cancel(call)
        elif action == "execute" and _can_be_pressed(call):
            self._end_countdown(call)
            call.auto_return, call.live = True, False
            _locate(call, context)
            self.carry_out(call, self._authorizer.on_pressed(call, again=self._ran_already(call)))

    def execute(self, call: Call) -> None:
        """The user wants it run, but not by a press in the page: they are shown it elsewhere, and asked."""
        if _can_be_pressed(call) and call.blocks:
            self._end_countdown(call)
            call.auto_return, call.live = True, False
            decision = self._authorizer.on_pressed(call, again=self._ran_already(call))
            if decision.kind == "run":
                decision = Decision("ask", tool=decision.tool, inquiry=FROM_PANEL)
            self.carry_out(call, decision)

    def withdraw_question(self, call: Call) -> None:
        """Take back the question about the call, if there is one."""
        self._approvals.withdraw(call)

    def go_on(self, calls: Iterable[Call]) -> None:
        """Decide on calls that waited only because they might be another one, if that one was none."""
        for call in calls:
            if call.live and call.note == SAME_CALL and call.blocks and not call.doubles:
                call.auto_return = True
                self.carry_out(call, self._on_detected(call, _as_said(call)))

    def resume(self, call: Call) -> None:
        """Decide again on a call that was about to run when its block was found to show another one too."""
        if call.live and call.auto_return and call.status == "ready":
            self.carry_out(call, self._on_detected(call, _as_said(call)))

    def cancel(self, call: Call) -> bool:
        """Stop the call if it runs; return whether it did."""
        return self._executor.cancel(call)

    def reconsider(self) -> None:
        """Tools or settings were changed: no countdown goes on that would not be begun now."""
        for call in [call for call in self._store if call.status == "waiting" and call.blocks]:
            decision = self._authorizer.on_countdown_end(call)
            if decision.kind != "run":
                self._end_countdown(call)
                self.carry_out(call, decision)

    def stop_all(self, *, on: bool) -> None:
        """Stop all that runs, counts down or is asked, and (`on`) let nothing begin without a press."""
        self._policy.halted = on
        if not on:
            return
        self.reconsider()
        self._executor.cancel_all()
        for call in self._approvals.withdraw_all():
            outcome = Outcome(f"{call.name} was not run: {HALTED}", "tool_denied")
            self._updates.end(call, "denied", outcome)

    async def close(self) -> None:
        """Stop every countdown and cancel what runs; returns when all of it has stopped."""
        await self._countdowns.close()
        await self._tasks.close()

    def decide(self, call: Call, block: Block, context: BlockContext, *, again: bool = False) -> None:
        """Decide on a call that came up in that block; `again`: an equal one was seen in this chat before."""
        said = block.live and context.role == "assistant" and context.top_frame
        call.auto_return, call.live = said and context.visibility == "plain", said
        _locate(call, context)
        if not call.parsed.complete:
            error = Outcome(call.parsed.error or "The call can't be read.", "tool_invalid")
            self._updates.fail(call, error if call.auto_return else None)
            return
        where = CallContext(
            context.role,
            block.live,
            context.top_frame,
            again,
            context.appeared,
            context.visibility,
            place_of(call),
        )
        self.carry_out(call, self._on_detected(call, where))
        if said and context.visibility == "hidden":
            self._tasks.spawn(self._look_again(call, where))

    def _ran_already(self, call: Call) -> str:
        """Return what to ask the user before a call runs that may have run already; "" if it has not."""
        double = ran_as(call)
        if double is None:
            return ""
        when = self._journal.started(double)
        return RAN_AGO.format(when) if when else RAN

    def _on_detected(self, call: Call, where: CallContext) -> Decision:
        """Decide on a call that came up: one that may be another one shown twice waits."""
        decision = self._authorizer.on_detected(call, where)
        if decision.kind == "wait" or not (call.copy and call.doubles):
            return decision
        call.auto_return = False
        return Decision("wait", SAME_CALL)

    async def _look_again(self, call: Call, where: CallContext) -> None:
        """Decide again once the page shows the call; it has a moment for that."""
        for seconds in LOOKS:
            if seconds:
                await self._sleep(seconds)
            visibility = await self._pages.context_of(call)
            if call.status != "ready" or call.awaiting_approval or call.auto_return:
                return
            if visibility == "plain":
                call.auto_return = True
                self.carry_out(call, self._on_detected(call, replace(where, context=visibility)))
                return

    def carry_out(self, call: Call, decision: Decision) -> None:
        """Do what was decided."""
        match decision.kind:
            case "run" if refused := self._authorizer.admit(call, decision):
                self.carry_out(call, refused)
            case "run":
                self._journal.allowed(call, by_itself=decision.by_itself)
                self._executor.start(call)
                self._tasks.spawn(self._executor.carry_out(call))
            case "count":
                self._countdowns.start(call.id, decision.delay, lambda: self._countdown_ended(call))
                self._updates.move(call, "waiting")
                self._updates.count_down(call, decision.delay)
            case "wait":
                self._updates.move(call, "ready", decision.note)
            case "ask":
                task = self._tasks.spawn(self._ask(call, decision))
                if task:
                    self._approvals.add(call, decision, task)
                self._journal.asked(call)
                self._updates.move(call, "ready", ASKING)
            case _:
                outcome = decision.outcome or Outcome("it was not run", "tool_denied")
                self._updates.end(call, decision.status, outcome)

    def _countdown_ended(self, call: Call) -> None:
        self._tasks.spawn(self._run_in_sight(call))

    async def _run_in_sight(self, call: Call) -> None:
        """A call that the user can't see as the answer's own words does not run without a press."""
        # What the page shows in the place of a block that just left may be the call.
        visibility = await self._pages.context_of(call, *(one for one in call.doubles if not one.started))
        if call.status != "waiting":
            return
        decision = self._authorizer.on_countdown_end(call, visibility)
        if decision.kind == "run" and (ran := self._ran_already(call)):
            decision = Decision("wait", f"Not run by itself: {ran}")
        self._end_countdown(call)
        self.carry_out(call, decision)

    def stop_countdown(self, call: Call, note: str = "") -> None:
        """The call no longer runs without a press, if it was about to."""
        if call.status == "waiting":
            call.live = call.live and not note
            self._end_countdown(call)
            self._updates.move(call, "ready", note)

    def _end_countdown(self, call: Call) -> None:
        self._countdowns.stop(call.id)
        self._updates.count_down(call, None)

    async def _ask(self, call: Call, decision: Decision) -> None:
        question, answer = await self._approvals.ask(call, decision)
        self._answered(call, decision, question, answer)

    def _answered(self, call: Call, decision: Decision, question: Question, answer: Answer | None) -> None:
        """Carry out an answer; what has changed by the time of the answer is checked again."""
        tool, inquiry = question.tool, decision.inquiry
        assert inquiry is not None
        if answer is None:
            log.warning("%s was not run: it left the page while the person was asked", tool.name)
            self._updates.move(call, "ready", HERE_BEFORE)
            return
        self._events.publish(ApprovalAnswered(call, answer))
        if answer.scope == "deny" or answer.scope not in inquiry.offers:
            self._updates.end(call, "denied", denial(tool, answer.reason or REFUSED))
            return
        self._policy.record_grant(tool, question.arguments, place_of(call), inquiry, answer.scope)
        self._journal.answered(call, answer.scope)
        again = self._ran_already(call)
        self.carry_out(call, self._authorizer.on_pressed(call, approved=inquiry, again=again))
        if answer.scope != "once":
            self._answer_others(answer.scope)

    def _answer_others(self, scope: Scope) -> None:
        """An answer for the chat, tool or arguments also answers every open question it covers."""
        for call, decision in self._approvals.offering(scope):
            if self._ran_already(call):
                continue
            if self._authorizer.needs_no_answer(call, decision) and self._approvals.withdraw(call):
                self._journal.answered(call, scope)
                self.carry_out(call, self._authorizer.on_pressed(call))


def _can_be_pressed(call: Call) -> bool:
    return call.status in ("ready", "waiting") and not call.awaiting_approval


def _as_said(call: Call) -> CallContext:
    """The call is in an answer that is being written."""
    return CallContext("assistant", live=True, top_frame=True, origin=place_of(call))


def _locate(call: Call, context: BlockContext) -> None:
    call.origin, call.has_stable_id = context.origin, context.has_stable_id

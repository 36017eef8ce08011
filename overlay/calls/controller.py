"""Controls what happens with calls: takes new calls and presses; starts countdowns, questions and runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from observers.protocol import Action
from overlay.calls.approvals import REFUSED, Answer, ApprovalQueue, Question
from overlay.calls.authorization import Authorizer, Decision, denial, origin_of_call
from overlay.calls.block_context import PASSING, BlockContext
from overlay.calls.call import Block, Call
from overlay.calls.call_comparison import ran_as
from overlay.calls.countdown import Countdowns
from overlay.calls.event_stream import EventStream
from overlay.calls.events import ApprovalAnswered
from overlay.calls.executor import Executor
from overlay.calls.hidden_calls import HiddenCalls, ReplayedLooks
from overlay.calls.journal import CallJournal
from overlay.calls.outcome import Outcome
from overlay.calls.pages import Pages
from overlay.calls.store import CallStore
from overlay.calls.updates import CallUpdates
from overlay.common.language import Phrase, mark
from overlay.common.tasks import Tasks
from overlay.policy import ApprovalRequest, CallContext, Policy, Scope
from overlay.policy.model import ONLY_ONCE

log = logging.getLogger(__name__)
STOPPED = mark("Stopped by you. Click Execute to run it.")
HERE_BEFORE = mark("Not run automatically: this call was here before.")
RAN = mark("The same call ran before, and the page may show it a second time. Run it again?")
RAN_AGO = mark("The same call ran at {}, and the page may show it a second time. Run it again?")
HALTED = "the user stopped everything"
MAY_HAVE_RUN = mark(
    "overlay does not know whether this call has done its work, or still runs elsewhere. Run it again?"
)
FROM_PANEL = ApprovalRequest(mark("You started this call from the panel. Run it?"), offers=ONLY_ONCE)
SAME_CALL = mark(
    "Not run automatically: the page may show the same call a second time. Click Execute to run it."
)
ALONE = mark("Not run together with the others: press its own button.")
ASKING = mark("Waiting for your answer in the panel or the terminal.")


class CallController:
    """Decides on all calls of one run, in all its pages. `sleep` takes seconds; tests replace it."""

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
        replayed_look: ReplayedLooks | None = None,
    ) -> None:
        self._store = store
        self._journal = journal
        self._updates = updates
        self._events = events
        self._policy = policy
        self._authorizer = authorizer
        self._approvals = approvals
        self._executor = executor
        self._sleep = sleep
        self._countdowns = Countdowns(sleep)
        self._tasks = Tasks()
        self._hidden = HiddenCalls(
            store, events, pages, updates, self._shown, self._tasks, sleep, replayed_look
        )

    def interrupt(self, block: Block) -> None:
        """Stop the countdown of a block that the user touched."""
        if call := block.pressed_call:
            self.stop_countdown(call, STOPPED)

    def pressed(self, block: Block, action: Action, context: BlockContext) -> None:
        """Handle a press on the block, whose nonce has been checked.

        `execute`, `cancel`, `again`, or `together`: a press that runs several calls, of which this is one.
        """
        call = block.pressed_call
        if call is None:
            return
        if action == "cancel":
            self._executor.cancel(call)
        elif action == "again":
            first = call.repeats or call
            first.origin, first.has_stable_id = context.origin, context.has_stable_id
            self.run_again(first)
        elif action == "together" and can_be_pressed(call) and not self._may_run_with_others(call):
            self._updates.note(call, ALONE)
        elif action in ("execute", "together") and can_be_pressed(call):
            self._end_countdown(call)
            call.auto_return, call.live = True, False
            call.origin, call.has_stable_id = context.origin, context.has_stable_id
            self.carry_out(call, self._authorizer.on_pressed(call, again=self._ran_already(call)))

    def _may_run_with_others(self, call: Call) -> bool:
        """Return whether the call is not dangerous, and nothing is to be asked about it."""
        return not self._ran_already(call) and self._authorizer.runs_without_question(call)

    def execute(self, call: Call) -> None:
        """Run a call that the user started outside of the page, such as in the panel; always asks first."""
        if can_be_pressed(call) and call.blocks:
            self._end_countdown(call)
            call.auto_return, call.live = True, False
            decision = self._authorizer.on_pressed(call, again=self._ran_already(call))
            if decision.kind == "run":
                decision = Decision("ask", tool=decision.tool, request=FROM_PANEL)
            self.carry_out(call, decision)

    def run_again(self, call: Call) -> Call | None:
        """Run an ended call again after the user's press; return the new call.

        The policy decides as on the first press. Returns None if no page shows the call any more, if it can't
        be run, or if an earlier repeat of it has not ended.
        """
        call = call.repeats or call
        if not (call.blocks and call.ended and call.parsed.complete and call.latest.ended):
            return None
        again = call.repeat()
        if not self._journal.track_repeat(again, call):
            return None
        call.rerun = again
        warning = MAY_HAVE_RUN if call.status == "unknown" else ""
        self.carry_out(again, self._authorizer.on_pressed(again, again=warning))
        return again

    def withdraw_question(self, call: Call) -> None:
        """Withdraw the open question about the call, if there is one."""
        self._approvals.withdraw(call)

    def decide_without_duplicates(self, calls: Iterable[Call]) -> None:
        """Decide again on those of `calls` that waited only because the page might show them twice."""
        for call in calls:
            if call.live and call.note == SAME_CALL and call.blocks and not call.possible_duplicates:
                call.auto_return = True
                self.carry_out(call, self._on_detected(call, _live_context(call)))

    def resume(self, call: Call) -> None:
        """Decide again on a call that would have run automatically when another call was merged into it."""
        if call.live and call.auto_return and call.status == "ready":
            self.carry_out(call, self._on_detected(call, _live_context(call)))

    def cancel(self, call: Call) -> bool:
        """Stop the call if it runs; return whether it did."""
        return self._executor.cancel(call)

    def reconsider(self) -> None:
        """Check all countdowns again after a change of tools or settings; end those no longer allowed."""
        for call in [call for call in self._store if call.status == "scheduled" and call.blocks]:
            decision = self._authorizer.on_countdown_end(call)
            if decision.kind != "run":
                self._end_countdown(call)
                self.carry_out(call, decision)

    def stop_all(self, *, on: bool) -> None:
        """Stop all runs, countdowns and questions: calls then start only by a press. `on` false ends it."""
        self._policy.halt(on=on)
        if not on:
            return
        self.reconsider()
        self._executor.cancel_all()
        for call in self._approvals.withdraw_all():
            outcome = Outcome(f"{call.name} was not run: {HALTED}", "tool_denied")
            self._updates.end(call, "denied", outcome)

    async def close(self) -> None:
        """Stop every countdown, cancel every run, and wait until all have stopped."""
        await self._countdowns.close()
        await self._tasks.close()

    def decide(self, call: Call, block: Block, context: BlockContext, *, again: bool = False) -> None:
        """Decide on a call that appeared in `block`; `again`: an equal one was seen in this chat before."""
        in_live_answer = block.live and context.role == "assistant" and context.top_frame
        visibility = context.visibility
        if in_live_answer:
            visibility = self._hidden.when_written(call, visibility)
        call.auto_return, call.live = in_live_answer and visibility == "plain", in_live_answer
        call.origin, call.has_stable_id = context.origin, context.has_stable_id
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
            visibility,
            origin_of_call(call),
        )
        self.carry_out(call, self._on_detected(call, where))
        if in_live_answer and visibility == "hidden":
            self._hidden.watch_new(call, where)

    def _ran_already(self, call: Call) -> str:
        """Return the question for the user if the call may have run already, else ""."""
        double = ran_as(call)
        if double is None:
            return ""
        when = self._journal.started(double)
        return Phrase(RAN_AGO, when) if when else RAN

    def _on_detected(self, call: Call, where: CallContext) -> Decision:
        """Decide on a call that appeared. One that may be a second view of its double waits for a press."""
        decision = self._authorizer.on_detected(call, where)
        if decision.kind == "wait" or not (call.copy and call.possible_duplicates):
            return decision
        call.auto_return = False
        return Decision("wait", SAME_CALL)

    def _shown(self, call: Call, where: CallContext) -> None:
        """Decide again on a call that was hidden and is in sight now."""
        call.auto_return = True
        self.carry_out(call, self._on_detected(call, where))

    def carry_out(self, call: Call, decision: Decision) -> None:
        """Carry out a decision."""
        match decision.kind:
            case "run" if refused := self._authorizer.admit(call, decision):
                self.carry_out(call, refused)
            case "run":
                self._journal.allowed(call, automatic=decision.automatic)
                self._executor.start(call, decision.argv)
                self._tasks.spawn(self._executor.carry_out(call))
            case "count":
                self._updates.move(call, "scheduled")
                self._countdowns.start(call.id, decision.delay, lambda: self._countdown_ended(call))
                self._updates.count_down(call, decision.delay)
            case "wait":
                call.together = call.auto_return and self._may_run_with_others(call)
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
        """Run a call whose countdown ended; it waits if it is in a quote, or if the user can't see it."""
        visibility = await self._hidden.visibility_in_order(call, self._is_due)
        if not self._is_due(call):
            return
        call.auto_return = call.auto_return and (visibility == "plain" or visibility in PASSING)
        decision = self._authorizer.on_countdown_end(call, visibility)
        if decision.kind == "run" and (ran := self._ran_already(call)):
            decision = Decision("wait", Phrase(mark("Not run automatically: {}"), ran))
        self._end_countdown(call)
        call.awaits_sight = decision.kind == "wait" and visibility is not None and visibility in PASSING
        self.carry_out(call, decision)
        if call.awaits_sight:
            self._hidden.watch_due(call, _live_context(call), visibility)

    def _is_due(self, call: Call) -> bool:
        """Return whether the call's countdown ended and nothing was decided since.

        Another countdown may have begun meanwhile, such as for changed arguments: that one decides.
        """
        return call.status == "scheduled" and not self._countdowns.is_counting(call.id)

    def stop_countdown(self, call: Call, note: str = "") -> None:
        """End the call's countdown, if there is one; with a `note`, it does not run automatically again."""
        if call.status == "scheduled":
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
        """Carry out an answer, after checking again what may have changed since the question."""
        tool, request = question.tool, decision.request
        assert request is not None
        if answer is None:
            log.warning("%s was not run: it left the page while the user was asked", tool.name)
            self._updates.move(call, "ready", HERE_BEFORE)
            return
        self._events.publish(ApprovalAnswered(call, answer))
        if answer.scope == "deny" or answer.scope not in request.offers:
            self._updates.end(call, "denied", denial(tool, answer.reason or REFUSED))
            return
        self._policy.record_grant(tool, question.arguments, origin_of_call(call), request, answer.scope)
        self._journal.answered(call, answer.scope)
        again = self._ran_already(call)
        self.carry_out(call, self._authorizer.on_pressed(call, approved=request, again=again))
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


def can_be_pressed(call: Call) -> bool:
    """Return whether the user may decide on the call now."""
    return call.status in ("ready", "scheduled") and not call.awaiting_approval


def _live_context(call: Call) -> CallContext:
    """Return the policy's context for a call in an answer that is being written."""
    return CallContext("assistant", live=True, top_frame=True, origin=origin_of_call(call))

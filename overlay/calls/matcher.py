"""Which call a block shows: a new one, one that was seen before, or another one's double."""

from __future__ import annotations

from observers.protocol import Relation
from overlay.calls.authorization import Decision
from overlay.calls.block_context import BlockContext
from overlay.calls.call import Block, Call
from overlay.calls.controller import HERE_BEFORE, CallController
from overlay.calls.journal import CallJournal
from overlay.calls.pages import Pages
from overlay.calls.store import CallStore, fingerprint
from overlay.calls.updates import CallUpdates
from overlay.common.tasks import Tasks
from overlay.detection.model import ToolCall

REWRITTEN = "The page changed the text of this call after it was started."
FEW = 3
"""Beside so many equal calls an old one is compared with them: a page may open with a thousand."""


class CallMatcher:
    """Takes what chats tell of their blocks, and hands each new call to the controller."""

    def __init__(
        self,
        *,
        store: CallStore,
        journal: CallJournal,
        updates: CallUpdates,
        controller: CallController,
        pages: Pages,
    ) -> None:
        self._store = store
        self._journal = journal
        self._updates = updates
        self._controller = controller
        self._pages = pages
        self._tasks = Tasks()
        self._undecided: set[Call] = set()

    def text_ended(self, block: Block, context: BlockContext) -> None:
        """The text of a call has ended: find which call it is, and decide what happens with it."""
        parsed = block.parsed
        if parsed is None or self._is_decided(block, parsed):
            return
        block.live = context.live
        if not parsed.complete and parsed.error is None:
            self._updates.move(block.call, "incomplete", context.incomplete_note)
            return
        seen_growing = block.live and block.grew
        self._journal.load_history(context)
        where = context.conversation, context.turn
        again = self._store.has_seen(block, parsed, *where, seen_growing=seen_growing)
        call, new = self._store.attach(
            block, parsed, *where, seen_growing=seen_growing, answers=context.answers
        )
        self._journal.track(call, context)
        if new:
            call.unsure = not block.live and not again
            self._decide_new(call, block, context, again=again)
        elif seen_growing and _is_written_again(call, block):
            call.parsed = parsed
            self._controller.decide(call, block, context)
        else:
            self._show_known(block)

    def message_grew(self, block: Block, context: BlockContext) -> None:
        """The call's text had ended at first sight, but its message turns out to be one that is being
        written.
        """
        call = block.registered_call
        if call and call.unsure and not call.started and not call.awaiting_approval:
            call.unsure = False
            block.live = context.live
            self._journal.track(call, context)
            self._controller.decide(call, block, context)

    def rewritten(self, block: Block) -> None:
        """The page took back what the block showed: what has not started is void."""
        call = block.registered_call
        if not (call and call.started):  # else it is known when the text has ended
            self._void(block)

    def left(self, block: Block, *, withdrawn: bool) -> None:
        """A block left, or (`withdrawn`) was no call: a countdown and a question end with it, a running call
        goes on.
        """
        call = block.registered_call
        doubles = self._take_away(block)
        if call and withdrawn:
            self._unread(call)
        elif call:
            self._pass_on(call, block.place)
        self._controller.go_on(doubles)

    async def close(self) -> None:
        """Ask the pages no more."""
        await self._tasks.close()

    def _decide_new(self, call: Call, block: Block, context: BlockContext, *, again: bool) -> None:
        """Decide on a new call, after or before the page is asked about equal calls beside it."""
        others = self._store.beside(call, block)
        seen_growing = call.seen_growing
        if seen_growing and others and not call.doubles:
            self._undecided.add(call)
            self._tasks.spawn(self._tell_apart(call, block, context, others))
            return
        self._controller.decide(call, block, context, again=again)
        if others and (block.live or len(others) <= FEW):
            self._tasks.spawn(self._tell_apart(call, block, context, others))

    async def _tell_apart(self, call: Call, block: Block, context: BlockContext, others: list[Call]) -> None:
        """Ask the page whether the block shows an equal call a second time. Where the page doesn't know, the
        call waits for a click.
        """
        undecided = call in self._undecided
        others = [other for other in others if other.is_in(block.place)]
        beside = [other.block_in(block.place) for other in others]
        relations: list[Relation] = await self._pages.relations_of(block, beside)
        self._undecided.discard(call)
        if block.registered_call is not call or call.started or call.awaiting_approval:
            if undecided and call.status == "streaming" and call.blocks:
                self._controller.carry_out(call, Decision("wait", HERE_BEFORE))
            return
        seen_growing = call.seen_growing
        kept = self._store.compare(call, block.place, others, relations, seen_growing=seen_growing)
        if kept:
            self._merge(kept, call)
        elif undecided or (seen_growing and call.live and not call.doubles):
            self._journal.track(call, context)
            self._controller.decide(call, block, context)

    def _is_decided(self, block: Block, parsed: ToolCall) -> bool:
        """Return whether it is what was decided on, or it is too late for it to be anything else."""
        call = block.registered_call
        if call is None:
            return False
        if fingerprint(call.parsed) == fingerprint(parsed) and call.parsed.confidence == parsed.confidence:
            return True
        if call.started:
            block.parsed, call.note = call.parsed, REWRITTEN
            self._updates.show(block)
            return True
        self._void(block)
        return False

    def _void(self, block: Block) -> None:
        """The block no longer shows the call that it showed: its text is being written."""
        call = block.registered_call
        doubles = self._take_away(block)
        block.show(Call())
        block.renew()
        if call:
            self._unread(call)
        self._controller.go_on(doubles)

    def _take_away(self, block: Block) -> list[Call]:
        """Take the block away from its call, and return the call's doubles."""
        call = block.registered_call
        doubles = list(call.doubles) if call else []
        if call and list(call.blocks) == [block.id]:
            self._controller.stop_countdown(call)
        self._store.detach(block)
        if call and not call.blocks:
            self._controller.withdraw_question(call)
        return doubles

    def _unread(self, call: Call) -> None:
        """What was read as that call is none: if nothing was done with it, it is forgotten."""
        if call.live and call.status == "ready" and not call.blocks:
            self._store.forget(call)

    def _pass_on(self, call: Call, place: str) -> None:
        """A site may draw a call again before it takes the old one away: the block that is left shows the
        call that it is, with all that became of it.
        """
        double = self._store.successor(call, place)
        if double is None or (double.started and call.started):
            return
        kept, other = (double, call) if double.started else (call, double)
        self._merge(kept, other)

    def _merge(self, kept: Call, other: Call) -> None:
        """They are one call, of which at most one was started: all blocks show what became of that."""
        self._controller.stop_countdown(other)
        self._controller.withdraw_question(other)
        blocks = self._store.merge(kept, other)
        for block in blocks:
            self._show_known(block)
        if blocks:
            self._controller.resume(kept)

    def _show_known(self, block: Block) -> None:
        """The block shows a call that was seen before, in whatever state that is by now."""
        call = block.call
        if call.status == "streaming" and call not in self._undecided:
            call.move("ready")
        if call.status == "ready" and not call.note and not call.live:
            call.note = HERE_BEFORE
        self._updates.show(block)


def _is_written_again(call: Call, block: Block) -> bool:
    """Return whether the call is written once more in the only document that ever showed it, and nothing was
    done with it: then it may run without a press, as before.
    """
    only = list(call.blocks) == [block.id] and call.places == [block.place]
    return only and call.live and call.status == "ready"

"""Finds which call a block shows: a new one, one that was seen before, or a double of another one."""

from __future__ import annotations

from overlay.calls.authorization import Decision
from overlay.calls.block_context import BlockContext
from overlay.calls.call import Block, Call
from overlay.calls.controller import HERE_BEFORE, CallController
from overlay.calls.equal_calls import EqualCalls
from overlay.calls.journal import CallJournal
from overlay.calls.store import CallStore, fingerprint
from overlay.calls.updates import CallUpdates
from overlay.common.language import mark
from overlay.common.tasks import Tasks
from overlay.detection.model import ToolCall

REWRITTEN = mark("The page changed the text of this call after it was started.")
FEW = 3
"""A call that is not live is compared only if at most this many equal calls are in its document.

A page may open with a thousand of them.
"""


class CallMatcher:
    """Handles the changes of blocks that chats report, and passes each new call to the controller."""

    def __init__(
        self,
        *,
        store: CallStore,
        journal: CallJournal,
        updates: CallUpdates,
        controller: CallController,
        equal_calls: EqualCalls,
    ) -> None:
        self._store = store
        self._journal = journal
        self._updates = updates
        self._controller = controller
        self._equal_calls = equal_calls
        self._tasks = Tasks()
        self._undecided: set[Call] = set()

    def call_begins(self, context: BlockContext) -> None:
        """Load the ledger's calls of the conversation, in which the text of a call begins."""
        self._journal.load_history(context)

    def text_ended(self, block: Block, context: BlockContext) -> None:
        """Find which call a block shows when its text has ended, and have the controller decide on it."""
        parsed, known = block.parsed, block.registered_call
        if parsed is None or (known and self._is_decided(known, block, parsed)):
            return
        block.live = context.live
        if not parsed.complete and parsed.error is None:
            self._updates.move(block.call, "incomplete", context.incomplete_note)
            return
        self._journal.load_history(context)
        location, mark = (context.conversation, context.turn), fingerprint(parsed)
        first = context.sent and self._store.is_first(block, mark, context.conversation, context.replies_to)
        seen_growing = block.live and (block.grew or first)
        again = self._store.has_seen(block, mark, *location, seen_growing=seen_growing)
        call, new = self._store.attach(
            block, parsed, *location, seen_growing=seen_growing, answers=context.replies_to, mark=mark
        )
        self._journal.track(call, context)
        if new:
            call.unsure = not block.live and not again
            self._decide_new(call, block, context, again=again)
        elif seen_growing and _is_written_again(call, block):
            call.parsed, call.edit = parsed, None
            self._controller.decide(call, block, context)
        else:
            self._show_known(block)

    def message_grew(self, block: Block, context: BlockContext) -> None:
        """Decide again on a call that appeared complete, now that its message is seen growing."""
        call = block.registered_call
        if call and call.unsure and not call.started and not call.awaiting_approval:
            call.unsure = False
            block.live = context.live
            self._journal.track(call, context)
            self._controller.decide(call, block, context)

    def rewritten(self, block: Block) -> None:
        """Detach the block from its call if the page rewrote the block's text before the call was started."""
        call = block.registered_call
        if not (call and call.started):  # a started call is compared in text_ended
            self._void(block)

    def left(self, block: Block, *, withdrawn: bool) -> None:
        """Handle a block that left the page or (`withdrawn`) turned out not to be a call.

        When a call's last block leaves, its countdown and its question end; a running call continues.
        """
        call = block.registered_call
        doubles = self._take_away(block)
        if call and withdrawn:
            self._unread(call)
        elif call:
            self._pass_on(call, block.document_id)
        self._controller.decide_without_duplicates(doubles)

    async def close(self) -> None:
        """Cancel all open questions to the pages."""
        await self._tasks.close()

    def _decide_new(self, call: Call, block: Block, context: BlockContext, *, again: bool) -> None:
        """Decide on a new call, and ask the page about equal calls in its document.

        For a call that was seen growing and has no doubles, the decision waits for the page's answer.
        """
        others = self._store.equal_elsewhere(call, block)
        seen_growing = call.seen_growing
        if seen_growing and others and not call.possible_duplicates:
            self._undecided.add(call)
            self._tasks.spawn(self._tell_apart(call, block, context, others))
            return
        self._controller.decide(call, block, context, again=again)
        if others and (block.live or len(others) <= FEW):
            self._tasks.spawn(self._tell_apart(call, block, context, others))

    async def _tell_apart(self, call: Call, block: Block, context: BlockContext, others: list[Call]) -> None:
        """Ask the page whether the block shows an equal call a second time.

        If so, the calls are merged. If the page is unsure, they become doubles: the call waits for a press.
        """
        undecided = call in self._undecided
        others = [other for other in others if other.is_in(block.document_id)]
        other_blocks = [other.block_in(block.document_id) for other in others]
        relations = await self._equal_calls.relations_of(call, block, other_blocks)
        self._undecided.discard(call)
        if block.registered_call is not call or call.started or call.awaiting_approval:
            if undecided and call.status == "streaming" and call.blocks:
                self._controller.carry_out(call, Decision("wait", HERE_BEFORE))
            return
        seen_growing = call.seen_growing
        first = self._store.compare(call, block.document_id, others, relations, seen_growing=seen_growing)
        if first:
            self._merge(first, call)
        elif undecided or (seen_growing and call.live and not call.possible_duplicates):
            self._journal.track(call, context)
            self._controller.decide(call, block, context)

    def _is_decided(self, call: Call, block: Block, parsed: ToolCall) -> bool:
        """Return whether `call`, which the block shows, equals `parsed` or was started.

        If neither is true, the page changed the text: the block is detached from the call.
        """
        if call.fingerprint == fingerprint(parsed) and call.parsed.confidence == parsed.confidence:
            return True
        if call.started:
            block.parsed, call.note = call.parsed, REWRITTEN
            self._updates.show(block)
            return True
        self._void(block)
        return False

    def _void(self, block: Block) -> None:
        """Detach the block from its call and give it a new, unread call: its text is being written."""
        call = block.registered_call
        doubles = self._take_away(block)
        block.show(Call())
        block.renew()
        if call:
            self._unread(call)
        self._controller.decide_without_duplicates(doubles)

    def _take_away(self, block: Block) -> list[Call]:
        """Detach the block from its call, and return the doubles that the call had before."""
        call = block.registered_call
        doubles = list(call.possible_duplicates) if call else []
        if call and list(call.blocks) == [block.id]:
            self._controller.stop_countdown(call)
        self._store.detach(block)
        if call and not call.blocks:
            self._controller.withdraw_question(call)
        return doubles

    def _unread(self, call: Call) -> None:
        """Remove the call from the store if no block shows it and nothing was done with it."""
        if call.live and call.status == "ready" and not call.blocks:
            self._store.forget(call)

    def _pass_on(self, call: Call, document_id: str) -> None:
        """Merge the call with a double that the document still shows.

        A site may draw a call again before it removes the old node; the remaining block must show the state
        of the call that was there first.
        """
        double = self._store.successor(call, document_id)
        if double is None or (double.started and call.started):
            return
        kept, other = (double, call) if double.started else (call, double)
        self._merge(kept, other)

    def _merge(self, kept: Call, other: Call) -> None:
        """Merge `other` into `kept`, of which at most one was started; all blocks show `kept`."""
        self._controller.stop_countdown(other)
        self._controller.withdraw_question(other)
        if other.edit and not kept.started:
            kept.edit, kept.live = kept.edit or other.edit, False
        elif any(block.form for block in other.blocks.values()):
            kept.live = False
        blocks = self._store.merge(kept, other)
        for block in blocks:
            self._show_known(block)
        if blocks:
            self._controller.resume(kept)

    def _show_known(self, block: Block) -> None:
        """Show in the block the current state of its call, which was seen before."""
        call = block.call
        if call.status == "streaming" and call not in self._undecided:
            call.move("ready")
        if call.status == "ready" and not call.note and not call.live:
            call.note = HERE_BEFORE
        self._updates.show(block)


def _is_written_again(call: Call, block: Block) -> bool:
    """Return whether the page rewrites the call's only block, no other document showed the call, and nothing
    was done with it.

    Such a call may still run without a press.
    """
    only = list(call.blocks) == [block.id] and call.document_ids == [block.document_id]
    return only and call.live and call.status == "ready"

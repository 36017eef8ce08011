"""Connects the call store with the ledger: loads the calls of earlier runs and writes those of this run.

A call is written to the ledger when it was seen growing or when something is done with it, never because a
page shows an old call. A call that can't be written to the ledger does not run.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from time import localtime, strftime
from typing import Any

from overlay.calls.block_context import BlockContext
from overlay.calls.call import Call
from overlay.calls.call_rows import ELSEWHERE, JournalRows
from overlay.calls.event_stream import EventStream
from overlay.calls.events import AnswerEnded, CallFinished, CallForgotten, HistoryLoaded, ResultInserted
from overlay.calls.ledger import Ledger, LedgerError, Note, RedactedRow
from overlay.calls.ledger_writer import LedgerWriter
from overlay.calls.outcome import Outcome
from overlay.calls.store import CallStore
from overlay.tools import ToolRegistry

log = logging.getLogger(__name__)
HOMELESS = 86_400.0
"""Calls of a chat that never got an address are loaded for so many seconds: in each chat of the site that has
an address, and in a chat without one at the same page address.
"""
_SHARED = "site", "home", "place", "turn", "call_id", "tool", "arguments", "format", "confidence", "answers"
"""Columns that a repeated call has from the call before it."""


RecordedCalls = Callable[[BlockContext], Iterable[Call]]
"""Returns the calls of earlier runs in the conversation of a block, as a recording has them."""


class CallJournal:
    """Reads and writes the ledger for one run. `recalled` returns further calls of earlier runs."""

    def __init__(
        self,
        store: CallStore,
        registry: ToolRegistry,
        ledger: Ledger | None,
        events: EventStream,
        recalled: RecordedCalls | None = None,
    ) -> None:
        self._store = store
        self._recalled = recalled
        self._rows_of = JournalRows(registry)
        self._ledger = ledger
        self._rows: dict[str, RedactedRow] = {}
        self._calls: dict[str, Call] = {}
        self._seen: set[tuple[str, str]] = set()
        self._events = events
        self._writer = LedgerWriter(ledger, events, self._note_of) if ledger else None
        events.subscribe(CallForgotten, lambda event: self._forget(event.call))
        events.subscribe(CallFinished, lambda event: self._ended(event.call))
        events.subscribe(ResultInserted, lambda event: self._inserted(event.call))
        events.subscribe(AnswerEnded, lambda _: self.flush())

    def load_history(self, context: BlockContext) -> None:
        """Load the ledger's calls of the context's conversation into the store, once per document."""
        key = (context.document, context.conversation)
        if key in self._seen:
            return
        self._seen.add(key)
        for call in self._recalled(context) if self._recalled else ():
            self._store.load(call, context.conversation, call.fingerprint)
        if self._ledger is None:
            self._events.publish(HistoryLoaded(context, ()))
            return
        origin, home = context.origin, context.conversation_key
        try:
            rows = self._ledger.recall(origin, home) if home else []
            since = self._ledger.clock() - HOMELESS
            unassigned = self._ledger.strays(origin, since, None if home else context.address)
        except LedgerError as error:
            log.warning("%s Calls of earlier runs are not known.", error.message)
            self._events.publish(HistoryLoaded(context, ()))
            return
        loaded = [self._load(context, row, uncertain=not row.home) for row in (*rows, *unassigned)]
        others = [call for call in loaded if call and self._rows[call.id].run != self._ledger.run]
        self._events.publish(HistoryLoaded(context, others))

    def track(self, call: Call, context: BlockContext) -> None:
        """Remember a call that a block shows.

        The call will be written if the block was seen growing, unless the call has doubles.
        """
        if self._ledger is None or self._writer is None:
            return
        row = self._rows.get(call.id)
        if row is None:
            self._calls[call.id] = call
            self._rows[call.id] = self._rows_of.new(call, context, self._ledger)
        else:
            self._assign(call, context.conversation_key)
        if context.live and not call.possible_duplicates and not self._writer.is_written(call.id):
            self._note(call)

    def track_repeat(self, call: Call, before: Call) -> bool:
        """Remember `call`, which runs `before` again for the user; return whether it may run.

        The call may not run if this run has no row of `before`: another window of overlay has it.
        """
        if self._ledger is None:
            return True
        known = self._rows.get(before.id)
        if known is None:
            return False
        self._calls[call.id] = call
        shared: dict[str, Any] = {name: getattr(known, name) for name in _SHARED}
        shared |= {"run": self._ledger.run, "version": self._ledger.version, "detected": self._now()}
        self._rows[call.id] = RedactedRow(id=call.id, mark=call.fingerprint, **shared)
        return True

    def _forget(self, call: Call) -> None:
        """Forget a call that the store removed; delete its row unless it was started."""
        self._calls.pop(call.id, None)
        self._rows.pop(call.id, None)
        if self._writer:
            self._writer.forget(call.id)

    def asked(self, call: Call) -> None:
        """Write that the user is being asked about the call."""
        self._note(call, status="asked", asked=self._now())
        self.flush()

    def answered(self, call: Call, scope: str) -> None:
        """Note that the user allowed the call with that scope; written with the next flush."""
        self._note(call, decided_by=f"answer: {scope}")

    def allowed(self, call: Call, *, automatic: bool) -> None:
        """Note that the call may run, and why: a countdown (`automatic`), the user's answer or a press."""
        row = self._rows.get(call.id)
        answer = row.decided_by if row and row.decided_by.startswith("answer") else ""
        decided_by = "countdown" if automatic else answer or "click"
        self._note(call, status="allowed", decided=self._now(), decided_by=decided_by)

    async def begin(self, call: Call) -> Outcome | None:
        """Write that the call runs. Return None once that is on the disk, or the outcome if it must not run.

        The call must not run if the ledger can't be written, or another run has started the same call.
        """
        row = self._rows.get(call.id)
        if self._ledger is None or self._writer is None or row is None:
            return None
        before = row.run, row.status
        self._note(
            call,
            **self._rows_of.columns_of_run(call),
            run=self._ledger.run,
            status="running",
            started=self._now(),
        )
        known = self._store.duplicates(call)
        try:
            rival = await self._writer.begin(row, known, fresh=call.seen_growing)
        except LedgerError as error:
            log.warning("%s was not run: %s", call.parsed.name, error.message)
            text = f"{error.message} A call that can't be stored is not run. {error.advice or ''}".strip()
        else:
            if rival is None:
                return None
            # The other run's row has the outcome; this run must not overwrite it.
            text, call.auto_return = ELSEWHERE, False
            del self._rows[row.id]
        (row.run, row.status), row.started = before, None
        return Outcome(f"{call.parsed.name} was not run: {text}", "tool_execution_failed")

    def started(self, call: Call) -> str:
        """Return the local time at which the call was started, as "HH:MM"; "" if unknown."""
        row = self._rows.get(call.id)
        return strftime("%H:%M", localtime(row.started)) if row and row.started else ""

    def _ended(self, call: Call) -> None:
        """Write the end of a call, whether or not it ran."""
        row, now = self._rows.get(call.id), self._now()
        if row is None or self._writer is None:
            return
        if call.status == "invalid" and not self._writer.is_pending(call.id):
            return
        changes: dict[str, Any] = {"status": call.status, "ended": now}
        if call.status == "denied":
            changes |= {"decided": now, "decided_by": "answer" if row.asked else "policy"}
        outcome = call.outcome
        if outcome:
            changes |= {"result": outcome.text, "result_size": len(outcome.text)}
            changes |= {"private": outcome.private, "error_code": outcome.error_code}
        self._note(call, **changes)
        self.flush()

    def _inserted(self, call: Call) -> None:
        """Write that the call's result is in the message box."""
        self._note(call, inserted=self._now())
        self.flush()

    def renamed(self, conversation: str) -> None:
        """Write the address of a new chat, which `conversation` names, to the rows of its calls."""
        home = conversation.partition("|")[2]
        for call in self._calls.values():
            if call.conversation == conversation:
                self._assign(call, home)
        self.flush()

    def unnamed(self, calls: Iterable[Call]) -> None:
        """Remove the address from the rows of `calls`: their chat has none after all."""
        for call in calls:
            row = self._rows.get(call.id)
            if row is None or not row.home:
                continue
            row.home = ""
            if self._is_known(call):
                self._note(call, home="")
        self.flush()

    def has_seen(self, origin: str, conversation: str) -> bool:
        """Return whether the ledger has calls of that conversation; True if it can't be read."""
        if self._ledger is None:
            return False
        try:
            return bool(self._ledger.recall(origin, conversation.partition("|")[2]))
        except LedgerError as error:
            log.warning("%s", error.message)
            return True

    def can_give_back(self, call: Call) -> bool:
        """Return whether `load_history` could load the call again, or nothing was done with it.

        False without a ledger, and while changes are being written.
        """
        row = self._rows.get(call.id)
        if self._writer is None or self._writer.is_writing or row is None:
            return False
        if not self._is_known(call):
            return not call.started
        return bool(row.home) and not self._writer.is_pending(call.id)

    def release(self, conversation: str, calls: Iterable[Call]) -> None:
        """Forget calls that were written, until a page shows their conversation again."""
        self._seen = {key for key in self._seen if key[1] != conversation}
        for call in calls:
            self._calls.pop(call.id, None)
            self._rows.pop(call.id, None)
            if self._writer:
                self._writer.release(call.id)

    def flush(self) -> None:
        """Start writing all pending changes, without waiting for the disk."""
        if self._writer:
            self._writer.flush()

    async def close(self) -> None:
        """Write all pending changes, wait until they are written, and end the thread."""
        if self._writer:
            await self._writer.close()

    async def settled(self) -> None:
        """Wait until every write that was started has ended."""
        if self._writer:
            await self._writer.settled()

    def _note_of(self, key: str, columns: frozenset[str]) -> Note:
        """Return the row with its present values, and the columns to write."""
        row = self._rows[key]
        row.definition = self._calls[key].definition
        return Note(replace(row), columns, self._rows_of.schema(row.tool))

    def _assign(self, call: Call, home: str) -> None:
        """Set the address of the call's chat."""
        row = self._rows.get(call.id)
        if row is None or not home or row.home == home:
            return
        row.home = home
        if self._is_known(call):
            self._note(call, home=home)

    def _is_known(self, call: Call) -> bool:
        """Return whether the ledger has the call's row, or will have it after the next flush."""
        writer = self._writer
        return writer is not None and (writer.is_written(call.id) or writer.is_pending(call.id))

    def _note(self, call: Call, **changes: Any) -> None:
        row = self._rows.get(call.id)
        if row is None or self._writer is None:
            return
        for name, value in changes.items():
            setattr(row, name, value)
        row.turn = call.turn
        self._writer.change(row.id, (*changes, "turn"))

    def _now(self) -> float:
        return self._ledger.clock() if self._ledger else 0.0

    def _load(self, context: BlockContext, row: RedactedRow, *, uncertain: bool) -> Call | None:
        """Add the call of a row to the store, in the state that the row has; None: it is not added."""
        if self._writer is None or self._writer.has_forgotten(row.id):
            return None
        call = self._calls.get(row.id)
        if uncertain and self._rows.get(row.id, row).home:
            return None  # this run knows the chat's address by now
        if call is None:
            call = self._calls[row.id] = self._rows_of.call(row, context.conversation)
        elif call.blocks or (uncertain and _was_in(call, context)):
            return None
        if row.id not in self._rows or row.run != (self._ledger.run if self._ledger else ""):
            self._rows[row.id] = row
            self._writer.loaded(row.id)
            self._rows_of.restore(call, row)
        call.uncertain_chat = uncertain
        self._store.load(call, context.conversation, row.mark)
        return call


def _was_in(call: Call, context: BlockContext) -> bool:
    """Return whether the call was in a chat without an address in this same document.

    Such a chat is named after its document, so this is a different chat from the one shown now.
    """
    return call.conversation.partition("|")[2].rpartition(".")[0] == context.document

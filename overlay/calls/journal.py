"""Between the book and the ledger: what earlier runs did with a chat's calls, and what this one does.

A call is written down when it was written before our eyes or something is done with it, never because an old
page shows it. What can't be written down does not run.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from time import localtime, strftime
from typing import Any, cast

from overlay.calls.block_context import BlockContext
from overlay.calls.call import Call, Outcome, Status
from overlay.calls.event_stream import EventStream
from overlay.calls.events import AnswerEnded, CallFinished, CallForgotten, ResultInserted
from overlay.calls.ledger import Ledger, LedgerError, Note, Row
from overlay.calls.ledger.row import COLUMNS, NOT_STARTED
from overlay.calls.store import CallStore, fingerprint
from overlay.detection.model import ToolCall
from overlay.tools import ToolError, ToolRegistry

log = logging.getLogger(__name__)
HOMELESS = 86_400.0
"""Seconds for which a chat that never got its address is looked for in those that have one, or the same."""
ELSEWHERE = "It was started in another window of overlay. It is not run a second time."


class CallJournal:
    """What one run writes to the ledger, and what it knows from it. Without a ledger that is nothing.

    Everything is written in one other thread, in order: the page must not wait for a disk.
    """

    def __init__(
        self, store: CallStore, registry: ToolRegistry, ledger: Ledger | None, events: EventStream
    ) -> None:
        self._store = store
        self._registry = registry
        self._ledger = ledger
        self._rows: dict[str, Row] = {}
        self._calls: dict[str, Call] = {}
        self._written: set[str] = set()
        self._pending: dict[str, set[str]] = {}
        self._seen: set[tuple[str, str]] = set()
        self._forgotten: set[str] = set()
        self._writing: set[asyncio.Future[Any]] = set()
        self._closed = False
        self._thread = ThreadPoolExecutor(1, "overlay-ledger")
        events.subscribe(CallForgotten, lambda event: self._forget(event.call))
        events.subscribe(CallFinished, lambda event: self._ended(event.call))
        events.subscribe(ResultInserted, lambda event: self._inserted(event.call))
        events.subscribe(AnswerEnded, lambda _: self.flush())

    def load_history(self, context: BlockContext) -> None:
        """Take what is known of the conversation on show into the store, once per document."""
        key = (context.document, context.conversation)
        if self._ledger is None or key in self._seen:
            return
        self._seen.add(key)
        origin, home = context.origin, context.conversation_key
        try:
            rows = self._ledger.recall(origin, home) if home else []
            since = self._ledger.clock() - HOMELESS
            unassigned = self._ledger.strays(origin, since, None if home else context.address)
        except LedgerError as error:
            log.warning("%s Nothing that ran before is known.", error.message)
            return
        for row in (*rows, *unassigned):
            self._load(context, row, uncertain=not row.home)

    def track(self, call: Call, context: BlockContext) -> None:
        """A block shows the call. One that was seen to be written will be written down, unless it may be
        another one shown twice.
        """
        row = self._rows.get(call.id)
        if row is None:
            self._calls[call.id] = call
            self._rows[call.id] = self._row(call, context)
        else:
            self._assign(call, context.conversation_key)
        if context.live and not call.doubles and call.id not in self._written:
            self._note(call)

    def _forget(self, call: Call) -> None:
        """It is no call of its own: what was written down of it goes."""
        self._forgotten.add(call.id)
        self._calls.pop(call.id, None)
        self._pending.pop(call.id, None)
        self._rows.pop(call.id, None)
        if call.id in self._written and self._ledger is not None and not self._closed:
            self._written.discard(call.id)
            ledger, key = self._ledger, call.id
            work = asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: ledger.remove("id = ? AND started IS NULL", [key])
            )
            self._follow(work, [])

    def asked(self, call: Call) -> None:
        """The person is being asked."""
        self._note(call, status="asked", asked=self._now())
        self.flush()

    def answered(self, call: Call, scope: str) -> None:
        """The person allowed it, once or for longer."""
        self._note(call, decided_by=f"answer: {scope}")

    def allowed(self, call: Call, *, by_itself: bool) -> None:
        """It may run: by itself, since the person answered so, or since the person pressed."""
        row = self._rows.get(call.id)
        answer = row.decided_by if row and row.decided_by.startswith("answer") else ""
        by = "countdown" if by_itself else answer or "click"
        self._note(call, status="allowed", decided=self._now(), decided_by=by)

    async def begin(self, call: Call) -> Outcome | None:
        """Write down that the call runs, and return None once that is on the disk; or why it must not run."""
        row = self._rows.get(call.id)
        if self._ledger is None or row is None:
            return None
        before = row.run, row.status
        self._note(call, **self._meant(call), run=self._ledger.run, status="running", started=self._now())
        notes, ledger, known = self._take(), self._ledger, self._store.duplicates(call)
        try:
            rival = await asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: ledger.begin(notes, row, known, fresh=call.seen_growing)
            )
        except LedgerError as error:
            log.warning("%s was not run: %s", call.parsed.name, error.message)
            said = f"{error.message} What can't be written down is not run. {error.advice or ''}".strip()
        else:
            if rival is None:
                self._written.update(note.row.id for note in notes)
                return None
            # The other's row says what came of it; this run has nothing to add.
            said, call.auto_return = ELSEWHERE, False
            notes = [note for note in notes if note.row.id != row.id]
            del self._rows[row.id]
        self._put_back(notes)
        (row.run, row.status), row.started = before, None
        return Outcome(f"{call.parsed.name} was not run: {said}", "tool_execution_failed")

    def started(self, call: Call) -> str:
        """Return when the call was started, as a person writes a time; "" if that is not known."""
        row = self._rows.get(call.id)
        return strftime("%H:%M", localtime(row.started)) if row and row.started else ""

    def _ended(self, call: Call) -> None:
        """The call has come to its end, whether or not it ran."""
        row, now = self._rows.get(call.id), self._now()
        if row is None or (call.status == "invalid" and call.id not in self._pending):
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
        """The call's result is in the message box."""
        self._note(call, inserted=self._now())
        self.flush()

    def renamed(self, conversation: str) -> None:
        """A new chat got its address: its calls are found there from now on."""
        home = conversation.partition("|")[2]
        for call in self._calls.values():
            if call.conversation == conversation:
                self._assign(call, home)
        self.flush()

    def unnamed(self, calls: Iterable[Call]) -> None:
        """These calls stand in a chat without an address after all."""
        for call in calls:
            row = self._rows.get(call.id)
            if row is None or not row.home:
                continue
            row.home = ""
            if call.id in self._written or call.id in self._pending:
                self._note(call, home="")
        self.flush()

    def has_seen(self, origin: str, conversation: str) -> bool:
        """Return whether calls of that conversation are written down; True where that can't be read."""
        if self._ledger is None:
            return False
        try:
            return bool(self._ledger.recall(origin, conversation.partition("|")[2]))
        except LedgerError as error:
            log.warning("%s", error.message)
            return True

    def flush(self) -> None:
        """Begin to write what happened; nobody waits for it."""
        if not self._pending or self._ledger is None or self._closed:
            return
        notes, ledger = self._take(), self._ledger
        work = asyncio.get_running_loop().run_in_executor(self._thread, lambda: ledger.put(notes))
        self._written.update(note.row.id for note in notes)
        self._follow(work, notes)

    async def close(self) -> None:
        """Write what is left, and return when all is written."""
        self.flush()
        await self.settled()
        self._closed = True
        self._thread.shutdown(wait=False)

    async def settled(self) -> None:
        """Return once all that was begun to be written is."""
        if self._ledger and not self._closed:
            await asyncio.get_running_loop().run_in_executor(self._thread, int)
            await asyncio.gather(*self._writing, return_exceptions=True)

    def _follow(self, work: asyncio.Future[Any], notes: list[Note]) -> None:
        self._writing.add(work)
        work.add_done_callback(lambda done: self._put(done, notes))

    def _put(self, done: asyncio.Future[Any], notes: list[Note]) -> None:
        self._writing.discard(done)
        if not done.cancelled() and (error := done.exception()):
            log.warning("overlay could not write down what happened: %s", error)
            self._put_back(notes)

    def _take(self) -> list[Note]:
        """What is to be written, as it is now."""
        pending, self._pending = self._pending, {}
        for key in pending:
            self._rows[key].definition = self._calls[key].definition
        return [
            Note(replace(self._rows[key]), frozenset(columns), self._schema(self._rows[key].tool))
            for key, columns in pending.items()
        ]

    def _put_back(self, notes: Iterable[Note]) -> None:
        """They were not written: they are to be written with what comes next."""
        for note in notes:
            if note.row.id not in self._forgotten:
                self._pending.setdefault(note.row.id, set()).update(note.columns)

    def _assign(self, call: Call, home: str) -> None:
        """The call's chat has that address."""
        row = self._rows.get(call.id)
        if row is None or not home or row.home == home:
            return
        row.home = home
        if call.id in self._written or call.id in self._pending:
            self._note(call, home=home)

    def _note(self, call: Call, **changes: Any) -> None:
        row = self._rows.get(call.id)
        if row is None:
            return
        for name, value in changes.items():
            setattr(row, name, value)
        row.turn = call.turn
        self._pending.setdefault(row.id, set()).update(
            (*changes, "turn") if row.id in self._written else COLUMNS
        )

    def _row(self, call: Call, context: BlockContext) -> Row:
        parsed = call.parsed
        return Row(
            id=call.id,
            run=self._ledger.run if self._ledger else "",
            version=self._ledger.version if self._ledger else "",
            site=context.origin,
            home=context.conversation_key,
            place=context.address,
            turn=call.turn,
            call_id=call.identity,
            mark=fingerprint(parsed),
            tool=parsed.name,
            arguments=parsed.arguments,
            format=parsed.format,
            confidence=parsed.confidence,
            detected=self._now(),
            answers=call.answers,
        )

    def _meant(self, call: Call) -> dict[str, Any]:
        """What really runs, which a name and a text only stand for."""
        try:
            tool = self._registry.find(call.parsed.name)
        except ToolError:
            return {}
        known = {"tool": tool.name, "server": tool.server or "", "definition": call.definition}
        return known | {"arguments": call.arguments}

    def _schema(self, name: str) -> dict[str, Any]:
        try:
            return self._registry.find(name).parameters
        except ToolError:
            return {}

    def _reads_private(self, name: str) -> bool:
        """Whether results of the tool are private; so are those of a tool that is not there any more."""
        try:
            return self._registry.find(name).hints.private
        except ToolError:
            return True

    def _now(self) -> float:
        return self._ledger.clock() if self._ledger else 0.0

    def _load(self, context: BlockContext, row: Row, *, uncertain: bool) -> None:
        """Give the store the call, in the state in which it was left."""
        if row.id in self._forgotten:
            return
        call = self._calls.get(row.id)
        if uncertain and self._rows.get(row.id, row).home:
            return  # it has an address by now
        if call is None:
            parsed = ToolCall(name=row.tool, arguments=row.arguments, format=row.format, span=(0, 0), raw="")
            call = Call(context.conversation, row.turn, parsed, row.call_id, id=row.id, status="ready")
            call.from_ledger, call.answers = True, row.answers
            self._calls[row.id] = call
        elif call.blocks or (uncertain and _was_in(call, context)):
            return
        if row.run != (self._ledger.run if self._ledger else ""):
            self._rows[row.id] = row
            self._written.add(row.id)
            _restore(call, row, folded=self._reads_private(row.tool))
        call.uncertain_chat = uncertain
        self._store.load(call, context.conversation, row.mark)


def _restore(call: Call, row: Row, *, folded: bool) -> None:
    """Put the call into the state that the ledger tells of; a `folded` result shows when it is opened."""
    call.definition, call.inserted = row.definition, row.inserted is not None
    if row.status in NOT_STARTED:
        return
    call.started = row.status != "invalid"
    if row.status == "running":
        call.status, call.note = "unknown", ELSEWHERE
    else:
        call.status, call.note = cast("Status", row.status), ""
    if row.result is not None:
        call.outcome = Outcome(_told(row), row.error_code, private=row.private, folded=folded)


def _told(row: Row) -> str:
    """The result as far as it was kept; what is missing is said, for the model too."""
    text = row.result or ""
    if row.result_size is None or row.result_size <= len(text) or "[redacted]" in text:
        return text
    return f"{text}\n[overlay kept the first {len(text):,} of {row.result_size:,} characters]"


def _was_in(call: Call, context: BlockContext) -> bool:
    """Return whether the call's chat without an address was another one of this same document."""
    return call.conversation.partition("|")[2].rpartition(".")[0] == context.document

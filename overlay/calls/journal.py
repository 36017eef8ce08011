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
from urllib.parse import urlsplit

from overlay.calls.call import Block, Outcome, Status
from overlay.calls.ledger import Ledger, LedgerError, Note, Row
from overlay.calls.ledger.row import COLUMNS, NOT_STARTED
from overlay.calls.store import Book, Record, fingerprint
from overlay.chat.session import Chat
from overlay.detection.model import ToolCall
from overlay.policy import origin_of
from overlay.tools import ToolError, ToolRegistry

log = logging.getLogger(__name__)
HOMELESS = 86_400.0
"""Seconds for which a chat that never got its address is looked for in those that have one, or the same."""
ELSEWHERE = "It was started in another window of overlay. It is not run a second time."


class Memory:
    """Of one run. Without a ledger it writes nothing and knows nothing from before.

    Everything is written in one other thread, in order: the page must not wait for a disk.
    """

    def __init__(self, book: Book, registry: ToolRegistry, ledger: Ledger | None) -> None:
        self._book = book
        self._registry = registry
        self._ledger = ledger
        self._rows: dict[str, Row] = {}
        self._records: dict[str, Record] = {}
        self._written: set[str] = set()
        self._pending: dict[str, set[str]] = {}
        self._seen: set[tuple[str, str]] = set()
        self._forgotten: set[str] = set()
        self._writing: set[asyncio.Future[Any]] = set()
        self._closed = False
        self._thread = ThreadPoolExecutor(1, "overlay-ledger")
        book.forgotten = self.forget

    def recall(self, chat: Chat) -> None:
        """Take what is known of the chat's conversation into the book, once a document."""
        key = (chat.document.unique_id, chat.conversation)
        if self._ledger is None or key in self._seen:
            return
        self._seen.add(key)
        site, home, place = _where(chat)
        try:
            rows = self._ledger.recall(site, home) if home else []
            since = self._ledger.clock() - HOMELESS
            strays = self._ledger.strays(site, since, None if home else place)
        except LedgerError as error:
            log.warning("%s Nothing that ran before is known.", error.message)
            return
        for row in (*rows, *strays):
            self._remember(chat, row, guess=not row.home)

    def met(self, chat: Chat, block: Block, record: Record) -> None:
        """A block shows the call. One that is written before our eyes will be written down, unless it may be
        another one shown twice.
        """
        site, home, place = _where(chat)
        row = self._rows.get(record.id)
        if row is None:
            self._records[record.id] = record
            self._rows[record.id] = self._row(record, site, home, place)
        else:
            self._house(record, home)
        if block.live and not record.doubles and record.id not in self._written:
            self._note(record)

    def forget(self, record: Record) -> None:
        """It is no call of its own: what was written down of it goes."""
        self._forgotten.add(record.id)
        self._records.pop(record.id, None)
        self._pending.pop(record.id, None)
        self._rows.pop(record.id, None)
        if record.id in self._written and self._ledger is not None and not self._closed:
            self._written.discard(record.id)
            ledger, key = self._ledger, record.id
            work = asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: ledger.remove("id = ? AND started IS NULL", [key])
            )
            self._follow(work, [])

    def asked(self, record: Record) -> None:
        """The person is being asked."""
        self._note(record, status="asked", asked=self._now())
        self.flush()

    def answered(self, record: Record, scope: str) -> None:
        """The person allowed it, once or for longer."""
        self._note(record, decided_by=f"answer: {scope}")

    def allowed(self, record: Record, *, by_itself: bool) -> None:
        """It may run: by itself, since the person answered so, or since the person pressed."""
        row = self._rows.get(record.id)
        answer = row.decided_by if row and row.decided_by.startswith("answer") else ""
        by = "countdown" if by_itself else answer or "click"
        self._note(record, status="allowed", decided=self._now(), decided_by=by)

    async def begin(self, record: Record) -> Outcome | None:
        """Write down that the call runs, and return None once that is on the disk; or why it must not run."""
        row = self._rows.get(record.id)
        if self._ledger is None or row is None:
            return None
        before = row.run, row.status
        self._note(record, **self._meant(record), run=self._ledger.run, status="running", started=self._now())
        notes, ledger, known = self._take(), self._ledger, self._book.twins(record)
        try:
            rival = await asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: ledger.begin(notes, row, known, fresh=record.fresh)
            )
        except LedgerError as error:
            log.warning("%s was not run: %s", record.call.name, error.message)
            said = f"{error.message} What can't be written down is not run. {error.advice or ''}".strip()
        else:
            if rival is None:
                self._written.update(note.row.id for note in notes)
                return None
            # The other's row says what came of it; this run has nothing to add.
            said, record.due = ELSEWHERE, False
            notes = [note for note in notes if note.row.id != row.id]
            del self._rows[row.id]
        self._put_back(notes)
        (row.run, row.status), row.started = before, None
        return Outcome(f"{record.call.name} was not run: {said}", "tool_execution_failed")

    def started(self, record: Record) -> str:
        """Return when the call was started, as a person writes a time; "" if that is not known."""
        row = self._rows.get(record.id)
        return strftime("%H:%M", localtime(row.started)) if row and row.started else ""

    def over(self, record: Record) -> None:
        """The call has come to its end, whether or not it ran."""
        row, now = self._rows.get(record.id), self._now()
        if row is None or (record.status == "invalid" and record.id not in self._pending):
            return
        changes: dict[str, Any] = {"status": record.status, "ended": now}
        if record.status == "denied":
            changes |= {"decided": now, "decided_by": "answer" if row.asked else "policy"}
        outcome = record.outcome
        if outcome:
            changes |= {"result": outcome.text, "result_size": len(outcome.text)}
            changes |= {"private": outcome.private, "error_code": outcome.error_code}
        self._note(record, **changes)
        self.flush()

    def returned(self, record: Record) -> None:
        """The call's result stands in the composer."""
        self._note(record, inserted=self._now())
        self.flush()

    def renamed(self, conversation: str) -> None:
        """A new chat got its address: its calls are found there from now on."""
        home = conversation.partition("|")[2]
        for record in self._records.values():
            if record.conversation == conversation:
                self._house(record, home)
        self.flush()

    def unnamed(self, records: Iterable[Record]) -> None:
        """These calls stand in a chat without an address after all."""
        for record in records:
            row = self._rows.get(record.id)
            if row is None or not row.home:
                continue
            row.home = ""
            if record.id in self._written or record.id in self._pending:
                self._note(record, home="")
        self.flush()

    def has_seen(self, chat: Chat, conversation: str) -> bool:
        """Whether calls of that conversation are written down; also where that can't be read."""
        if self._ledger is None:
            return False
        try:
            return bool(self._ledger.recall(origin_of(chat.document.url), conversation.partition("|")[2]))
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
            self._rows[key].definition = self._records[key].definition
        return [
            Note(replace(self._rows[key]), frozenset(columns), self._schema(self._rows[key].tool))
            for key, columns in pending.items()
        ]

    def _put_back(self, notes: Iterable[Note]) -> None:
        """They were not written: they are to be written with what comes next."""
        for note in notes:
            if note.row.id not in self._forgotten:
                self._pending.setdefault(note.row.id, set()).update(note.columns)

    def _house(self, record: Record, home: str) -> None:
        """The call's chat has that address."""
        row = self._rows.get(record.id)
        if row is None or not home or row.home == home:
            return
        row.home = home
        if record.id in self._written or record.id in self._pending:
            self._note(record, home=home)

    def _note(self, record: Record, **changes: Any) -> None:
        row = self._rows.get(record.id)
        if row is None:
            return
        for name, value in changes.items():
            setattr(row, name, value)
        row.turn = record.turn
        self._pending.setdefault(row.id, set()).update(
            (*changes, "turn") if row.id in self._written else COLUMNS
        )

    def _row(self, record: Record, site: str, home: str, place: str) -> Row:
        call = record.call
        return Row(
            id=record.id,
            run=self._ledger.run if self._ledger else "",
            version=self._ledger.version if self._ledger else "",
            site=site,
            home=home,
            place=place,
            turn=record.turn,
            call_id=record.identity,
            mark=fingerprint(call),
            tool=call.name,
            arguments=call.arguments,
            format=call.format,
            confidence=call.confidence,
            detected=self._now(),
            answers=record.answers,
        )

    def _meant(self, record: Record) -> dict[str, Any]:
        """What really runs, which a name and a text only stand for."""
        try:
            tool = self._registry.find(record.call.name)
        except ToolError:
            return {}
        known = {"tool": tool.name, "server": tool.server or "", "definition": record.definition}
        return known | {"arguments": record.arguments}

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

    def _remember(self, chat: Chat, row: Row, *, guess: bool) -> None:
        """The book gets the call, in the state in which it was left."""
        if row.id in self._forgotten:
            return
        record = self._records.get(row.id)
        if guess and self._rows.get(row.id, row).home:
            return  # it has an address by now
        if record is None:
            call = ToolCall(name=row.tool, arguments=row.arguments, format=row.format, span=(0, 0), raw="")
            record = Record(
                chat.conversation, row.turn, call, row.call_id, id=row.id, past=True, answers=row.answers
            )
            self._records[row.id] = record
        elif record.blocks or (guess and _stood_in(record, chat)):
            return
        if row.run != (self._ledger.run if self._ledger else ""):
            self._rows[row.id] = row
            self._written.add(row.id)
            _restore(record, row, folded=self._reads_private(row.tool))
        record.guess = guess
        self._book.recall(record, chat.conversation, row.mark)


def _restore(record: Record, row: Row, *, folded: bool) -> None:
    """Put the record into the state that the ledger tells of; a `folded` result shows when it is opened."""
    record.definition, record.returned = row.definition, row.inserted is not None
    if row.status in NOT_STARTED:
        return
    record.started = row.status != "invalid"
    if row.status == "running":
        record.status, record.note = "unknown", ELSEWHERE
    else:
        record.status, record.note = cast("Status", row.status), ""
    if row.result is not None:
        record.outcome = Outcome(_told(row), row.error_code, private=row.private, folded=folded)


def _told(row: Row) -> str:
    """The result as far as it was kept; what is missing is said, for the model too."""
    text = row.result or ""
    if row.result_size is None or row.result_size <= len(text) or "[redacted]" in text:
        return text
    return f"{text}\n[overlay kept the first {len(text):,} of {row.result_size:,} characters]"


def _where(chat: Chat) -> tuple[str, str, str]:
    """The site's origin, the conversation's key ("" for none), and the address within the site."""
    url, parts = chat.document.url, urlsplit(chat.document.url)
    return origin_of(url), chat.profile.conversation_key(url), f"{parts.path}?{parts.query}".rstrip("?")


def _stood_in(record: Record, chat: Chat) -> bool:
    """The call's chat without an address was another one of this same document."""
    return record.conversation.partition("|")[2].rpartition(".")[0] == chat.document.unique_id

"""Which calls have been seen and what became of them: the same call shown again is the same call.

A site shows one call many times: its nodes are rebuilt, the address changes, the page is reloaded, history
scrolls out and in, a second tab shows the same chat. Identity is conversation + turn + call id + arguments; a
call that did not grow before our eyes is also looked for in the other turns, since a site numbers its turns
anew.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from overlay.blocks.block import Block, Outcome, Status
from overlay.formats.model import ToolCall


@dataclass(slots=True, eq=False)
class Record:
    """One call. `blocks` stand for it in the pages now, at most one a document; by their id.

    `identity` is the id by which the model knows it, `arguments` those it runs with (checked, coerced),
    `definition` is the fingerprint of the tool that was decided on. `asking`: the person is being asked about
    it; `unsure`: it came all at once, so it could not be told whether it was being written; `fresh`: it was
    seen to be. `site` is the origin of the page in which it came up, or was pressed last; `lasting`: the
    conversation has an address of its own, or will get one. `past`: it is known from an earlier run and was
    not shown in this one yet, and `note` is to be said of it; `guess`: it stood in a chat without an address,
    which may be this one.
    """

    conversation: str
    turn: str
    call: ToolCall
    identity: str = ""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    definition: str = ""
    started: bool = False
    asking: bool = False
    due: bool = False
    unsure: bool = False
    fresh: bool = False
    past: bool = False
    guess: bool = False
    note: str = ""
    site: str = ""
    lasting: bool = True
    status: Status = "ready"
    outcome: Outcome | None = None
    returned: bool = False
    blocks: dict[str, Block] = field(default_factory=dict[str, Block])

    def stands_in(self, place: str) -> bool:
        """A block of it stands in that document."""
        return any(block.place == place for block in self.blocks.values())

    def stands_beside(self, other: Block) -> bool:
        """A block of it stands in the same text."""
        return any((block.place, block.unit) == (other.place, other.unit) for block in self.blocks.values())


def identity_of(block: Block) -> str:
    """Return the id by which the model knows the call: its own, or its name and its place in the text."""
    return block.call_id or f"{block.name}-{block.index + 1}"


def fingerprint(call: ToolCall) -> str:
    """Return a hash of the call's name, id and arguments; equal for equal calls, whatever their spelling.

    Of a call that can't be run it is a hash of its text, for that is all that is known of it.
    """
    what: list[Any] = [call.name, call.call_id, call.arguments if call.complete else call.raw]
    plain = json.dumps(what, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(plain.encode()).hexdigest()


@dataclass(slots=True)
class Book:
    """All calls of a run. Looking up a block costs the same however many there are."""

    _records: dict[str, dict[str, list[Record]]] = field(default_factory=dict[str, dict[str, list[Record]]])
    _by_block: dict[str, Record] = field(default_factory=dict[str, Record])

    def of(self, block: Block) -> Record | None:
        """Return the record of the call that `block` shows, if it has one."""
        return self._by_block.get(block.id)

    def waiting(self) -> list[Record]:
        """Return the records whose countdown runs."""
        return [record for record in dict.fromkeys(self._by_block.values()) if record.status == "waiting"]

    def knows(
        self, block: Block, call: ToolCall, conversation: str, turn: str = "", *, fresh: bool = False
    ) -> bool:
        """An equal call was seen in this conversation, elsewhere than in the same text.

        One that is `fresh` is another call, unless there was one in what may be this very message.
        """
        known = self._records.get(conversation, {}).get(fingerprint(call), ())
        if fresh:
            return any(record.guess and record.turn == turn for record in known)
        return not all(record.stands_beside(block) for record in known)

    def twins(self, record: Record) -> set[str]:
        """Return the ids of the records of equal calls in the same conversation, its own among them."""
        known = self._records.get(record.conversation, {}).get(fingerprint(record.call), ())
        return {record.id for record in known}

    def recall(self, record: Record, conversation: str, mark: str) -> None:
        """Take in a call that was seen before: in an earlier run, or in a document that has gone.

        `mark` is its fingerprint, for the secrets are left out of what was written down of it.
        """
        before = self._records.get(record.conversation, {}).get(mark, [])
        if record in before:
            before.remove(record)
        record.conversation = conversation
        self._records.setdefault(conversation, {}).setdefault(mark, []).append(record)

    def enter(
        self, block: Block, call: ToolCall, conversation: str, turn: str, *, fresh: bool
    ) -> tuple[Record, bool]:
        """Return the record of the call that `block` shows, and whether it is a new one.

        `fresh`: it was written before our eyes, so an equal call elsewhere in the chat is another call.
        """
        mark = fingerprint(call)
        known = self._records.setdefault(conversation, {}).setdefault(mark, [])
        record = self._heir(known, block.place, turn, fresh=fresh)
        new = record is None
        if record is None:
            record = Record(conversation, turn, call, identity_of(block), fresh=fresh)
            known.append(record)
        elif record.past:
            record.call = call
        record.past = record.guess = False
        record.turn = turn
        record.blocks[block.id] = block
        self._by_block[block.id] = record
        return record, new

    def leave(self, block: Block) -> None:
        """The block has left the page, or shows another call; the call may come back."""
        record = self._by_block.pop(block.id, None)
        if record:
            del record.blocks[block.id]

    def rename(self, before: str, after: str) -> None:
        """A new chat got its address: what happened in it stays with it."""
        if before == after:
            return
        kept = self._records.setdefault(after, {})
        for mark, records in self._records.pop(before, {}).items():
            for record in records:
                record.conversation = after
            kept.setdefault(mark, []).extend(records)

    def _heir(self, known: list[Record], place: str, turn: str, *, fresh: bool) -> Record | None:
        """The record that a block in document `place` can only mean: it stands nowhere else in there."""
        spare: Record | None = None
        for record in known:
            if record.stands_in(place):
                continue
            if record.turn == turn and not (record.guess and fresh and turn.startswith("#")):
                return record
            spare = spare or record
        return None if fresh else spare

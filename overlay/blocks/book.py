"""Which calls have been seen and what became of them: the same call shown again is the same call.

A site shows one call many times: its nodes are rebuilt, the address changes, the page is reloaded, history scrolls
out and in. Identity is conversation + turn + place in the turn + call id + arguments; a call that did not grow
before our eyes is first looked for among those whose block has left the page.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field

from overlay.blocks.block import Block, Outcome, Status
from overlay.formats.model import ToolCall


@dataclass(slots=True, eq=False)
class Record:
    """One call. `block` is what stands for it in the page now, if anything does."""

    conversation: str
    turn: str
    call: ToolCall
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    call_as_read: ToolCall = field(init=False)
    started: bool = False
    status: Status = "ready"
    outcome: Outcome | None = None
    returned: bool = False
    block: Block | None = None

    def __post_init__(self) -> None:
        self.call_as_read = self.call


def fingerprint(call: ToolCall) -> str:
    """Return a hash of the call's name, id and arguments; equal for equal calls, whatever their spelling."""
    plain = json.dumps([call.name, call.call_id, call.arguments], sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(plain.encode()).hexdigest()


@dataclass(slots=True)
class Book:
    """All calls of a run, by conversation."""

    _records: dict[tuple[str, str], list[Record]] = field(default_factory=dict[tuple[str, str], list[Record]])

    def of(self, block: Block) -> Record | None:
        """Return the record of the call that `block` shows, if it has one."""
        return next((r for records in self._records.values() for r in records if r.block is block), None)

    def enter(self, block: Block, call: ToolCall, conversation: str, turn: str, *, fresh: bool) -> tuple[Record, bool]:
        """Return the record of the call that `block` shows, and whether it is a new one.

        `fresh`: it was written before our eyes, so an equal call elsewhere in the chat is another call.
        """
        mark = fingerprint(call)
        known = self._records.setdefault((conversation, mark), [])
        for record in known:
            if record.block is block:
                return record, False
        away = [record for record in known if record.block is None]
        same_turn = [record for record in away if record.turn == turn]
        candidates = same_turn or ([] if fresh else away)
        if candidates:
            record = candidates[0]
            record.block = block
            record.turn = turn
            return record, False
        record = Record(conversation, turn, call, block=block)
        known.append(record)
        return record, True

    def leave(self, block: Block) -> None:
        """The block has left the page; its call may come back."""
        for records in self._records.values():
            for record in records:
                if record.block is block:
                    record.block = None

    def rename(self, before: str, after: str) -> None:
        """A new chat got its address: what happened in it stays with it."""
        for conversation, mark in [key for key in self._records if key[0] == before]:
            moved = self._records.pop((conversation, mark))
            for record in moved:
                record.conversation = after
            self._records.setdefault((after, mark), []).extend(moved)

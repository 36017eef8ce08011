"""Which calls have been seen and what became of them: the same call shown again is the same call.

A site shows one call many times: its nodes are rebuilt, the address changes, the page is reloaded, history
scrolls out and in, a second tab shows the same chat. Identity is conversation + name, id and arguments + the
answer. A message's id alone does not tell which answer that is, since a site renames its messages: what the
answer replies to counts too. Calls that may be one are doubles: the second one runs only after a question.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from observers.protocol import Relation
from overlay.calls.call import Block, CallState, Kept, Outcome, Status
from overlay.detection.model import ToolCall

LOOKED_AT = 20
"""So many equal calls of one document are compared with a new one."""


@dataclass(eq=False)
class Record:
    """One call. `blocks` stand for it in the pages now, by their id; several in one document only while the
    page shows its doubles.

    `identity` is the id by which the model knows it, `arguments` those it runs with (checked, coerced),
    `definition` is the fingerprint of the tool that was decided on. `unsure`: it came all at once, so it
    could not be told whether it was being written; `fresh`: it was seen to be. `site` is the origin of the
    page in which it came up, or was pressed last; `lasting`: the conversation has an address of its own.
    `past`: it is known from an earlier run and was not shown in this one yet, and `note` is to be said of it;
    `guess`: it stood in a chat without an address, which may be this one. `answers`: what its answer replies
    to, as observers.protocol.Open has it; `places`: the documents it has stood in, the first one first.
    `doubles` are other records that may be this same call; a `copy` came up beside them. `live`: it was
    decided on while it was being written, and the person has not touched it since.
    """

    conversation: str
    turn: str
    call: ToolCall
    identity: str = ""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    state: CallState = field(default_factory=CallState, init=False)
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    definition: str = ""
    started: bool = False
    asking: Kept[bool] = Kept(default=False)
    due: Kept[bool] = Kept(default=False)
    unsure: bool = False
    fresh: bool = False
    past: bool = False
    guess: bool = False
    note: Kept[str] = Kept("")
    site: str = ""
    lasting: bool = True
    status: Status = "ready"
    outcome: Kept[Outcome | None] = Kept(None)
    returned: Kept[bool] = Kept(default=False)
    answers: str = ""
    places: list[str] = field(default_factory=list[str])
    blocks: dict[str, Block] = field(default_factory=dict[str, Block])
    copy: bool = False
    live: bool = False
    doubles: list[Record] = field(default_factory=list["Record"], repr=False)

    def stands_in(self, place: str) -> bool:
        """A block of it stands in that document."""
        return any(block.place == place for block in self.blocks.values())

    def count_in(self, place: str) -> int:
        """So many blocks of it stand in that document."""
        return sum(block.place == place for block in self.blocks.values())

    def block_in(self, place: str) -> Block:
        """Return the first block of it in that document. Raises StopIteration if none stands there."""
        return next(block for block in self.blocks.values() if block.place == place)

    def stands_beside(self, other: Block) -> bool:
        """A block of it stands in the same text."""
        return any((block.place, block.unit) == (other.place, other.unit) for block in self.blocks.values())

    def in_same_answer(self, place: str, answers: str) -> bool | None:
        """Whether an equal call in document `place`, in an answer that `answers` that, stands in the same
        answer; None where that can't be told.
        """
        mine, other = _parts(self.answers), _parts(answers)
        if mine is None or other is None:
            return None
        (count, words), (other_count, other_words) = mine, other
        if words and other_words and words != other_words:
            return False
        # How many messages a page has of a chat differs from document to document.
        if self.places[:1] == [place]:
            return other_count <= count
        return True if words and other_words else None


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
    """All calls of a run. Looking up a block costs the same however many there are.

    `forgotten` is called with a record that turned out to be no call of its own.
    """

    forgotten: Callable[[Record], None] = lambda _: None
    _records: dict[str, dict[str, list[Record]]] = field(default_factory=dict[str, dict[str, list[Record]]])
    _by_block: dict[str, Record] = field(default_factory=dict[str, Record])
    _by_state: WeakKeyDictionary[CallState, Record] = field(
        default_factory=WeakKeyDictionary[CallState, Record]
    )

    def of(self, block: Block) -> Record | None:
        """Return the record of the call that `block` shows, if it has one."""
        return self._by_block.get(block.id)

    def last_of(self, block: Block) -> Record | None:
        """Return the record of the call that `block` shows, or showed when it left."""
        return self._by_state.get(block.state)

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

    def ran_as(self, record: Record) -> Record | None:
        """Return the double of the call that was started, if one was: the call may have run already."""
        return next((double for double in record.doubles if double.started), None)

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
        self, block: Block, call: ToolCall, conversation: str, turn: str, *, fresh: bool, answers: str = ""
    ) -> tuple[Record, bool]:
        """Return the record of the call that `block` shows, and whether it is a new one.

        `fresh`: it was written before our eyes, so an equal call in another answer is another call; `answers`
        says what its answer replies to, "" where that is not known.
        """
        known = self._records.setdefault(conversation, {}).setdefault(fingerprint(call), [])
        record = self._heir(known, block.place, turn, answers, fresh=fresh)
        new = record is None
        if record is None:
            record = Record(conversation, turn, call, identity_of(block), fresh=fresh, answers=answers)
            for other in self._doubles(known, block, turn, answers, fresh=fresh):
                record.doubles.append(other)
                other.doubles.append(record)
            record.copy = bool(record.doubles)
            known.append(record)
        elif record.past:
            record.call = call
        record.past = record.guess = False
        record.turn = turn
        self._attach(block, record)
        return record, new

    def beside(self, record: Record, block: Block) -> list[Record]:
        """Return the last equal calls that stand beside `block`, in other texts of its document."""
        known = self._records.get(record.conversation, {}).get(fingerprint(record.call), ())
        found = [
            other
            for other in known
            if other is not record and other.stands_in(block.place) and not other.stands_beside(block)
        ]
        return found[-LOOKED_AT:]

    def compare(
        self,
        record: Record,
        place: str,
        others: Sequence[Record],
        relations: Sequence[Relation],
        *,
        fresh: bool,
    ) -> Record | None:
        """Take what the page says of the block of a new `record` and those of others that stood beside it.

        Return the call that it shows a second time, if it does. Others that may be it become its doubles;
        only of a call that is `fresh` (see `enter`) it is believed that it is another one.
        """
        same: list[Record] = []
        known = self.twins(record)
        for other, relation in zip(others, relations, strict=True):
            if other.id not in known:
                continue  # meanwhile it was found to be one of the others
            if relation == "left" or not other.stands_in(place):
                if other.turn == record.turn or _redrawn(other, place, record.answers):
                    same.append(other)
            elif relation == "same":
                same.append(other)
            elif relation == "unsure" or (relation == "other" and fresh):
                _relate(record, other, two=relation == "other")
        # Of two calls that a message makes, each is drawn again.
        return min(same, key=lambda one: one.count_in(place), default=None)

    def leave(self, block: Block) -> None:
        """The block has left the page, or shows another call; the call may come back."""
        record = self._by_block.pop(block.id, None)
        if record is None:
            return
        del record.blocks[block.id]
        if record.copy and not (record.blocks or record.started or record.asking):
            self.forget(record)

    def successor(self, record: Record, place: str) -> Record | None:
        """Return the double that a document shows in the place of a call that it no longer shows."""
        if record.stands_in(place):
            return None
        return next((double for double in record.doubles if double.stands_in(place)), None)

    def merge(self, kept: Record, other: Record) -> list[Block]:
        """The two are one call, of which at most one was started; return the blocks that show `kept` now."""
        moved = list(other.blocks.values())
        other.blocks.clear()
        for block in moved:
            self._attach(block, kept)
        self.forget(other)
        return moved

    def rename(self, before: str, after: str) -> list[Record]:
        """A new chat got its address: what happened in it stays with it. Return the calls it is about."""
        if before == after:
            return []
        moved: list[Record] = []
        kept = self._records.setdefault(after, {})
        for mark, records in self._records.pop(before, {}).items():
            for record in records:
                record.conversation = after
            kept.setdefault(mark, []).extend(records)
            moved += records
        return moved

    def move(self, records: Iterable[Record], conversation: str) -> None:
        """These calls stand in that conversation."""
        wanted = set(records)
        for marks in list(self._records.values()):
            for mark, known in list(marks.items()):
                there = [record for record in known if record in wanted]
                if not there:
                    continue
                marks[mark] = [record for record in known if record not in wanted]
                for record in there:
                    record.conversation = conversation
                self._records.setdefault(conversation, {}).setdefault(mark, []).extend(there)
                wanted -= set(there)

    def _attach(self, block: Block, record: Record) -> None:
        record.blocks[block.id] = block
        if block.place not in record.places:
            record.places.append(block.place)
        block.state = record.state
        self._by_block[block.id] = record
        self._by_state[record.state] = record

    def forget(self, record: Record) -> None:
        """It was another's double, or none, and nothing came of it."""
        for double in record.doubles:
            double.doubles.remove(record)
            double.copy = bool(double.doubles)
        record.doubles.clear()
        known = self._records.get(record.conversation, {}).get(fingerprint(record.call), [])
        if record in known:
            known.remove(record)
        self.forgotten(record)

    def _heir(
        self, known: Iterable[Record], place: str, turn: str, answers: str, *, fresh: bool
    ) -> Record | None:
        """The record that a block in document `place` can only mean: it stands nowhere else in there."""
        spare: Record | None = None
        for record in known:
            if record.stands_in(place):
                continue
            if record.turn == turn and not (record.guess and fresh and turn.startswith("#")):
                return record
            if not fresh or _redrawn(record, place, answers):
                spare = spare or record
        return spare

    def _doubles(
        self, known: Iterable[Record], block: Block, turn: str, answers: str, *, fresh: bool
    ) -> list[Record]:
        """Which calls that stand in the document the block may only show a second time.

        Calls of one text, and calls of one message that were all seen to be written, are each a call.
        """
        found: list[Record] = []
        for record in known:
            if not record.stands_in(block.place) or record.stands_beside(block):
                continue
            same = record.in_same_answer(block.place, answers)
            if same is False or (fresh and (same is None or record.turn == turn)):
                continue
            found.append(record)
        return found


def _relate(record: Record, other: Record, *, two: bool) -> None:
    """They are `two` calls, or may be one."""
    if two and other in record.doubles:
        record.doubles.remove(other)
        other.doubles.remove(record)
    elif not two and other not in record.doubles:
        record.doubles.append(other)
        other.doubles.append(record)
    record.copy = bool(record.doubles)


def _redrawn(record: Record, place: str, answers: str) -> bool:
    """A call that is written before our eyes, in another message, is this one all the same: its answer is
    drawn anew, or stands in another document too.
    """
    same = record.in_same_answer(place, answers)
    if same is None:
        return not record.past and not record.guess
    return same


def _parts(answers: str) -> tuple[int, str] | None:
    """How many messages of the person's come before an answer, and a hash of the last one's words."""
    count, _, words = answers.partition(":")
    return (int(count), words) if count.isdecimal() else None

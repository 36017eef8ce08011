"""Which calls have been seen and what became of them: the same call shown again is the same call.

A site shows one call many times: its nodes are rebuilt, the address changes, the page is reloaded, history
scrolls out and in, a second tab shows the same chat. Identity is conversation + name, id and arguments + the
answer. A message's id alone does not tell which answer that is, since a site renames its messages: what the
answer replies to counts too. Calls that may be one are doubles: the second one runs only after a question.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from observers.protocol import Relation
from overlay.calls.call import UNREAD, Block, Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import CallForgotten
from overlay.detection.model import ToolCall

LOOKED_AT = 20
"""So many equal calls of one document are compared with a new one."""


def identity_of(block: Block) -> str:
    """Return the id by which the model knows the call: its own, or its name and its place in the text."""
    return block.call_id or f"{block.name}-{block.index + 1}"


def fingerprint(parsed: ToolCall) -> str:
    """Return a hash of the call's name, id and arguments; equal for equal calls, whatever their spelling.

    Of a call that can't be run it is a hash of its text, for that is all that is known of it.
    """
    what: list[Any] = [parsed.name, parsed.call_id, parsed.arguments if parsed.complete else parsed.raw]
    plain = json.dumps(what, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(plain.encode()).hexdigest()


class CallStore:
    """All calls of a run, by conversation and fingerprint.

    A call becomes `registered` when its text has ended. If it turns out to be another one, or none, it is
    forgotten, and `events` get CallForgotten.
    """

    def __init__(self, events: EventStream) -> None:
        self._events = events
        self._calls: dict[str, dict[str, list[Call]]] = {}

    def __iter__(self) -> Iterator[Call]:
        """Give all calls."""
        for marks in self._calls.values():
            for known in marks.values():
                yield from known

    def has_seen(
        self,
        block: Block,
        parsed: ToolCall,
        conversation: str,
        turn: str = "",
        *,
        seen_growing: bool = False,
    ) -> bool:
        """Return whether an equal call was seen in this conversation, in another text than the block's.

        One that was `seen_growing` is another call, unless there was one in what may be this very message.
        """
        known = self._calls.get(conversation, {}).get(fingerprint(parsed), ())
        if seen_growing:
            return any(call.uncertain_chat and call.turn == turn for call in known)
        return not all(call.is_in_text_of(block) for call in known)

    def duplicates(self, call: Call) -> set[str]:
        """Return the ids of the equal calls in the same conversation, its own among them."""
        return {known.id for known in self._equal_to(call)}

    def attach(
        self,
        block: Block,
        parsed: ToolCall,
        conversation: str,
        turn: str,
        *,
        seen_growing: bool,
        answers: str = "",
    ) -> tuple[Call, bool]:
        """Find which call the block shows, now that its text has ended, and let the block show it.

        Returns the call and whether it is a new one. A call that was `seen_growing` is another one than an
        equal call in another answer; `answers` says what its answer replies to, "" where that is not known.
        """
        known = self._calls.setdefault(conversation, {}).setdefault(fingerprint(parsed), [])
        call = self._match_existing(known, block.place, turn, answers, seen_growing=seen_growing)
        new = call is None
        if call is None:
            doubles = self._doubles(known, block, turn, answers, seen_growing=seen_growing)
            call = block.call if block.call.parsed is UNREAD else Call()
            call.conversation, call.parsed, call.identity = conversation, parsed, identity_of(block)
            call.registered, call.seen_growing, call.answers = True, seen_growing, answers
            for other in doubles:
                call.doubles.append(other)
                other.doubles.append(call)
            call.copy = bool(doubles)
            known.append(call)
        elif call.from_ledger:
            call.parsed = parsed
        call.from_ledger = call.uncertain_chat = False
        call.turn = turn
        block.show(call)
        return call, new

    def detach(self, block: Block) -> None:
        """The block has left the page, or shows another call; its call may come back."""
        call = block.registered_call
        block.call.blocks.pop(block.id, None)
        if call and call.copy and not (call.blocks or call.started or call.awaiting_approval):
            self.forget(call)

    def load(self, call: Call, conversation: str, mark: str) -> None:
        """Take in a call that was seen before: in an earlier run, or in a document that has gone.

        `mark` is its fingerprint, for the secrets are left out of what was written down of it.
        """
        before = self._calls.get(call.conversation, {}).get(mark, [])
        if call in before:
            before.remove(call)
        call.conversation, call.registered = conversation, True
        self._calls.setdefault(conversation, {}).setdefault(mark, []).append(call)

    def beside(self, call: Call, block: Block) -> list[Call]:
        """Return the last equal calls that are in other texts of the block's document."""
        found = [
            other
            for other in self._equal_to(call)
            if other is not call and other.is_in(block.place) and not other.is_in_text_of(block)
        ]
        return found[-LOOKED_AT:]

    def compare(
        self,
        call: Call,
        place: str,
        others: Sequence[Call],
        relations: Sequence[Relation],
        *,
        seen_growing: bool,
    ) -> Call | None:
        """Take what the page says of the block of a new call and those of `others` that were beside it.

        Returns the call that it shows a second time, if it does. Others that may be it become its doubles;
        only a call that was `seen_growing` is believed to be another one.
        """
        same: list[Call] = []
        known = self.duplicates(call)
        for other, relation in zip(others, relations, strict=True):
            if other.id not in known:
                continue  # meanwhile it was found to be one of the others
            if relation == "left" or not other.is_in(place):
                if other.turn == call.turn or _redrawn(other, place, call.answers):
                    same.append(other)
            elif relation == "same":
                same.append(other)
            elif relation == "unsure" or (relation == "other" and seen_growing):
                _relate(call, other, two=relation == "other")
        # Of two calls that a message makes, each is drawn again.
        return min(same, key=lambda one: one.count_in(place), default=None)

    def successor(self, call: Call, place: str) -> Call | None:
        """Return the double that a document shows in the place of a call that it no longer shows."""
        if call.is_in(place):
            return None
        return next((double for double in call.doubles if double.is_in(place)), None)

    def merge(self, kept: Call, other: Call) -> list[Block]:
        """The two are one call, of which at most one was started; return the blocks that show `kept` now."""
        moved = list(other.blocks.values())
        for block in moved:
            block.show(kept)
        self.forget(other)
        return moved

    def forget(self, call: Call) -> None:
        """It was another call's double, or no call, and nothing came of it."""
        for double in call.doubles:
            double.doubles.remove(call)
            double.copy = bool(double.doubles)
        call.doubles.clear()
        known = self._equal_to(call)
        if call in known:
            known.remove(call)
        call.registered = False
        self._events.publish(CallForgotten(call))

    def rename(self, before: str, after: str) -> list[Call]:
        """A new chat got its address: what happened in it stays with it. Return the calls it is about."""
        if before == after:
            return []
        moved: list[Call] = []
        kept = self._calls.setdefault(after, {})
        for mark, calls in self._calls.pop(before, {}).items():
            for call in calls:
                call.conversation = after
            kept.setdefault(mark, []).extend(calls)
            moved += calls
        return moved

    def move(self, calls: Iterable[Call], conversation: str) -> None:
        """These calls are in that conversation."""
        wanted = set(calls)
        for marks in list(self._calls.values()):
            for mark, known in list(marks.items()):
                there = [call for call in known if call in wanted]
                if not there:
                    continue
                marks[mark] = [call for call in known if call not in wanted]
                for call in there:
                    call.conversation = conversation
                self._calls.setdefault(conversation, {}).setdefault(mark, []).extend(there)
                wanted -= set(there)

    def _equal_to(self, call: Call) -> list[Call]:
        return self._calls.get(call.conversation, {}).get(fingerprint(call.parsed), [])

    def _match_existing(
        self, known: Iterable[Call], place: str, turn: str, answers: str, *, seen_growing: bool
    ) -> Call | None:
        """Return the call that a block in document `place` can only mean: no other block there shows it."""
        spare: Call | None = None
        for call in known:
            if call.is_in(place):
                continue
            if call.turn == turn and not (call.uncertain_chat and seen_growing and turn.startswith("#")):
                return call
            if not seen_growing or _redrawn(call, place, answers):
                spare = spare or call
        return spare

    def _doubles(
        self, known: Iterable[Call], block: Block, turn: str, answers: str, *, seen_growing: bool
    ) -> list[Call]:
        """Return the calls in the block's document that the block may only show a second time.

        Calls of one text, and calls of one message that were all seen growing, are each a call.
        """
        found: list[Call] = []
        for call in known:
            if not call.is_in(block.place) or call.is_in_text_of(block):
                continue
            same = call.in_same_answer(block.place, answers)
            if same is False or (seen_growing and (same is None or call.turn == turn)):
                continue
            found.append(call)
        return found


def ran_as(call: Call) -> Call | None:
    """Return the double of the call that was started, if one was: the call may have run already."""
    return next((double for double in call.doubles if double.started), None)


def _relate(call: Call, other: Call, *, two: bool) -> None:
    """They are `two` calls, or may be one."""
    if two and other in call.doubles:
        call.doubles.remove(other)
        other.doubles.remove(call)
    elif not two and other not in call.doubles:
        call.doubles.append(other)
        other.doubles.append(call)
    call.copy = bool(call.doubles)


def _redrawn(call: Call, place: str, answers: str) -> bool:
    """Return whether a call that was seen growing in another message is this one all the same: its answer is
    drawn again, or is in another document too.
    """
    same = call.in_same_answer(place, answers)
    if same is None:
        return not call.from_ledger and not call.uncertain_chat
    return same

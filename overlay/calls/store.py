"""The calls of a run: recognizes a call that a page shows again.

A site shows one call many times: it rebuilds nodes, changes the address, reloads the page, scrolls history
out and in, and a second tab shows the same chat. A call is identified by its conversation, its fingerprint
(name, id, arguments) and its answer. A message's id is not enough to identify the answer, since sites rename
messages; the message that the answer replies to is compared too. Two calls that may be one are doubles: if
one was started, the other runs only after the user was asked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from observers.protocol import Relation
from overlay.calls.call import UNREAD, Block, Call
from overlay.calls.call_comparison import doubles_of, match_existing, redrawn, relate, same_answer
from overlay.calls.event_stream import EventStream
from overlay.calls.events import CallForgotten
from overlay.detection.model import ToolCall

LOOKED_AT = 20
"""The most equal calls of one document, the newest, that are compared with a new one."""


def identity_of(block: Block) -> str:
    """Return the id by which the model knows the call: its `call_id`, or `name-n`, the n-th in its text."""
    return block.call_id or f"{block.name}-{block.index + 1}"


def fingerprint(parsed: ToolCall) -> str:
    """Return the SHA-256 (hex) of the call's name, id and arguments; how the text spells them has no effect.

    For an incomplete call, which has no reliable arguments, the raw text is hashed in their place.
    """
    identity: list[Any] = [parsed.name, parsed.call_id, parsed.arguments if parsed.complete else parsed.raw]
    plain = json.dumps(identity, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(plain.encode()).hexdigest()


class CallStore:
    """All calls of a run, by conversation and fingerprint.

    A call becomes `registered` when its text has ended. If it turns out to be a second view of another call,
    or not a call, it is removed and CallForgotten is published to `events`.
    """

    def __init__(self, events: EventStream) -> None:
        self._events = events
        self._calls: dict[str, dict[str, list[Call]]] = {}

    def __iter__(self) -> Iterator[Call]:
        """Yield all calls."""
        for marks in self._calls.values():
            for known in marks.values():
                yield from known

    def of_answer(self, call: Call) -> Iterator[Call]:
        """Yield the calls of the answer that has `call`, in the order in which they were found."""
        for known in self._calls.get(call.conversation, {}).values():
            yield from (one for one in known if one.turn == call.turn)

    def conversations(self) -> list[str]:
        """Return the names of the conversations that have calls."""
        return list(self._calls)

    def of_conversation(self, conversation: str) -> list[Call]:
        """Return all calls of a conversation."""
        return [call for known in self._calls.get(conversation, {}).values() for call in known]

    def drop(self, conversation: str) -> None:
        """Remove all calls of a conversation, which can be loaded again."""
        self._calls.pop(conversation, None)

    def has_seen(
        self,
        block: Block,
        mark: str,
        conversation: str,
        turn: str = "",
        *,
        seen_growing: bool = False,
    ) -> bool:
        """Return whether a call with the fingerprint `mark` was seen in this conversation, outside the
        block's own text.

        A call that was `seen_growing` is new, unless the ledger has an equal call of an uncertain chat with
        the same `turn`.
        """
        known = self._calls.get(conversation, {}).get(mark)
        if not known:
            return False
        if seen_growing:
            return any(call.uncertain_chat and call.turn == turn for call in known)
        return not all(call.is_in_text_of(block) for call in known)

    def is_first(self, block: Block, mark: str, conversation: str, answers: str) -> bool:
        """Return whether the block's answer certainly has no known call with the fingerprint `mark`."""
        for call in self._calls.get(conversation, {}).get(mark, ()):
            if same_answer(call, block.document_id, answers) is not False:
                return False
        return True

    def duplicates(self, call: Call) -> set[str]:
        """Return the ids of all equal calls in the same conversation, including this one."""
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
        mark: str = "",
    ) -> tuple[Call, bool]:
        """Find or create the call that a block shows once its text has ended, and attach the block to it.

        Return the call and whether it is new. A call that was `seen_growing` does not match an equal call in
        another answer. `answers` says which message the answer replies to, "" if unknown. `mark` is the
        fingerprint of `parsed`, which is computed if it is not given.
        """
        mark = mark or fingerprint(parsed)
        known = self._calls.setdefault(conversation, {}).setdefault(mark, [])
        call, doubles = None, list[Call]()
        if known:
            call = match_existing(known, block.document_id, turn, answers, seen_growing=seen_growing)
            doubles = [] if call else doubles_of(known, block, turn, answers, seen_growing=seen_growing)
        new = call is None
        if call is None:
            call = block.call if block.call.parsed is UNREAD else Call()
            call.conversation, call.parsed, call.identity = conversation, parsed, identity_of(block)
            call.registered, call.seen_growing, call.replies_to = True, seen_growing, answers
            call.fingerprint = mark
            for other in doubles:
                call.possible_duplicates.append(other)
                other.possible_duplicates.append(call)
            call.copy = bool(doubles)
            known.append(call)
        elif call.from_ledger:
            call.parsed = parsed
        call.from_ledger = call.uncertain_chat = False
        call.turn = turn
        block.show(call)
        return call, new

    def detach(self, block: Block) -> None:
        """Detach a block that left the page or shows another call.

        The call stays, since the page may show it again. Only a copy that no block shows, that was not
        started and about which the user is not being asked, is removed.
        """
        call = block.registered_call
        block.call.blocks.pop(block.id, None)
        if call and call.copy and not (call.blocks or call.started or call.awaiting_approval):
            self.forget(call)

    def load(self, call: Call, conversation: str, mark: str) -> None:
        """Add a call that was seen before: in an earlier run, or in a document that is gone.

        `mark` is its fingerprint. It can't be computed here, since the ledger stores arguments without
        secrets.
        """
        before = self._calls.get(call.conversation, {}).get(mark, [])
        if call in before:
            before.remove(call)
        call.conversation, call.registered, call.fingerprint = conversation, True, mark
        self._calls.setdefault(conversation, {}).setdefault(mark, []).append(call)

    def equal_elsewhere(self, call: Call, block: Block) -> list[Call]:
        """Return the newest equal calls (at most LOOKED_AT) that other texts of the block's document show."""
        found = [
            other
            for other in self._equal_to(call)
            if other is not call and other.is_in(block.document_id) and not other.is_in_text_of(block)
        ]
        return found[-LOOKED_AT:]

    def compare(
        self,
        call: Call,
        document_id: str,
        others: Sequence[Call],
        relations: Sequence[Relation],
        *,
        seen_growing: bool,
    ) -> Call | None:
        """Apply the page's `relations` between the block of a new call and those of each of `others`.

        Return the call that the block shows a second time, or None. Calls for which the page is unsure become
        doubles. The relation "other" (two different calls) counts only if the call was `seen_growing`.
        """
        matches: list[Call] = []
        known = self.duplicates(call)
        for other, relation in zip(others, relations, strict=True):
            if other.id not in known:
                continue  # merged into another call while the page was asked
            if relation == "left" or not other.is_in(document_id):
                if other.turn == call.turn or redrawn(other, document_id, call.replies_to):
                    matches.append(other)
            elif relation == "same":
                matches.append(other)
            elif relation == "unsure" or (relation == "other" and seen_growing):
                relate(call, other, different=relation == "other")
        # If a message with two equal calls is drawn again, each call must get one of the new blocks.
        return min(matches, key=lambda one: one.count_in(document_id), default=None)

    def successor(self, call: Call, document_id: str) -> Call | None:
        """Return the double that the document `place` shows; None if it still shows the call itself."""
        if call.is_in(document_id):
            return None
        return next((double for double in call.possible_duplicates if double.is_in(document_id)), None)

    def merge(self, kept: Call, other: Call) -> list[Block]:
        """Attach the blocks of `other` to `kept`, remove `other`, and return those blocks.

        At most one of the two may have been started.
        """
        moved = list(other.blocks.values())
        for block in moved:
            block.show(kept)
        self.forget(other)
        return moved

    def forget(self, call: Call) -> None:
        """Remove a call that was a second view of another call, or not a call; publish CallForgotten."""
        for double in call.possible_duplicates:
            double.possible_duplicates.remove(call)
            double.copy = bool(double.possible_duplicates)
        call.possible_duplicates.clear()
        known = self._equal_to(call)
        if call in known:
            known.remove(call)
        call.registered = False
        self._events.publish(CallForgotten(call))

    def rename(self, before: str, after: str) -> list[Call]:
        """Move all calls from conversation `before` to `after` (a new chat got its address); return them."""
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
        """Move `calls` to `conversation`."""
        moved = set(calls)
        for marks in list(self._calls.values()):
            for mark, known in list(marks.items()):
                moving = [call for call in known if call in moved]
                if not moving:
                    continue
                marks[mark] = [call for call in known if call not in moved]
                for call in moving:
                    call.conversation = conversation
                self._calls.setdefault(conversation, {}).setdefault(mark, []).extend(moving)
                moved -= set(moving)

    def _equal_to(self, call: Call) -> list[Call]:
        return self._calls.get(call.conversation, {}).get(call.fingerprint, [])

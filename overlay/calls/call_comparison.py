"""Compares a call that a page shows with equal calls that were seen before: is it one of them?"""

from __future__ import annotations

from collections.abc import Iterable

from overlay.calls.call import Block, Call


def match_existing(
    known: Iterable[Call], document_id: str, turn: str, answers: str, *, seen_growing: bool
) -> Call | None:
    """Return the known call that a block in the document `document_id` shows, or None.

    Only calls that no other block of that document shows are considered.
    """
    candidate: Call | None = None
    for call in known:
        if call.is_in(document_id):
            continue
        if call.turn == turn and not (call.uncertain_chat and seen_growing and turn.startswith("#")):
            return call
        if not seen_growing or redrawn(call, document_id, answers):
            candidate = candidate or call
    return candidate


def doubles_of(
    known: Iterable[Call], block: Block, turn: str, answers: str, *, seen_growing: bool
) -> list[Call]:
    """Return the calls in the block's document that the block may show a second time.

    Equal calls in one text are different calls; so are those of one message that were seen growing.
    """
    found: list[Call] = []
    for call in known:
        if not call.is_in(block.document_id) or call.is_in_text_of(block):
            continue
        same = same_answer(call, block.document_id, answers)
        if same is False or (seen_growing and (same is None or call.turn == turn)):
            continue
        found.append(call)
    return found


def same_answer(call: Call, document_id: str, answers: str) -> bool | None:
    """Return whether an equal call in the document `document_id` is in the same answer as `call`.

    `answers` says which message the other call's answer replies to. None if it can't be decided.
    """
    own, other = _parts(call.replies_to), _parts(answers)
    if own is None or other is None:
        return None
    (count, words), (other_count, other_words) = own, other
    if words and other_words and words != other_words:
        return False
    # The counts compare only within one document: each document may load another part of the chat.
    if call.document_ids[:1] == [document_id]:
        return other_count <= count
    return True if words and other_words else None


def redrawn(call: Call, document_id: str, answers: str) -> bool:
    """Return whether `call`, seen in another message, is still the same call: the page has drawn its answer
    again, or another document shows it too.
    """
    same = same_answer(call, document_id, answers)
    if same is None:
        return not call.from_ledger and not call.uncertain_chat
    return same


def ran_as(call: Call) -> Call | None:
    """Return a double of the call that was started, or None. If there is one, the call may have run."""
    return next((double for double in call.possible_duplicates if double.started), None)


def relate(call: Call, other: Call, *, different: bool) -> None:
    """Make the calls doubles, or, if they are `different` calls, remove that relation."""
    if different and other in call.possible_duplicates:
        call.possible_duplicates.remove(other)
        other.possible_duplicates.remove(call)
    elif not different and other not in call.possible_duplicates:
        call.possible_duplicates.append(other)
        other.possible_duplicates.append(call)
    call.copy = bool(call.possible_duplicates)


def _parts(answers: str) -> tuple[int, str] | None:
    """Return how many user messages come before an answer, and a hash of the last one's words.

    None if `answers` is not in the form `count:hash`.
    """
    count, _, words = answers.partition(":")
    return (int(count), words) if count.isdecimal() else None

from __future__ import annotations

from itertools import product

import pytest

from observers.block_view import Status
from overlay.calls.call import Block, Call
from overlay.calls.call_status import ENDED, MOVES, IllegalMove
from overlay.calls.outcome import Outcome
from tests.support.table import for_each

RUNNABLE: set[Status] = {"ready", "scheduled"}


def at(status: Status) -> Block:
    return Block(1, 0, call=Call(status=status), nonce="before")


@for_each("status", sorted({"running", *ENDED}))
def test_nothing_leads_from_a_started_call_back_to_one_that_can_start(status: Status) -> None:
    seen: set[Status] = set()
    todo: list[Status] = [status]
    while todo:
        here = todo.pop()
        if here not in seen:
            seen.add(here)
            todo += MOVES[here]
    assert not seen & RUNNABLE


def test_a_move_that_is_not_in_the_table_is_refused_and_changes_nothing() -> None:
    block = at("done")
    with pytest.raises(IllegalMove, match="from done to running"):
        block.call.move("running")
    assert block.call.status == "done"
    assert block.nonce == "before"


def test_a_move_makes_what_was_pressed_before_too_late() -> None:
    block = at("ready")
    block.call.move("running")
    assert block.nonce not in ("", "before")


@for_each(("here", "there"), list(product(sorted(RUNNABLE), repeat=2)))
def test_a_countdown_that_begins_or_ends_leaves_a_press_under_way_valid(here: Status, there: Status) -> None:
    block = at(here)
    block.call.move(there)
    assert block.call.status == there
    assert block.nonce == "before"


def test_a_block_that_becomes_ready_has_a_nonce() -> None:
    block = Block(1, 0)
    block.call.move("ready")
    assert block.nonce


def test_no_two_blocks_share_an_id() -> None:
    assert len({Block(1, 0).id for _ in range(100)}) == 100


@for_each("status", MOVES)
def test_a_call_has_ended_when_no_status_may_follow(status: Status) -> None:
    assert at(status).call.ended is not bool(MOVES[status])


@for_each(("code", "error"), [(None, False), ("tool_denied", True)])
def test_an_outcome_with_a_code_is_an_error(code: str | None, error: bool) -> None:
    assert Outcome("x", code).error is error

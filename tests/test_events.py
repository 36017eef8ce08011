from __future__ import annotations

import dataclasses
from typing import get_args

import pytest

from overlay.blocks.block import MOVES
from overlay.events import BlockInfo, Event, Kind


def test_every_state_of_a_block_can_be_told() -> None:
    assert set(MOVES) <= set(get_args(Kind))


def test_events_are_in_the_order_of_their_time() -> None:
    assert Event("trouble").at <= Event("trouble").at


def test_what_was_told_can_not_be_changed() -> None:
    info = BlockInfo(id="1", kind="call", name="note", call_id="", status="ready")
    with pytest.raises(dataclasses.FrozenInstanceError):
        info.status = "done"  # pyright: ignore[reportAttributeAccessIssue]


def test_two_blocks_do_not_share_their_arguments() -> None:
    first, second = (BlockInfo(id="1", kind="call", name="", call_id="", status="ready") for _ in range(2))
    first.arguments["a"] = 1
    assert second.arguments == {}

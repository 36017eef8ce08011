from __future__ import annotations

from typing import Any

import pytest

from observers.protocol import Batch, BlockOpened, BlockRemoved, TextDelta
from overlay.calls.call import Block
from overlay.chat.provenance import Provenance
from overlay.chat.unit_reader import UnitReader


def reader_of(unit: int = 1, *, grew: bool = False, **more: Any) -> UnitReader:
    given: dict[str, Any] = {
        "kind": "fence",
        "role": "assistant",
        "language": "",
        "turn": 1,
        "message": "",
        "live": True,
    }
    reader = UnitReader(BlockOpened(k="open", id=unit, held=False, **(given | more)))
    reader.grew = grew
    return reader


def under_sign(fresh: Provenance, *units: int) -> None:
    items = [TextDelta(k="text", id=unit, at=0, text="x", length=1) for unit in units]
    fresh.batch(Batch(t="batch", items=[*items], streaming=True))


@pytest.mark.parametrize(
    ("signed", "live", "sign", "unit_grew", "call_grew", "watched"),
    [
        pytest.param(True, True, True, True, False, True, id="unit grew"),
        pytest.param(True, True, True, False, True, True, id="call grew"),
        pytest.param(True, True, True, False, False, False, id="all at once"),
        pytest.param(True, True, False, True, True, False, id="no sign"),
        pytest.param(True, False, True, True, True, False, id="the text was there before"),
        pytest.param(False, True, False, True, False, True, id="a site without sign"),
        pytest.param(False, True, False, False, False, False, id="all at once without sign"),
        pytest.param(False, False, False, True, True, False, id="the text was there before, without sign"),
    ],
)
def test_a_block_was_watched_if_it_is_new_under_the_sign_and_grew(
    signed: bool, live: bool, sign: bool, unit_grew: bool, call_grew: bool, watched: bool
) -> None:
    fresh = Provenance(signed=signed)
    if sign:
        under_sign(fresh, 1)
    assert fresh.is_live(Block(1, 0, grew=call_grew), reader_of(live=live, grew=unit_grew)) is watched


def test_a_call_that_came_at_once_was_watched_if_its_message_grew_elsewhere() -> None:
    fresh = Provenance(signed=True)
    under_sign(fresh, 1, 2)
    assert fresh.text_changed(reader_of(1, grew=True, message="m"))
    assert fresh.is_live(Block(2, 0), reader_of(2, message="m"))
    assert not fresh.is_live(Block(2, 0), reader_of(2, message="another"))


def test_the_growth_of_a_text_is_news_once() -> None:
    fresh = Provenance(signed=False)
    assert fresh.text_changed(reader_of(grew=True))
    assert not fresh.text_changed(reader_of(grew=True))


def test_text_that_overlay_did_not_see_growing_is_no_news() -> None:
    wrong = [
        more
        for more in [{"grew": False}, {"grew": True, "live": False}]
        if Provenance(signed=False).text_changed(reader_of(**more))
    ]
    assert wrong == []


def test_a_batch_without_the_sign_proves_nothing() -> None:
    fresh = Provenance(signed=True)
    fresh.batch(
        Batch(t="batch", items=[TextDelta(k="text", id=1, at=0, text="x", length=1)], streaming=False)
    )
    assert not fresh.is_live(Block(1, 0), reader_of(grew=True))


def test_leaving_under_the_sign_proves_nothing() -> None:
    fresh = Provenance(signed=True)
    fresh.batch(Batch(t="batch", items=[BlockRemoved(k="gone", id=1)], streaming=True))
    assert not fresh.is_live(Block(1, 0), reader_of(grew=True))


def test_a_unit_that_left_is_forgotten() -> None:
    fresh = Provenance(signed=True)
    under_sign(fresh, 1)
    fresh.forget(1)
    assert not fresh.is_live(Block(1, 0), reader_of(grew=True))


def test_a_block_that_comes_with_the_end_of_the_sign_was_watched_if_its_message_grew() -> None:
    fresh = Provenance(signed=True)
    reader = reader_of(in_growing=True)
    ended = Batch(t="batch", items=[reader.about], streaming=False)
    fresh.batch(ended)
    assert not fresh.is_live(Block(1, 0), reader)
    fresh.batch(ended, before=True)
    assert fresh.is_live(Block(1, 0), reader)

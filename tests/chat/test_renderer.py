from __future__ import annotations

from observers.block_view import Countdown
from observers.commands import AppendArgument, Command, RemoveBlock, RenderBlock
from observers.protocol import BlockOpened
from overlay.calls.call import Block
from overlay.chat.reader_events import ParamText
from overlay.chat.renderer import BlockRenderer

FENCE = BlockOpened(
    k="open", id=1, kind="fence", role="assistant", language="xml", turn=1, message="m", live=True, held=False
)
PROSE = FENCE.model_copy(update={"kind": "prose"})


def drawn(posted: list[Command]) -> RenderBlock:
    found = posted[-1]
    assert isinstance(found, RenderBlock)
    return found


def test_a_block_is_drawn_in_its_unit_at_its_place() -> None:
    posted: list[Command] = []
    BlockRenderer(posted.append).draw(Block(1, 2, id="b", name="note"), FENCE)
    found = drawn(posted)
    assert found.block == "b"
    assert found.unit == 1
    assert found.index == 2
    assert found.view.name == "note"
    assert found.view.language == "xml"


def test_prose_has_no_language() -> None:
    posted: list[Command] = []
    BlockRenderer(posted.append).draw(Block(1, 0), PROSE)
    assert drawn(posted).view.language is None


def test_a_countdown_is_in_milliseconds_until_it_has_ended() -> None:
    posted: list[Command] = []
    drawing, block = BlockRenderer(posted.append), Block(1, 0)
    block.call.countdown = 1.5
    drawing.draw(block, FENCE)
    assert drawn(posted).view.countdown == Countdown(left=1500, total=1500)
    block.call.countdown = None
    drawing.draw(block, FENCE)
    assert drawn(posted).view.countdown is None


def test_the_pieces_of_one_argument_are_sent_together() -> None:
    posted: list[Command] = []
    block = Block(1, 0, id="b")
    pieces = [("x", "1", False), ("y", "2", False), ("x", "3", False), ("x", "", True)]
    BlockRenderer(posted.append).append(ParamText(block, key, text, done=done) for key, text, done in pieces)
    assert posted == [
        AppendArgument(block="b", key="x", text="13", done=True),
        AppendArgument(block="b", key="y", text="2", done=False),
    ]


def test_a_block_that_is_drawn_often_meanwhile_is_drawn_once_as_it_is_at_the_end() -> None:
    posted: list[Command] = []
    drawing, block = BlockRenderer(posted.append), Block(1, 0, name="a")
    with drawing.once():
        drawing.draw(block, FENCE)
        block.name = "b"
        drawing.draw(block, FENCE)
    assert [one.view.name for one in posted if isinstance(one, RenderBlock)] == ["b"]


def test_a_block_that_was_taken_away_meanwhile_is_not_drawn() -> None:
    posted: list[Command] = []
    drawing, block = BlockRenderer(posted.append), Block(1, 0)
    with drawing.once():
        drawing.draw(block, FENCE)
        drawing.drop(block)
    assert [type(one) for one in posted] == [RemoveBlock]

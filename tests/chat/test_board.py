from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Error as PlaywrightError

from overlay.calls.call import Block, Outcome
from overlay.calls.store import Book, Record
from overlay.chat import board as module
from overlay.chat.board import Board
from overlay.chat.session import Chat
from overlay.detection import ToolCall
from overlay.tools.context import Mark
from tests.scene import PlayedPage, Scene, call

CALL = ToolCall(name="note", format="xml_invoke", span=(0, 1), raw="")


class Play:
    """A call that stands in two pages."""

    def __init__(self, *, due: bool = True) -> None:
        self.told: list[tuple[str, str]] = []
        self.settled: list[str] = []
        scene = Scene()
        self.pages: list[PlayedPage] = [scene.page(name=name) for name in ("one", "two")]
        self.book = Book()
        self.over: list[str] = []
        self.board = Board(
            self.book,
            self.tell,
            lambda chat, turn: self.settled.append(turn),
            lambda record: self.over.append(record.status),
        )
        for page in self.pages:
            page.show(call(), live=False)
            page.block.due = due
            self.board.put(page.chat, page.block)
            self.record, _ = self.book.enter(page.block, CALL, "chat", "m1", fresh=False)
        self.record.due = due

    @property
    def blocks(self) -> list[Block]:
        return [page.block for page in self.pages]

    def tell(self, kind: str, chat: Chat, block: Block | None = None, text: str = "") -> None:
        self.told.append((kind, chat.document.unique_id))


def test_a_move_is_made_drawn_and_told_in_every_page() -> None:
    play = Play()
    play.board.move(play.record, "running", "so far")
    assert play.told == [("running", "one"), ("running", "two")]
    assert [(block.status, block.note) for block in play.blocks] == [("running", "so far")] * 2
    assert [page.looks()[-1].look.status for page in play.pages] == ["running", "running"]


def test_an_end_is_final_and_may_go_back_from_every_page() -> None:
    play = Play()
    outcome = Outcome("fine")
    play.record.asking = True
    play.board.end(play.record, "done", outcome)
    assert (play.record.started, play.record.asking, play.record.outcome) == (True, False, outcome)
    assert [block.outcome for block in play.blocks] == [outcome, outcome]
    assert play.settled == ["m1", "m1"]


def test_an_end_is_told_once_with_the_state_it_ended_in() -> None:
    play = Play()
    play.board.move(play.record, "running")
    play.board.end(play.record, "done", Outcome("fine"))
    assert play.over == ["done"]


def test_an_outcome_that_is_not_due_stays() -> None:
    play = Play(due=False)
    play.board.end(play.record, "done", Outcome("fine"))
    assert play.settled == []


def test_an_outcome_that_went_back_stays() -> None:
    play = Play()
    play.record.returned = True
    play.board.end(play.record, "done", Outcome("fine"))
    assert play.settled == []


def test_without_an_outcome_nothing_goes_back() -> None:
    play = Play()
    play.board.settle(play.record)
    assert play.settled == []


def test_a_call_that_left_one_page_goes_on_in_the_other() -> None:
    play = Play()
    play.board.take(play.blocks[0])
    play.board.end(play.record, "done", Outcome("fine"))
    assert play.told == [("done", "two")]
    assert play.settled == ["m1"]
    assert play.blocks[0].status == "ready"


def test_drawing_tells_nobody() -> None:
    play = Play()
    play.board.draw(play.record, progress="half")
    assert [page.looks()[-1].look.note for page in play.pages] == ["half", "half"]
    assert play.told == []


def test_a_countdown_is_shown_in_every_page() -> None:
    play = Play()
    play.board.count_down(play.record, 2)
    assert all(page.looks()[-1].look.countdown for page in play.pages)


async def test_a_block_that_stands_nowhere_is_not_shown() -> None:
    play = Play()
    lost = Block(1, 0)
    play.book.enter(lost, CALL, "another chat", "m9", fresh=True)
    record = play.book.of(lost)
    assert record
    play.board.show(lost)
    play.board.draw(record)
    play.board.count_down(record, 1)
    record.outcome, record.due = Outcome("x"), True
    play.board.settle(record)
    assert (play.told, play.settled, await play.board.page_of(record)) == ([], [], "")


async def test_a_call_runs_for_the_page_it_stands_in() -> None:
    play = Play()
    assert await play.board.page_of(play.record) == "A page"
    assert await play.board.page_of(Record("chat", "m1", CALL)) == ""


async def test_a_page_that_hangs_does_not_keep_a_call_from_running(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play()

    async def never() -> str:
        await asyncio.Event().wait()
        return ""

    monkeypatch.setattr(module, "PATIENCE", 0)
    monkeypatch.setattr(play.pages[0].document, "page_title", never)
    assert await play.board.page_of(play.record) == "A page"


def answering(play: Play, answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(function: str, *arguments: Any) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(play.pages[0].document, "ask", ask)


async def test_something_is_outlined_in_a_page_that_shows_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play()
    answering(play, {"problems": ["", "there is no picture"]}, monkeypatch)
    marks = [Mark("Send"), Mark(box=(0, 0, 1, 1))]
    assert await play.board.highlighter(play.record)(marks, 3) == ["", "there is no picture"]


@pytest.mark.parametrize("answer", [PlaywrightError("gone"), TimeoutError(), {"problems": []}])
async def test_a_page_that_gives_no_answer_outlines_nothing(
    answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Play()
    answering(play, answer, monkeypatch)
    assert await play.board.highlighter(play.record)([Mark("Send")], 3) == [
        "the page is gone, or gives no answer"
    ]


async def test_where_no_page_shows_the_call_nothing_is_outlined() -> None:
    play = Play()
    highlight = play.board.highlighter(Record("chat", "m1", CALL))
    assert await highlight([Mark("Send")], 3) == ["the page is gone, or gives no answer"]

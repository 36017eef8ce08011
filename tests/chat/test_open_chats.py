from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Error as PlaywrightError

from overlay.calls.call import Block, Call
from overlay.calls.outcome import Progress
from overlay.chat import open_chats as module
from overlay.chat.open_chats import NO_ANSWER
from overlay.tools.context import OutlineTarget
from tests.support.scene import PlayedPage, Scene, call


class Play:
    """A call that two pages show."""

    def __init__(self) -> None:
        self.scene = Scene()
        self.chats = self.scene.parts.chats
        self.updates = self.scene.parts.updates
        self.pages: list[PlayedPage] = [self.scene.page(name=name) for name in ("one", "two")]
        for page in self.pages:
            page.show(call(), live=False)
        self.call = self.pages[0].block.call
        self.scene.told.clear()

    def answering(self, answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        async def ask(function: str, *arguments: Any) -> Any:
            if isinstance(answer, Exception):
                raise answer
            return answer

        monkeypatch.setattr(self.pages[0].document, "ask", ask)


def test_two_pages_show_the_same_call() -> None:
    play = Play()
    assert play.pages[1].block.call is play.call


def test_a_new_status_is_drawn_in_every_page() -> None:
    play = Play()
    play.updates.move(play.call, "running")
    assert [page.looks()[-1].view.status for page in play.pages] == ["running", "running"]


def test_a_new_status_is_reported_for_every_page() -> None:
    play = Play()
    play.updates.move(play.call, "running")
    assert play.scene.kinds() == ["running", "running"]


def test_a_call_that_left_one_page_goes_on_in_the_other() -> None:
    play = Play()
    play.pages[0].remove(1)
    play.updates.move(play.call, "running")
    assert play.pages[1].looks()[-1].view.status == "running"


def test_progress_is_drawn_and_not_reported() -> None:
    play = Play()
    play.updates.progress(play.call, Progress(text="half"))
    assert [page.looks()[-1].view.note for page in play.pages] == ["half", "half"]
    assert play.scene.told == []


def test_a_countdown_is_shown_in_every_page() -> None:
    play = Play()
    play.updates.count_down(play.call, 2)
    assert all(page.looks()[-1].view.countdown for page in play.pages)


def test_a_closed_page_shows_no_block() -> None:
    play = Play()
    for page in play.pages:
        page.close()
    assert play.chats.shown(play.call) == []


async def test_a_call_has_the_title_of_a_page_that_shows_it() -> None:
    play = Play()
    assert await play.chats.title_of(play.call) == "A page"


async def test_a_call_that_no_page_shows_has_no_title() -> None:
    assert await Play().chats.title_of(Call()) == ""


async def test_a_page_that_hangs_does_not_keep_a_call_from_running(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play()

    async def never() -> str:
        await asyncio.Event().wait()
        return ""

    monkeypatch.setattr(module, "PATIENCE", 0)
    monkeypatch.setattr(play.pages[0].document, "page_title", never)
    assert await play.chats.title_of(play.call) == "A page"


async def test_a_block_in_no_open_page_may_show_any_of_the_others() -> None:
    assert await Play().chats.relations_of(Block(1, 0, document_id="gone"), [Block(2, 0)]) == ["unsure"]


async def test_something_is_outlined_in_a_page_that_shows_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play()
    play.answering({"problems": ["", "there is no picture"]}, monkeypatch)
    marks = [OutlineTarget("Send"), OutlineTarget(box=(0, 0, 1, 1))]
    assert await play.chats.highlighter(play.call)(marks, 3) == ["", "there is no picture"]


@pytest.mark.parametrize("answer", [PlaywrightError("gone"), TimeoutError(), {"problems": []}])
async def test_a_page_that_gives_no_answer_outlines_nothing(
    answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Play()
    play.answering(answer, monkeypatch)
    assert await play.chats.highlighter(play.call)([OutlineTarget("Send")], 3) == [NO_ANSWER]


async def test_where_no_page_shows_the_call_nothing_is_outlined() -> None:
    assert await Play().chats.highlighter(Call())([OutlineTarget("Send")], 3) == [NO_ANSWER]


async def test_a_page_that_shows_the_call_is_enough_while_another_page_hangs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = Play()

    async def hangs(function: str, *arguments: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(play.pages[0].document, "ask", hangs)
    async with asyncio.timeout(5):  # less than the time limit of a question
        assert await play.chats.visibility_of(play.call) == "plain"

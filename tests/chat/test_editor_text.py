from __future__ import annotations

import asyncio
from typing import Any

import pytest

from observers.commands import SetFullText
from observers.document import Document
from observers.protocol import BlockOpened, TextDelta
from overlay.chat.editor_text import EditorTextFetcher
from overlay.chat.unit_reader import UnitReader
from tests.support.scene import PlayedDocument, call, idle


class Editor:
    """The page's editor: answers when it is let."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.text: str | None = "whole"
        self.let = asyncio.Event()
        self.let.set()
        self.fault: Exception | None = None

    async def __call__(self, document: Document, unit: int) -> str | None:
        self.asked.append(unit)
        await self.let.wait()
        if self.fault:
            raise self.fault
        return self.text


def reader(text: str, *, gapped: bool = True, **about: Any) -> UnitReader:
    given: dict[str, Any] = {
        "kind": "fence",
        "role": "assistant",
        "language": "xml",
        "turn": 1,
        "message": "m",
    }
    made = UnitReader(BlockOpened(k="open", id=3, live=True, held=False, **(given | about)))
    made.take(TextDelta(k="text", id=3, at=0, text=text, length=len(text), gapped=gapped))
    return made


@pytest.fixture
def page() -> PlayedDocument:
    return PlayedDocument("tab", "https://chat.example/")


@pytest.fixture
def editor() -> Editor:
    return Editor()


@pytest.mark.parametrize("text", [call()[:30], call(), ""])
async def test_the_full_text_of_a_block_that_may_hold_a_call_is_fetched(
    page: PlayedDocument, editor: Editor, text: str
) -> None:
    EditorTextFetcher(page, editor).text_changed(reader(text))
    await idle()
    assert page.of(SetFullText) == [SetFullText(unit=3, text="whole")]


@pytest.mark.parametrize(
    "text",
    [
        reader(call(), gapped=False),
        reader("print(1)"),
        reader(call(), role="user"),
    ],
    ids=["no gap", "no call", "the person's own"],
)
async def test_the_full_text_of_a_block_is_not_fetched_where_it_is_not_needed(
    page: PlayedDocument, editor: Editor, text: UnitReader
) -> None:
    EditorTextFetcher(page, editor).text_changed(text)
    await idle()
    assert editor.asked == []


async def test_a_block_without_an_editor_is_left_unchanged(page: PlayedDocument, editor: Editor) -> None:
    editor.text = None
    EditorTextFetcher(page, editor).text_changed(reader(call()))
    await idle()
    assert editor.asked == [3]
    assert page.posted == []


async def test_while_one_question_is_open_no_second_is_asked(page: PlayedDocument, editor: Editor) -> None:
    editor.let.clear()
    wholes, text = EditorTextFetcher(page, editor), reader(call())
    wholes.text_changed(text)
    wholes.text_changed(text)
    await idle()
    assert editor.asked == [3]
    wholes.close()


async def test_the_text_of_a_block_that_changed_meanwhile_is_fetched_once_more(
    page: PlayedDocument, editor: Editor
) -> None:
    editor.let.clear()
    wholes, text = EditorTextFetcher(page, editor), reader(call())
    wholes.text_changed(text)
    await idle()
    wholes.text_changed(text)
    wholes.text_changed(text)
    editor.let.set()
    await idle()
    assert editor.asked == [3, 3]


async def test_the_text_of_a_block_can_be_fetched_again(page: PlayedDocument, editor: Editor) -> None:
    wholes, text = EditorTextFetcher(page, editor), reader(call())
    wholes.text_changed(text)
    await idle()
    wholes.text_changed(text)
    await idle()
    assert editor.asked == [3, 3]


async def test_a_failure_is_written_down_and_ends_the_question(
    page: PlayedDocument, editor: Editor, caplog: pytest.LogCaptureFixture
) -> None:
    editor.fault = ZeroDivisionError("here")
    EditorTextFetcher(page, editor).text_changed(reader(call()))
    await idle()
    assert "the whole text of a block" in caplog.text


async def test_a_document_that_closes_is_asked_nothing_more(page: PlayedDocument, editor: Editor) -> None:
    editor.let.clear()
    wholes = EditorTextFetcher(page, editor)
    wholes.text_changed(reader(call()))
    await idle()
    wholes.close()
    editor.let.set()
    await idle()
    assert page.posted == []


async def test_a_text_that_was_fetched_is_refreshed_once_for_each_length(
    page: PlayedDocument, editor: Editor
) -> None:
    texts, text = EditorTextFetcher(page, editor), reader(call()[:30])
    texts.text_changed(text)
    await idle()
    assert texts.refresh(text)
    await idle()
    assert not texts.refresh(text)
    text.take(TextDelta(k="text", id=3, at=30, text="more", length=34, gapped=False))
    assert texts.refresh(text)
    await idle()
    assert editor.asked == [3, 3, 3]


async def test_a_text_that_was_never_fetched_is_not_refreshed(page: PlayedDocument, editor: Editor) -> None:
    assert not EditorTextFetcher(page, editor).refresh(reader(call(), gapped=False))


async def test_a_text_that_left_the_page_is_not_refreshed(page: PlayedDocument, editor: Editor) -> None:
    texts, text = EditorTextFetcher(page, editor), reader(call(), gapped=False)
    texts.text_changed(reader(call()))
    await idle()
    texts.forget(3)
    assert not texts.refresh(text)


async def test_a_text_that_the_page_does_not_give_is_read_by_scrolling_once_it_no_longer_grows(
    page: PlayedDocument, editor: Editor
) -> None:
    scrolled = Editor()
    texts, text = EditorTextFetcher(page, editor, scrolled), reader(call()[:30])
    editor.text = None
    texts.text_changed(text)
    await idle()
    assert scrolled.asked == []
    scrolled.let.clear()
    assert texts.refresh(text)
    await idle()
    assert texts.refresh(text), "the text is still being read"
    scrolled.let.set()
    await idle()
    assert scrolled.asked == [3]
    assert page.of(SetFullText) == [SetFullText(unit=3, text="whole")]
    assert not texts.refresh(text)

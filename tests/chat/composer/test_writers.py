from __future__ import annotations

import asyncio
from typing import Any

import pytest

from observers.document import Document
from overlay.chat.composer import writers
from overlay.chat.composer.writers import PIECE, TYPED_AT_MOST, BoxWriter, Kind, UserInterrupted
from tests.chat.conftest import Room, once

SMALL, BIG = 10, TYPED_AT_MOST + 1


def ways(writer: BoxWriter, kind: Kind, size: int) -> list[str]:
    return [way.__name__ for way in writer.strategies(kind, size)]


async def test_each_kind_of_box_has_its_ways(room: Room) -> None:
    wrong: list[object] = []
    cells: list[tuple[Any, ...]] = [
        ("textarea", SMALL, ["set", "type"]),
        ("input", BIG, ["set", "type"]),
        ("bare", BIG, ["write", "type_lines"]),
        ("editor", SMALL, ["append", "type", "type_lines", "append_paragraphs"]),
        ("editor", BIG, ["append_paragraphs", "append"]),
        ("eager", BIG, ["append_whole", "paste", "type", "type_lines"]),
        ("pasted", BIG, ["paste", "append_whole", "type_lines"]),
        ("rich", BIG, ["append", "paste", "type", "type_lines"]),
        ("none", SMALL, []),
    ]
    for kind, size, names in cells:
        if (found := ways(BoxWriter(await room.document("")), kind, size)) != names:
            wrong.append((kind, size, found))
    assert wrong == []


RICH = "<div id=box contenteditable=true style='min-height: 80px; white-space: pre-wrap'>{}</div>"
HEARD = """<script>window.heard = []; document.getElementById("box").addEventListener("beforeinput",
    (event) => heard.push([event.inputType, (event.data ?? "").length]));</script>"""


@pytest.mark.thorough
async def test_a_large_text_is_typed_in_pieces(room: Room) -> None:
    document = await room.document(RICH.format("<p>a</p>") + HEARD)
    await BoxWriter(document).append("", "x" * (3 * PIECE + 500))
    assert await room.page.evaluate("heard.map(([, size]) => size)") == [PIECE, PIECE, PIECE, 500]


async def test_a_text_that_must_stay_in_one_piece_is_typed_in_one_piece(room: Room) -> None:
    document = await room.document(RICH.format("<p>a</p>") + HEARD)
    await BoxWriter(document).append_whole("", "x" * (3 * PIECE + 500))
    assert await room.page.evaluate("heard") == [["insertText", 3 * PIECE + 500]]


async def test_typing_that_takes_too_long_is_given_up(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    document = await room.document(RICH.format("<p>a</p>"))
    monkeypatch.setattr(writers, "TYPING_TIME", 0)
    with pytest.raises(TimeoutError):
        await BoxWriter(document).append("", "more")


LINES = """const box = document.getElementById("box"); return [...box.children].map((line) => `${line.localName} ${line.textContent}`);"""


async def added_lines(document: Document, room: Room, added: str) -> list[str]:
    await BoxWriter(document).append_paragraphs("", added)
    return await room.page.evaluate(f"() => {{ {LINES} }}")


EDITOR = RICH.replace("id=box", "id=box class=ProseMirror")


@pytest.mark.thorough
async def test_lines_are_added_behind_the_text_of_an_editor(room: Room) -> None:
    wrong: list[object] = []
    for html, added, lines in [
        ("<p><br></p>", "a\n\nb", ["p a", "p ", "p b"]),
        ("<p>draft</p>", "\n\na", ["p draft", "p ", "p a"]),
        ("<div>draft</div>", "\na", ["div draft", "div a"]),
        ("<ul><li>draft</li></ul>", "\na", ["ul draft", "p a"]),
    ]:
        if (found := await added_lines(await room.document(EDITOR.format(html)), room, added)) != lines:
            wrong.append((html, added, found))
    assert wrong == []


async def test_a_code_editor_is_given_its_lines_as_one_text(room: Room) -> None:
    document = await room.document(
        RICH.replace("id=box", "id=box class=cm-content").format("<div class=cm-line>draft</div>")
    )
    assert await added_lines(document, room, "\n\na") == ["div draft\n\na"]


async def test_no_line_is_added_in_a_message_box_without_a_known_editor(room: Room) -> None:
    assert await added_lines(await room.document(RICH.format("<p>draft</p>")), room, "\na") == ["p draft"]


@pytest.mark.thorough
async def test_lines_can_be_typed_one_by_one(room: Room) -> None:
    document = await room.document(RICH.format("<p>old</p>") + HEARD)
    async with asyncio.timeout(20):
        await BoxWriter(document).type_lines("a\n\nb", "")
    assert [kind for kind, _ in await room.page.evaluate("heard")] == [
        "deleteContentBackward",
        "insertLineBreak",
        "deleteContentBackward",
        "insertText",
        "insertLineBreak",
        "insertLineBreak",
        "insertText",
    ]


async def test_no_line_is_typed_if_a_line_end_can_not_be_typed(room: Room) -> None:
    none = """<script>document.getElementById("box").addEventListener("keydown",
        (event) => event.key === "Enter" && event.preventDefault());</script>"""
    document = await room.document(RICH.format("<p>old</p>") + HEARD + none)
    await BoxWriter(document).type_lines("a\nb", "")
    assert await room.page.evaluate("heard.map(([kind]) => kind)") == ["deleteContentBackward"]


async def test_the_writer_looks_for_an_interruption_before_each_further_piece(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = await room.document(RICH.format("<p>a</p>") + "<input id=find>" + HEARD)
    once(monkeypatch, BoxWriter, "_insert_text", lambda: room.page.focus("#find"), at=2)
    with pytest.raises(UserInterrupted):
        await BoxWriter(document).append("", "x" * (5 * PIECE))
    assert await room.page.evaluate("heard.length") == 2

"""A result that is inserted while the user types: no letter is inside of the result, and none is lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from observers.cdp import call
from overlay.chat.composer.composer import IN_USE, Composer, ComposerError, Inserted
from overlay.chat.composer.insert_guard import InsertGuard
from overlay.chat.composer.text_compare import equivalent
from overlay.chat.composer.timeouts import ComposerTimeouts
from overlay.chat.composer.writers import BoxWriter
from tests.chat.composer.test_composer import CONTROLLED, RICH, TEXT, TEXTAREA
from tests.chat.composer.test_mounting import LARGE, TAKES_LINES
from tests.chat.composer.test_mounting import RICH as RICH_BOX
from tests.chat.conftest import Room, once
from tests.support.effort import corners

AWAKE = ComposerTimeouts(box=5, keep=0, still=0.3, user=30)
EDITOR = f"""{RICH_BOX}{TAKES_LINES}<button id=send>Send</button><script>window.sent = [];
const box = document.getElementById("box"); send.onclick = () => {{ sent.push(box.innerText); }};</script>"""
BOXES = {"textarea": TEXTAREA, "controlled": CONTROLLED, "bare": RICH, "rich": EDITOR}


async def types(room: Room, text: str) -> None:
    await room.page.click("#box")
    await room.page.keyboard.type(text)


async def read(composer: Composer) -> str:
    return (await composer.state()).text


@pytest.mark.parametrize("name", corners(BOXES, "rich"))
async def test_a_user_who_goes_on_writing_is_left_alone(room: Room, name: str) -> None:
    composer = await room.show(BOXES[name], ComposerTimeouts(still=60, user=0.1))
    await types(room, "my words")
    with pytest.raises(ComposerError, match=IN_USE):
        await composer.insert(TEXT)
    assert equivalent(await read(composer), "my words")


@pytest.mark.thorough
async def test_a_result_is_inserted_once_the_user_has_stopped_typing(room: Room) -> None:
    # Longer than a machine stalls between two keys.
    composer = await room.show(TEXTAREA, replace(AWAKE, still=2))
    await types(room, "my words")
    inserting = asyncio.create_task(composer.insert(TEXT))
    await room.page.keyboard.type(", and more of them")
    assert (await inserting).draft == "my words, and more of them"
    assert await read(composer) == f"my words, and more of them\n\n{TEXT}"


MOMENTS: dict[str, tuple[str, type, str]] = {
    "textarea": (TEXTAREA, BoxWriter, "set"),
    "controlled": (CONTROLLED, BoxWriter, "set"),
    "bare": (RICH, BoxWriter, "write"),
    "rich": (EDITOR, BoxWriter, "_insert_text"),
    "settling": (TEXTAREA, InsertGuard, "hand_back"),
}


@pytest.mark.parametrize("moment", corners(MOMENTS, "textarea", "rich"))
async def test_letters_typed_in_the_moment_of_writing_come_before_the_result(
    room: Room, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    body, owner, name = MOMENTS[moment]
    composer = await room.show(body, AWAKE)
    once(monkeypatch, owner, name, lambda: room.page.keyboard.type("wait"), after=owner is BoxWriter)
    await room.page.click("#box")
    assert await composer.insert(TEXT) == Inserted(TEXT, exact=True, draft="wait")
    assert equivalent(await read(composer), f"wait\n\n{TEXT}")


@pytest.mark.thorough
async def test_letters_typed_between_two_pieces_come_before_the_result(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    composer = await room.show(EDITOR, AWAKE)
    once(monkeypatch, BoxWriter, "_insert_text", lambda: room.page.keyboard.type("wait"), at=3)
    await room.page.click("#box")
    assert await composer.insert(LARGE) == Inserted(LARGE, exact=True, draft="wait")
    assert equivalent(await read(composer), f"wait\n\n{LARGE}")


@pytest.mark.thorough
@pytest.mark.parametrize("name", corners(BOXES, "rich"))
async def test_letters_typed_during_an_insertion_are_at_the_caret_in_the_draft(
    room: Room, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    composer = await room.show(BOXES[name], AWAKE)
    await types(room, "my draft")
    for _ in range(3):
        await room.page.keyboard.press("ArrowLeft")
    once(monkeypatch, InsertGuard, "hand_back", lambda: room.page.keyboard.type("+-"), after=False)
    assert (await composer.insert(TEXT)).draft == "my dr+-aft"
    assert equivalent(await read(composer), f"my dr+-aft\n\n{TEXT}")


async def test_a_user_in_another_box_keeps_their_letters_there(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    composer = await room.show(f"<input id=find>{TEXTAREA}", AWAKE)
    await room.page.click("#find")
    once(monkeypatch, BoxWriter, "set", lambda: room.page.keyboard.type("cats"))
    assert await composer.insert(TEXT) == Inserted(TEXT, exact=True)
    assert [await room.page.input_value(place) for place in ("#find", "#box")] == ["cats", TEXT]


@pytest.mark.thorough
async def test_a_user_who_goes_to_another_box_between_two_pieces_gets_none_of_them(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    composer = await room.show(f"<input id=find>{EDITOR}", AWAKE)
    once(monkeypatch, BoxWriter, "_insert_text", lambda: room.page.click("#find"), at=2)
    assert await composer.insert(LARGE) == Inserted(LARGE, exact=True)
    assert await room.page.input_value("#find") == ""


ENTER = "<script>addEventListener('keydown', (event) => { if (event.key === 'Enter' && !event.shiftKey) sent.push('Enter'); });</script>"


@pytest.mark.parametrize("act", corners(["enter", "button"], "enter"))
async def test_a_user_who_sends_during_an_insertion_sends_no_part_of_the_result(
    room: Room, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    composer = await room.show(EDITOR + ENTER, AWAKE)

    async def sends() -> None:
        await (room.page.keyboard.press("Enter") if act == "enter" else room.page.click("#send"))

    once(monkeypatch, BoxWriter, "_insert_text", sends, at=2)
    assert await composer.insert(LARGE) == Inserted(LARGE, exact=True)
    assert await room.page.evaluate("sent") == []


@pytest.mark.thorough
async def test_a_user_who_interrupts_each_insertion_is_left_alone(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle = InsertGuard.hand_back

    async def disturbed(holding: InsertGuard) -> bool:
        await room.page.keyboard.type("a")
        return await settle(holding)

    monkeypatch.setattr(InsertGuard, "hand_back", disturbed)
    composer = await room.show(TEXTAREA, ComposerTimeouts(still=0, keep=0))
    await room.page.click("#box")
    with pytest.raises(ComposerError, match=IN_USE):
        await composer.insert(TEXT)
    assert await read(composer) == "aaaaa"


async def compose(room: Room, text: str) -> None:
    """The beginning of a word in an input method, as the browser has it from one."""
    session = await room.page.context.new_cdp_session(room.page)
    caret = {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
    await call(session, "Input.imeSetComposition", caret)
    await session.detach()


@pytest.mark.parametrize("name", corners(BOXES, "rich"))
async def test_nothing_is_inserted_while_the_user_composes_a_word(room: Room, name: str) -> None:
    composer = await room.show(BOXES[name], ComposerTimeouts(still=0, user=0.1))
    await room.page.click("#box")
    await compose(room, "ni")
    with pytest.raises(ComposerError, match=IN_USE):
        await composer.insert(TEXT)
    assert equivalent(await read(composer), "ni")


@pytest.mark.thorough
async def test_a_result_is_inserted_after_the_composed_word(room: Room) -> None:
    composer = await room.show(TEXTAREA, AWAKE)
    await room.page.click("#box")
    await compose(room, "ni")
    inserting = asyncio.create_task(composer.insert(TEXT))
    await room.page.keyboard.insert_text("\u4f60")
    await inserting
    assert await read(composer) == f"\u4f60\n\n{TEXT}"


@pytest.mark.parametrize("name", corners(["textarea", "bare", "rich"], "rich"))
async def test_a_word_begun_during_an_insertion_comes_before_the_result(
    room: Room, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    body, owner, method = MOMENTS[name]
    composer = await room.show(body, AWAKE)
    once(monkeypatch, owner, method, lambda: compose(room, "ni"))
    once(
        monkeypatch,
        InsertGuard,
        "wait_for_composition",
        lambda: room.page.keyboard.insert_text("\u4f60"),
        after=False,
    )
    await room.page.click("#box")
    await composer.insert(TEXT)
    assert equivalent(await read(composer), f"\u4f60\n\n{TEXT}")


async def test_a_composed_word_that_the_user_does_not_end_is_ended(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    composer = await room.show(TEXTAREA, ComposerTimeouts(keep=0, still=0, user=0.1))
    once(monkeypatch, BoxWriter, "set", lambda: compose(room, "ni"))
    await room.page.click("#box")
    await composer.insert(TEXT)
    assert await read(composer) == f"ni\n\n{TEXT}"


async def test_the_end_of_an_insertion_does_nothing_if_the_page_went_away(room: Room) -> None:
    holding = InsertGuard(await room.document(TEXTAREA))
    assert await holding.begin(0)
    await room.document("<p>another</p>")
    await holding.end()

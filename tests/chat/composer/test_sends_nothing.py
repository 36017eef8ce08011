"""Writing into a box never sends: not where Enter does, and not where Shift+Enter does too."""

from __future__ import annotations

import pytest

from overlay.chat.composer.composer import ComposerError, Inserted
from overlay.chat.composer.text_compare import one_line
from tests.chat.composer.test_composer import (
    PARAGRAPHS,
    RICH,
    SHOUTS,
    TEXT,
    TEXTAREA,
)
from tests.chat.composer.test_mounting import LARGE, TAKES_LINES
from tests.chat.composer.test_mounting import RICH as EDITOR
from tests.chat.conftest import Room

SENDS = """<script>
const sends = (event) => { event.preventDefault(); event.stopImmediatePropagation(); window.pressed.push(event.type); };
window.pressed = [];
addEventListener("keydown", (event) => { if (event.key === "Enter" && !SHIFT) sends(event); }, true);
addEventListener("beforeinput", (event) => { if (event.inputType === "insertParagraph") sends(event); }, true);
addEventListener("submit", sends, true);
addEventListener("click", sends, true);
</script>"""
ENTER = SENDS.replace("SHIFT", "event.shiftKey")
EVEN_WITH_SHIFT = """<script>window.pressed = [];
addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  if (document.getElementById("box").innerText.trim()) pressed.push("Enter");
});</script>"""
LINE = "<form><input id=box><button id=send>Send</button></form>"
BOXES = {
    "textarea": TEXTAREA,
    "bare": RICH,
    "paragraphs": PARAGRAPHS,
    "shouts": SHOUTS,
    "input": LINE,
}


async def sends(room: Room) -> object:
    return await room.page.evaluate("pressed")


async def test_writing_presses_nothing_that_sends(room: Room) -> None:
    wrong: list[object] = []
    for body in BOXES.values():
        composer = await room.show(ENTER + body)
        try:
            await composer.insert(TEXT)
        except ComposerError:
            if body != SHOUTS:
                wrong.append((body, body))
        if (found := await sends(room)) != []:
            wrong.append((body, found))
    assert wrong == []


@pytest.mark.thorough
async def test_a_large_text_presses_nothing_that_sends(room: Room) -> None:
    composer = await room.show(ENTER + EDITOR + TAKES_LINES)
    await composer.insert(LARGE)
    assert await sends(room) == []


@pytest.mark.thorough
async def test_where_shift_and_enter_send_the_result_goes_in_on_one_line(room: Room) -> None:
    composer = await room.show(EVEN_WITH_SHIFT + PARAGRAPHS)
    assert await composer.insert(TEXT) == Inserted(one_line(TEXT), exact=False)
    assert await sends(room) == []

"""Boxes and pages that come late, are made anew, or go, while a result is put in."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser

from observers.page_bridge import Bridge
from overlay.chat.composer.composer import BOX_GONE, CHANGED, PAGE_LEFT, SENT, ComposerError, Inserted
from overlay.chat.composer.text_compare import equivalent
from overlay.chat.composer.timeouts import ComposerTimeouts
from overlay.chat.composer.writers import TYPED_AT_MOST, BoxWriter
from tests.chat.composer.test_composer import TEXT
from tests.chat.conftest import SITE, Room, once

MOUNTING = ComposerTimeouts(box=20, keep=0.02, still=0, user=20)
AREA = "<textarea id=box></textarea>"
RICH = "<div id=box contenteditable=true style='min-height: 80px; white-space: pre-wrap'><pre></pre></div>"
TAKES_LINES = """<script>
document.addEventListener("beforeinput", (event) => {
  const box = event.target;
  if (box.id !== "box" || !box.isContentEditable || !event.data?.includes("\\n")) return;
  event.preventDefault();
  const pre = box.querySelector("pre") ?? box.appendChild(document.createElement("pre"));
  pre.textContent += event.data;
  getSelection().selectAllChildren(box);
  getSelection().collapseToEnd();
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
});
</script>"""
"""A rich box that takes lines as they are, as editors do."""
LARGE = "".join(f"line {number} of a result\n" for number in range(1000)).rstrip()
assert len(LARGE) > TYPED_AT_MOST
PAGE = (
    """<main></main><button id=send>Send</button><script>
window.sent = [];
const main = document.querySelector("main");
const read = () => main.firstElementChild.value ?? main.firstElementChild.innerText;
addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.shiftKey) sent.push("Enter"); });
document.querySelector("#send").onclick = () => sent.push("click");
const show = (html, text) => {
  main.innerHTML = html;
  const made = main.firstElementChild;
  if (text && made.value === undefined) (made.querySelector("pre") ?? made).textContent = text;
  else if (text) made.value = text;
  made.addEventListener("input", () => heard(made));
};
let count = 0;
const heard = (made) => { count += 1; HEARD };
show(`BOX`);
</script>"""
    + TAKES_LINES
)
NOW, LATER = "{}", "setTimeout(() => {{ {} }})"


def page(box: str, heard: str = "") -> str:
    return PAGE.replace("BOX", box).replace("HEARD", heard)


async def stands(room: Room) -> str:
    return str(await room.page.evaluate("read()"))


async def test_a_box_that_is_mounted_late_is_waited_for(room: Room) -> None:
    body = f"<main></main><script>setTimeout(() => {{ document.querySelector('main').innerHTML = '{AREA}'; }}, 100);</script>"
    composer = await room.show(body, MOUNTING)
    assert await composer.insert(TEXT) == Inserted(TEXT, exact=True)


async def test_in_a_box_that_is_remounted_the_result_is_there_once(room: Room) -> None:
    wrong: list[object] = []
    for when in [NOW, LATER]:
        for text in ["made.value ?? made.innerText", "''"]:
            for box in [AREA, RICH]:
                again = when.format(f"show(`{box}`, {text});")
                composer = await room.show(page(box, f"if (count === 1) {again}"), MOUNTING)
                if (found := await composer.insert(TEXT)) != Inserted(TEXT, exact=True):
                    wrong.append((when, text, box, found))
                if not (equivalent(await stands(room), TEXT)):
                    wrong.append((when, text, box))
    assert wrong == []


@pytest.mark.thorough
async def test_a_box_that_is_remounted_before_it_is_read_back_holds_the_result_too(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    composer = await room.show(page(AREA), MOUNTING)
    once(monkeypatch, BoxWriter, "set", lambda: room.page.evaluate(f"show(`{AREA}`)"))
    assert await composer.insert(TEXT) == Inserted(TEXT, exact=True)
    assert await stands(room) == TEXT


@pytest.mark.thorough
async def test_half_a_result_in_a_new_message_box_is_removed_before_the_result_is_inserted(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = RICH.replace("id=box", "id=box class=ProseMirror")
    composer = await room.show(page(box), MOUNTING)
    once(
        monkeypatch,
        BoxWriter,
        "append_paragraphs",
        lambda: room.page.evaluate(f"show(`{box}`, 'half of it')"),
    )
    assert await composer.insert(LARGE) == Inserted(LARGE, exact=True)


@pytest.mark.thorough
async def test_a_field_that_becomes_a_rich_box_at_back_ticks_holds_the_result_once(room: Room) -> None:
    wrong: list[object] = []
    for text in ["text", "''"]:
        for when in [NOW, LATER]:
            rich = "<div id=box contenteditable=true style='white-space: pre-wrap; min-height: 80px'></div>"
            swap = when.format(f'show("{rich}", {text});')
            code = f"const text = made.value; if (text?.includes('```')) {swap}"
            composer = await room.show(page(AREA, code), MOUNTING)
            result = f"{TEXT}\n```\ncode\n```"
            if (found := await composer.insert(result)) != Inserted(result, exact=True):
                wrong.append((text, when, found))
            if not (equivalent(await stands(room), result)):
                wrong.append((text, when))
    assert wrong == []


@pytest.mark.thorough
async def test_a_box_that_is_remounted_between_two_pieces_holds_the_whole_once(room: Room) -> None:
    wrong: list[object] = []
    for text in ["made.innerText", "''"]:
        composer = await room.show(page(RICH, f"if (count === 2) show(`{RICH}`, {text});"), MOUNTING)
        if (found := await composer.insert(LARGE)) != Inserted(LARGE, exact=True):
            wrong.append((text, found))
        if not (equivalent(await stands(room), LARGE)):
            wrong.append(text)
    assert wrong == []


@pytest.mark.thorough
async def test_a_draft_is_there_once_before_the_result_in_the_new_box(room: Room) -> None:
    again = f"setTimeout(() => show(`{AREA}`, made.value));"
    composer = await room.show(page(AREA, f"if (count === 9) {again}"), MOUNTING)
    await room.page.click("#box")
    await room.page.keyboard.type("my draft")
    assert await composer.insert(TEXT) == Inserted(TEXT, exact=True, draft="my draft")
    assert await stands(room) == f"my draft\n\n{TEXT}"


@pytest.mark.thorough
async def test_nothing_is_sent_if_the_message_box_goes_for_good_and_an_error_says_so(room: Room) -> None:
    wrong: list[object] = []
    for box, text in [(AREA, TEXT), (RICH, TEXT), (RICH, LARGE)]:
        gone = "main.replaceChildren();"
        composer = await room.show(page(box, gone), ComposerTimeouts(box=0.1, still=0, user=5))
        try:
            await composer.insert(text)
        except ComposerError as error:
            if not re.search(BOX_GONE, str(error)):
                wrong.append((box, text, str(error)))
        else:
            wrong.append((box, text, "nothing was raised"))
        if (found := await room.page.evaluate("sent")) != []:
            wrong.append((box, text, found))
    assert wrong == []


@pytest.mark.thorough
async def test_a_box_that_is_remounted_each_time_is_given_up(room: Room) -> None:
    composer = await room.show(
        page(AREA, f"show(`{AREA}`);"), ComposerTimeouts(box=1, keep=0, still=0, user=5)
    )
    with pytest.raises(ComposerError, match=CHANGED):
        await composer.insert(TEXT)
    assert await stands(room) == ""


async def test_a_site_that_sends_what_is_put_in_automatically_gets_it_once(room: Room) -> None:
    turn = "const turn = document.createElement('p'); turn.className = 'u'; document.body.append(turn);"
    code = f"const text = made.value; if (text) {{ sent.push(text); {turn} made.value = ''; }}"
    composer = await room.show(page(AREA, code), MOUNTING)
    with pytest.raises(ComposerError, match=SENT):
        await composer.insert(TEXT)
    assert await room.page.evaluate("sent") == [TEXT]


async def test_a_site_that_sends_it_and_takes_its_box_away_is_no_box_that_vanished(room: Room) -> None:
    turn = "const turn = document.createElement('p'); turn.className = 'u'; document.body.append(turn);"
    composer = await room.show(
        page(AREA, f"{turn} main.replaceChildren();"), ComposerTimeouts(box=0.1, keep=0)
    )
    with pytest.raises(ComposerError, match=SENT):
        await composer.insert(TEXT)


FOCUSED = f"""{RICH}{TAKES_LINES}<script>window.pieces = 0;
const box = document.getElementById("box");
box.focus();
box.addEventListener("input", () => {{ pieces += 1; }});</script>"""
"""A box that has the focus as soon as it is there."""


async def test_a_page_that_is_reloaded_between_two_pieces_gets_none_of_the_others(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    composer = await room.show(FOCUSED, MOUNTING)
    once(monkeypatch, BoxWriter, "_insert_text", room.page.reload, at=2)
    with pytest.raises(ComposerError, match=PAGE_LEFT):
        await composer.insert(LARGE)
    assert await room.page.evaluate("[box.innerText.trim(), pieces]") == ["", 0]


@pytest.mark.thorough
async def test_a_tab_that_is_closed_between_two_pieces_is_a_page_that_went_away(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = await browser.new_context()
    room = Room(await context.new_page())
    bridge = Bridge(context, {"profile": SITE.for_page(), "openers": [], "inspectable": False}, room)
    await bridge.start()
    composer = await room.show(FOCUSED, MOUNTING)
    once(monkeypatch, BoxWriter, "_insert_text", room.page.close, at=2)
    with pytest.raises(ComposerError, match=PAGE_LEFT):
        await composer.insert(LARGE)
    await bridge.stop()
    await context.close()

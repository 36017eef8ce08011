"""Answers that a page shows complete, or late: they follow a message of the user, so they are no history."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import product

import pytest
from playwright.async_api import Browser

from overlay.sites.loader import SiteProfile
from tests.acceptance.chat_kinds import ASKED, SILENT, SITE, TEXT, Room, opened
from tests.injected.pages import PageSite
from tests.support.scene import call

ANSWER = f"I look.\n\n```xml\n{TEXT}```\n\nThat was it."
CONTROL = ANSWER.replace(TEXT, call(text="control", call_id="2"))
DRAWS = """
const block = (code) => make("pre", {}, make("code", { textContent: code }));
DRAW.whole = (turn, text, more) => {
    if (!more) turn.replaceChildren(...parts(text).map(({ words, code }) => words !== undefined ? make("p", { textContent: words }) : block(code)));
};
DRAW.late = (turn, text, more) => {
    if (more) return void (turn.textContent = "I look.");
    setTimeout(() => DRAW.whole(turn, text, false), 750);
};
const show = (text) => { const turn = make("div", { className: "bot" }); DRAW.whole(turn, text, false); main.append(turn); };
window.old = (asked, text) => { say(asked); show(text); };
window.later = (time, work) => { window.drawn = pause(time).then(work); };
"""
SENDS = {
    "the block comes after the streaming sign": (
        SITE,
        "(words) => { say(words); answer(%r, { draw: 'late' }); }",
    ),
    "the answer comes complete at the end": (
        SITE,
        "(words) => { say(words); answer(%r, { draw: 'whole', step: 30 }); }",
    ),
    "no streaming sign, and the answer comes complete": (
        SILENT,
        "(words) => { say(words); setTimeout(() => show(%r), 500); }",
    ),
    "question and answer come at once": (SILENT, "(words) => setTimeout(() => old(words, %r), 500)"),
    "the page draws all its messages again": (
        SILENT,
        "(words) => setTimeout(() => { const html = main.innerHTML; main.replaceChildren(); main.innerHTML = html; old(words, %r); }, 500)",
    ),
}
"""How a page shows the answer to the message that was sent."""
CELLS = list(product(SENDS, [True, False]))
CORNERS = [
    ("the block comes after the streaming sign", True),
    ("the page draws all its messages again", True),
]


def script(name: str, answer: str = ANSWER) -> str:
    return SENDS[name][1] % answer


@pytest.fixture(scope="module")
async def rooms(browser: Browser, pages: PageSite) -> AsyncIterator[dict[str, Room]]:
    """A companion for each profile, by whether the site shows a sign while an answer is written."""
    contexts = [await browser.new_context() for _ in range(2)]
    async with (
        opened(contexts[0], pages, DRAWS, profile=SITE) as signed,
        opened(contexts[1], pages, DRAWS, profile=SILENT) as silent,
    ):
        yield {SITE.streaming: signed, SILENT.streaming: silent}
    for context in contexts:
        await context.close()


async def runs_after_control(room: Room, site: SiteProfile) -> list[str]:
    """Send one more message, whose call runs; return all calls that ran until then."""
    await room.send("And now the other one", script(CONTROL_OF[site.streaming], CONTROL))
    await room.until(
        lambda blocks: (
            ("control", "done") in [(block.arguments.get("text"), block.status) for block in blocks]
        )
    )
    return list(room.ran)


CONTROL_OF = {
    SITE.streaming: "the answer comes complete at the end",
    SILENT.streaming: "no streaming sign, and the answer comes complete",
}


@pytest.mark.parametrize(
    "cells",
    [CORNERS, pytest.param([cell for cell in CELLS if cell not in CORNERS], marks=pytest.mark.thorough)],
)
async def test_an_answer_to_what_the_user_just_sent_runs_automatically(
    cells: list[tuple[str, bool]], rooms: dict[str, Room]
) -> None:
    """With and without an earlier answer on the page."""
    ran: dict[tuple[str, bool], list[str]] = {}
    for name, earlier in cells:
        room = rooms[SENDS[name][0].streaming]
        await room.anew()
        if earlier:
            await room.page.evaluate("old('Hello there, how are you?', 'Fine, thank you.')")
        await room.send(script=script(name))
        await room.show("done")
        ran[name, earlier] = list(room.ran)
    assert ran == {cell: ["quagga"] for cell in cells}


HISTORY = {
    "nothing was sent": "",
    "the answer before it": "(words) => { const [turn] = document.querySelectorAll('.bot'); turn.remove(); later(100, () => { say(words); main.prepend(turn); }); }",
    "another chat with the same words": "(words) => { history.pushState(null, '', location.pathname + 'other'); main.replaceChildren(); later(300, () => { old('Before it', 'Yes.'); old(words, %r); }); }",
    "older messages above": "(words) => { say(words); later(300, () => { const turn = make('div', { className: 'bot' }); DRAW.whole(turn, %r, false); main.prepend(make('div', { className: 'user', textContent: words }), turn); }); }",
    "other words": "() => later(300, () => old('Something else entirely', %r))",
}


@pytest.mark.parametrize(
    "site",
    [pytest.param(SITE, id="with a sign"), pytest.param(SILENT, id="without", marks=pytest.mark.thorough)],
)
async def test_an_older_call_is_never_taken_for_the_answer_to_a_new_message(
    site: SiteProfile, rooms: dict[str, Room]
) -> None:
    room = rooms[site.streaming]
    found: dict[str, tuple[list[str], list[str]]] = {}
    for name, sends in HISTORY.items():
        await room.anew()
        if name in ("nothing was sent", "the answer before it"):
            await room.page.evaluate("([asked, text]) => old(asked, text)", [ASKED, ANSWER])
        else:
            await room.page.evaluate("old('Hello there, how are you?', 'Fine, thank you.')")
        if sends:
            await room.send(script=sends.replace("%r", repr(ANSWER)))
            await room.page.evaluate("drawn")
        blocks = await room.until(lambda blocks: any(block.status != "streaming" for block in blocks))
        if name == "another chat with the same words":
            await room.rest()  # for a while after a switch, overlay takes each new message for history
        found[name] = [block.status for block in blocks], await runs_after_control(room, site)
    assert found == {name: (["ready"], ["control"]) for name in HISTORY}


@pytest.mark.thorough
async def test_an_answer_that_is_drawn_again_runs_once_and_the_same_call_in_the_next_answer_runs_too(
    rooms: dict[str, Room],
) -> None:
    room = rooms[SILENT.streaming]
    await room.anew()
    await room.send(script=script("no streaming sign, and the answer comes complete"))
    await room.show("done")
    await room.page.evaluate(
        "(text) => { const old = main.lastElementChild; show(text); setTimeout(() => old.remove(), 300); }",
        ANSWER,
    )
    await room.rest()
    assert room.ran == ["quagga"]
    await room.send(
        "Look it up once more for me, it may have changed.",
        script("no streaming sign, and the answer comes complete"),
    )
    await room.until(lambda blocks: [block.status for block in blocks] == ["done", "done"])
    assert room.ran == ["quagga", "quagga"]


TAGGED = '<function_result call_id="1">\nThe first word is quagga.\n</function_result>'
DRAWN = {
    "The first word is quagga.": ["quagga", "control"],
    "#3 The first word is quagga.": ["quagga", "control"],
    "Is it? The first word is quagga.": ["control"],
}


@pytest.mark.thorough
async def test_a_site_may_draw_the_message_that_was_sent_without_its_tags(rooms: dict[str, Room]) -> None:
    room = rooms[SILENT.streaming]
    ran: dict[str, list[str]] = {}
    for drawn, wanted in DRAWN.items():
        await room.anew()
        await room.page.evaluate("old('Hello there, how are you?', 'Fine, thank you.')")
        await room.send(TAGGED, f"() => setTimeout(() => old({drawn!r}, {ANSWER!r}), 300)")
        await room.show("done" if len(wanted) > 1 else "ready")
        ran[drawn] = await runs_after_control(room, SILENT)
    assert ran == DRAWN

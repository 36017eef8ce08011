"""Answers that are shown whole, or late: the message that the user just sent tells them from history."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.async_api import BrowserContext

from overlay.chat.sites.loader import SiteProfile
from tests.acceptance.chat_kinds import ASKED, SILENT, SITE, TEXT, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.support.effort import corners

__all__ = ["own_context", "pages"]

ANSWER = f"I look.\n\n```xml\n{TEXT}```\n\nThat was it."
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
"""
SENDS = {
    "its block comes after the sign": (SITE, "(words) => { say(words); answer(%r, { draw: 'late' }); }"),
    "it comes whole at the end": (SITE, "(words) => { say(words); answer(%r, { draw: 'whole' }); }"),
    "no sign, and it comes whole": (SILENT, "(words) => { say(words); setTimeout(() => show(%r), 500); }"),
    "question and answer come at once": (SILENT, "(words) => setTimeout(() => old(words, %r), 500)"),
    "the page draws all its messages again": (
        SILENT,
        "(words) => setTimeout(() => { const html = main.innerHTML; main.replaceChildren(); main.innerHTML = html; old(words, %r); }, 500)",
    ),
}


def script(name: str) -> str:
    return SENDS[name][1] % ANSWER


@pytest.mark.parametrize(
    ("name", "earlier"),
    corners(
        product(SENDS, [True, False]),
        ("its block comes after the sign", True),
        ("no sign, and it comes whole", True),
        ("question and answer come at once", False),
        ("the page draws all its messages again", True),
    ),
)
async def test_an_answer_to_what_the_user_just_sent_runs_automatically(
    name: str, earlier: bool, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, DRAWS, profile=SENDS[name][0]) as room:
        if earlier:
            await room.page.evaluate("old('Hello there, how are you?', 'Fine, thank you.')")
        await room.send(script=script(name))
        await room.show("done")
        await room.rest()
        assert room.ran == ["quagga"]


HISTORY = {
    "nothing was sent": "",
    "the answer before it": "(words) => { const [turn] = document.querySelectorAll('.bot'); turn.remove(); setTimeout(() => { say(words); main.prepend(turn); }, 100); }",
    "another chat with the same words": "(words) => { history.pushState(null, '', '/c/other'); main.replaceChildren(); setTimeout(() => { old('Before it', 'Yes.'); old(words, %r); }, 300); }",
    "older messages above": "(words) => { say(words); setTimeout(() => { const turn = make('div', { className: 'bot' }); DRAW.whole(turn, %r, false); main.prepend(make('div', { className: 'user', textContent: words }), turn); }, 300); }",
    "other words": "() => setTimeout(() => old('Something else entirely', %r), 300)",
}


@pytest.mark.parametrize("site", [SITE, SILENT], ids=["with a sign", "without"])
@pytest.mark.parametrize("name", HISTORY)
async def test_what_was_there_before_is_never_taken_for_the_answer(
    name: str, site: SiteProfile, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, DRAWS, profile=site) as room:
        if name in ("nothing was sent", "the answer before it"):
            await room.page.evaluate("([asked, text]) => old(asked, text)", [ASKED, ANSWER])
        else:
            await room.page.evaluate("old('Hello there, how are you?', 'Fine, thank you.')")
        if HISTORY[name]:
            await room.send(script=HISTORY[name].replace("%r", repr(ANSWER)))
        blocks = await room.rest()
        assert [block.kind for block in blocks] == ["call"]
        assert room.ran == []


async def test_an_answer_that_is_drawn_again_runs_once(context: BrowserContext, pages: PageSite) -> None:
    async with opened(context, pages, DRAWS, profile=SILENT) as room:
        await room.send(script=script("no sign, and it comes whole"))
        await room.show("done")
        await room.page.evaluate(
            "(text) => { const old = main.lastElementChild; show(text); setTimeout(() => old.remove(), 300); }",
            ANSWER,
        )
        await room.rest()
        assert room.ran == ["quagga"]


async def test_the_same_call_in_the_next_answer_runs_again(context: BrowserContext, pages: PageSite) -> None:
    async with opened(context, pages, DRAWS, profile=SILENT) as room:
        for count, words in enumerate((ASKED, "Look it up once more for me, it may have changed.")):
            await room.send(words, script("no sign, and it comes whole"))
            await room.show(*["done"] * (count + 1))
        assert room.ran == ["quagga", "quagga"]


TAGGED = '<function_result call_id="1">\nThe first word is quagga.\n</function_result>'


@pytest.mark.parametrize(
    ("drawn", "ran"),
    [
        ("The first word is quagga.", ["quagga"]),
        ("#3 The first word is quagga.", ["quagga"]),
        ("Is it? The first word is quagga.", []),
    ],
)
async def test_a_site_may_draw_the_message_that_was_sent_without_its_tags(
    drawn: str, ran: list[str], context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, DRAWS, profile=SILENT) as room:
        await room.page.evaluate("old('Hello there, how are you?', 'Fine, thank you.')")
        await room.send(TAGGED, f"() => setTimeout(() => old({drawn!r}, {ANSWER!r}), 300)")
        await room.show("done" if ran else "ready")
        await room.rest()
        assert room.ran == ran

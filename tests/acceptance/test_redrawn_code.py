"""A site draws the code of an answer again as something else: the call keeps its block, and runs once."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from tests.acceptance.chat_kinds import TEXT, Room, opened
from tests.acceptance.code_forms import FORMS
from tests.injected.pages import PageSite

ANSWER = f"I look.\n\n```xml\n{TEXT}```\n\nThat was it."
CODE = TEXT.rstrip("\n")
# What each look of the page finds. `bare`: for how many looks, 25 ms apart, a text of the call was hidden without a block.
LOOKS = """
const CODE = "pre, .cm-editor, code.bare, table";
const drawn = (element) => element.checkVisibility({ visibilityProperty: true });
const codes = () => [...document.querySelectorAll(CODE)]
    .filter((one) => one.textContent.includes("function_calls") && !one.parentElement.closest(CODE));
window.bare = { now: 0, most: 0 };
const note = () => {
    const hidden = codes().some((one) => !drawn(one)) && !hosts().length;
    bare.now = hidden ? bare.now + 1 : 0;
    bare.most = Math.max(bare.most, bare.now);
    setTimeout(note, 25);
};
note();
// Resolves once the last code is hidden behind the only block, in many looks in a row.
window.settled = () => new Promise((go) => {
    let times = 0;
    const look = () => {
        times = hosts().length === 1 && codes().every((one) => !drawn(one)) ? times + 1 : 0;
        if (times > 8) go();
        else requestAnimationFrame(look);
    };
    look();
});
// An editor that is made anew with each token, and draws only the first lines of its text.
DRAW["an editor anew in part"] = (turn, text) => {
    const { code = "" } = parts(text).find((part) => part.code !== undefined) ?? {};
    const lines = code.split("\\n");
    const view = FORMS["an editor"](lines.slice(0, 3).join("\\n"));
    const drawn = view.querySelector(".cm-content");
    drawn.cmTile = { view: { state: { doc: code } } };
    if (lines.length > 3) drawn.append(make("div", { className: "cm-gap" }));
    turn.replaceChildren(make("p", { textContent: "I look." }), view);
};
window.redraw = async (how, form, code) => { await REDRAWS[how](form, code); };
"""
HALF_A_SECOND = 20
"""Looks of the page, 25 ms apart."""
REDRAWN = {
    "at once": ("a pre", "an editor"),
    "first removed": ("an editor", "a pre with words"),
    "faded": ("a bare code", "an editor"),
    "the whole block": ("a table", "a viewer without code"),
    "the whole message": ("a pre", "an editor"),
    "wrapped": ("an editor", "an editor"),
}
OTHERS = {
    "first added": ("a viewer in a pre", "a bare code"),
    "filled later": ("a pre", "a viewer"),
    "in place": ("a pre", "a viewer with breaks"),
    "with other space": ("a pre", "an editor"),
    "moved": ("a pre", "a pre"),
    "much later": ("a pre", "an editor"),
}


@pytest.fixture(scope="module")
async def room(browser: Browser, pages: PageSite) -> AsyncIterator[Room]:
    """One companion for all answers."""
    context = await browser.new_context()
    async with opened(context, pages, FORMS + LOOKS, watches_frames=True) as one:
        # The first call of a companion takes longer: Python loads modules, and is silent meanwhile.
        await one.say()
        await one.answer(ANSWER, "a pre", step=80)
        await one.show("done")
        yield one
    await context.close()


async def redraw(room: Room, how: str, form: str) -> None:
    await room.page.evaluate("([how, form, code]) => redraw(how, form, code)", [how, form, CODE])


async def outcome(room: Room) -> tuple[list[str], list[str]]:
    """Wait until the block covers the code; return what ran, and the statuses of the blocks."""
    await room.page.evaluate("settled()")
    blocks = await room.until(lambda blocks: [block.status for block in blocks] in (["done"], ["ready"]))
    return list(room.ran), [blocks[0].status]


@pytest.mark.parametrize("redraws", [REDRAWN, pytest.param(OTHERS, marks=pytest.mark.thorough)])
async def test_a_call_keeps_its_block_however_its_code_is_drawn_again(
    redraws: dict[str, tuple[str, str]], room: Room
) -> None:
    found: dict[str, object] = {}
    for how, (before, after) in redraws.items():
        await room.anew()
        await room.say()
        await room.answer(ANSWER, before, step=80)
        await room.show("done")
        await redraw(room, how, after)
        found[how] = await outcome(room)
    assert found == {how: (["quagga"], ["done"]) for how in redraws}


async def test_a_call_in_an_editor_that_draws_only_a_part_of_it_keeps_its_block(room: Room) -> None:
    await room.anew()
    await room.say()
    await room.answer(ANSWER, "a pre", step=80)
    await room.show("done")
    await redraw(room, "in part", "an editor")
    await room.page.evaluate("settled()")
    assert [block.status for block in await room.companion.blocks()] == ["done"]
    assert room.ran == ["quagga"]


@pytest.mark.thorough
async def test_a_call_runs_once_if_an_editor_that_draws_a_part_of_it_is_made_anew_at_each_token(
    room: Room,
) -> None:
    await room.anew()
    await room.say()
    await room.answer(ANSWER, "an editor anew in part", step=9)
    await room.show("done")
    assert room.ran == ["quagga"]


async def test_one_block_is_shown_while_a_code_fades_into_another(room: Room) -> None:
    await room.anew()
    await room.say()
    await room.answer(ANSWER, "a pre", step=80)
    await room.show("done")
    await redraw(room, "cross-faded", "an editor")
    assert await outcome(room) == (["quagga"], ["done"])
    frames = await room.page.evaluate("frames_seen")
    assert max(frame["blocks"] for frame in frames) == 1


async def test_no_frame_shows_the_call_of_a_code_that_is_drawn_again_while_it_fades(room: Room) -> None:
    """The block of the faded copy is forgotten in the moment in which another one gets its place."""
    await room.anew()
    await room.say()
    await room.answer(ANSWER, "a pre", step=80)
    await room.show("done")
    await redraw(room, "cross-faded", "an editor")
    await redraw(room, "faded", "a viewer with breaks")
    await room.page.evaluate("settled()")
    assert (await room.seen()).raw == []


@pytest.mark.thorough  # On a machine that is busy enough, no process answers within half a second.
async def test_a_call_runs_once_and_its_text_is_never_hidden_without_a_block_for_half_a_second_whenever_it_is_redrawn(
    room: Room,
) -> None:
    """Each seed draws the code again some times in a row, while the answer is written or after it."""
    forms: list[str] = await room.page.evaluate("Object.keys(FORMS)")
    kinds: list[str] = await room.page.evaluate(
        "Object.keys(REDRAWS).filter((how) => !['much later', 'in part'].includes(how))"
    )
    wrong: dict[int, object] = {}
    for seed in range(40):
        chance = random.Random(seed)
        script = [
            [chance.choice(kinds), chance.choice(forms), chance.choice([0, 20, 90, 400])] for _ in range(5)
        ]
        await room.anew()
        await room.say()
        await room.page.evaluate(
            """async ([answer, form, script, during, last]) => {
                const written = window.answer(answer, { draw: form, step: 30 });
                if (!during) await written;
                for (const [how, next, wait] of script) {
                    while (!document.querySelector(".card-body")?.lastElementChild) await pause(10);
                    await pause(wait);
                    await redraw(how, next, code_so_far);
                }
                await written;
                await redraw("the whole message", last, code_so_far);
            }""",
            [ANSWER, chance.choice(forms), script, chance.random() < 0.5, chance.choice(forms)],
        )
        found = await outcome(room), await room.page.evaluate("bare.most") > HALF_A_SECOND
        if found != ((["quagga"], ["done"]), False):
            wrong[seed] = found
    assert wrong == {}

"""Outlines: what they follow, what takes them away, and that the page's nodes are left alone."""

from __future__ import annotations

import pytest

from tests.injected.lab import Lab

SCENE = """
globalThis.end = new AbortController();
const chat = new page_model.Page({ user: ".user", assistant: ".assistant", streaming: "", fence: "", message_id: "" });
const ownOutlines = new outlines.Outlines(new host_elements.Hosts("data-m", true), chat, globalThis.end.signal);
const show = (spot, seconds = 60) => ownOutlines.show({ spots: [{ text: "", box: null, label: "", ...spot }], seconds });
const frame = () => new Promise((go) => setTimeout(() => requestAnimationFrame(go), 40));
const parts = (name) => [...(ownOutlines.host?.shadowRoot.querySelectorAll(name) ?? [])];
const places = () => parts(".bar").map((bar) => { const r = bar.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; });
"""
CUP = '<p id=cup style="position: absolute; left: 100px; top: 80px; width: 50px; height: 20px; margin: 0">cup</p>'
FRAME = [[95, 75, 60, 3], [95, 102, 60, 3], [95, 78, 3, 24], [152, 78, 3, 24]]
IMAGE = "<canvas style='position: fixed; left: 100px; top: 100px; width: 200px; height: 100px'></canvas>"


async def test_four_bars_stand_around_an_element(lab: Lab) -> None:
    await lab.body(CUP)
    assert await lab(f"{SCENE} const said = show({{ text: 'cup' }}); return [said, places()];") == [
        {"problems": [""]},
        FRAME,
    ]


async def test_a_box_is_in_thousandths_of_the_newest_picture(lab: Lab) -> None:
    await lab.body(IMAGE)
    assert await lab(f"{SCENE} show({{ box: [100, 500, 600, 1000] }}); return places()[0];") == [
        195,
        105,
        110,
        3,
    ]


async def test_what_is_not_found_is_said_one_by_one(lab: Lab) -> None:
    await lab.body(CUP)
    code = """return ownOutlines.show({ seconds: 9, spots: [{ text: "zebra", box: null, label: "" }, { text: "cup", box: null, label: "" },
        { text: "", box: [0, 0, 9, 9], label: "" }] });"""
    assert await lab(SCENE + code) == {
        "problems": ["nothing in the page says that", "", "there is no picture"]
    }


async def test_where_nothing_is_found_nothing_is_drawn(lab: Lab) -> None:
    assert await lab(f"{SCENE} show({{ text: 'zebra' }}); return ownOutlines.host;") is None


async def test_a_label_is_written_as_text(lab: Lab) -> None:
    await lab.body(IMAGE)
    code = "show({ box: [0, 0, 500, 500], label: '<b>cup</b>' }); const [label] = parts('.label'); return [label.textContent, label.children.length];"
    assert await lab(SCENE + code) == ["<b>cup</b>", 0]


async def test_without_a_label_none_stands_there(lab: Lab) -> None:
    await lab.body(CUP)
    assert await lab(f"{SCENE} show({{ text: 'cup' }}); return parts('.label')[0].style.display;") == "none"


async def test_a_label_without_room_above_stands_below(lab: Lab) -> None:
    await lab.body(IMAGE.replace("top: 100px", "top: 0"))
    code = "show({ box: [0, 0, 500, 1000], label: 'cup' }); return parts('.label')[0].style.top;"
    assert await lab(SCENE + code) == "57px"


MOVES = {
    "the element moves": "document.getElementById('cup').style.left = '300px';",
    "the page scrolls": "document.body.style.height = '5000px'; scrollTo(0, 30);",
    "something grows above": "document.getElementById('cup').style.position = 'relative'; document.body.prepend(document.createElement('hr'));",
}


@pytest.mark.parametrize("move", MOVES)
async def test_it_follows_what_it_outlines(lab: Lab, move: str) -> None:
    await lab.body(CUP)
    code = f"""show({{ text: "cup" }}); {MOVES[move]} await frame(); const r = document.getElementById("cup").getBoundingClientRect();
    const [bar] = places(); scrollTo(0, 0); document.body.style.height = ""; return [bar[0] - r.left, bar[1] - r.top];"""
    assert await lab(SCENE + code) == [-5, -5]


async def test_it_hides_with_what_it_outlines_and_comes_back_with_it(lab: Lab) -> None:
    await lab.body(CUP)
    code = """const cup = document.getElementById("cup"); const seen = () => parts(".bar")[0].style.display; show({ text: "cup" });
    cup.style.display = "none"; await frame(); const gone = seen(); cup.style.display = ""; await frame(); return [gone, seen()];"""
    assert await lab(SCENE + code) == ["none", "block"]


async def test_a_host_that_the_page_took_away_comes_back(lab: Lab) -> None:
    await lab.body(CUP)
    code = "show({ text: 'cup' }); ownOutlines.host.remove(); await frame(); return ownOutlines.host.isConnected;"
    assert await lab(SCENE + code) is True


async def test_the_next_outline_takes_the_place_of_the_last(lab: Lab) -> None:
    await lab.body(CUP + "<p>mug</p>")
    code = "show({ text: 'cup' }); const first = ownOutlines.host; show({ text: 'mug' }); return [first.isConnected, parts('.bar').length];"
    assert await lab(SCENE + code) == [False, 4]


async def test_it_ends_after_its_time(lab: Lab) -> None:
    await lab.body(CUP)
    code = """show({ text: "cup" }, 0.01); const before = !!ownOutlines.host;
    while (ownOutlines.host) await frame(); return [before, document.documentElement.lastElementChild.localName];"""
    assert await lab(SCENE + code) == [True, "body"]


async def test_escape_takes_it_away(lab: Lab) -> None:
    wrong: list[object] = []
    for key, left in [("Escape", 0), ("Enter", 4)]:
        await lab.empty()
        await lab.body(CUP)
        await lab(f"{SCENE} globalThis.parts = parts; show({{ text: 'cup' }});")
        await lab.page.keyboard.press(key)
        if (found := await lab("return globalThis.parts('.bar').length;")) != left:
            wrong.append((key, found))
    assert wrong == []


async def test_a_key_that_the_page_itself_presses_does_nothing(lab: Lab) -> None:
    await lab.body(CUP)
    code = "show({ text: 'cup' }); dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })); return parts('.bar').length;"
    assert await lab(SCENE + code) == 4


async def test_it_goes_when_overlay_goes(lab: Lab) -> None:
    await lab.body(CUP)
    code = "show({ text: 'cup' }); globalThis.end.abort(); return [ownOutlines.host, document.documentElement.lastElementChild.localName];"
    assert await lab(SCENE + code) == [None, "body"]


async def test_the_pages_own_nodes_are_left_alone(lab: Lab) -> None:
    await lab.body(CUP)
    code = """const records = []; const seen = new MutationObserver((list) => records.push(...list));
    seen.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    show({ text: "cup" }); await frame(); ownOutlines.clear(); return [...records, ...seen.takeRecords()].length;"""
    assert await lab(SCENE + code) == 0


async def test_nothing_of_it_can_be_pressed(lab: Lab) -> None:
    await lab.body(CUP)
    code = "show({ text: 'cup' }); return [document.elementFromPoint(96, 90) === ownOutlines.host, document.elementFromPoint(110, 90).id];"
    assert await lab(SCENE + code) == [False, "cup"]


async def test_what_is_outlined_stays_in_plain_sight_for_the_browser(lab: Lab) -> None:
    await lab.body(CUP)
    code = """show({ text: "cup" }); const cup = document.getElementById("cup");
    return await new Promise((go) => new IntersectionObserver(([entry], seen) => { if (entry.isVisible) { seen.disconnect(); go(true); } },
        { trackVisibility: true, delay: 100 }).observe(cup));"""
    assert await lab(SCENE + code) is True


async def test_what_is_out_of_sight_is_scrolled_to(lab: Lab) -> None:
    await lab.body("<div style='height: 5000px'></div><p id=cup>cup</p>")
    code = """show({ text: "cup" }); const { top } = document.getElementById("cup").getBoundingClientRect(); scrollTo(0, 0);
    return top > 0 && top < innerHeight;"""
    assert await lab(SCENE + code) is True


async def test_its_tree_is_closed_to_the_page(lab: Lab) -> None:
    await lab.body(CUP)
    code = SCENE.replace('"data-m", true', '"data-m", false')
    assert await lab(f"{code} show({{ text: 'cup' }}); return ownOutlines.host.shadowRoot;") is None


async def test_what_has_scrolled_out_of_its_box_is_not_outlined_over_what_stands_beside_it(lab: Lab) -> None:
    await lab.body(
        "<div id=box style='position: fixed; left: 0; top: 100px; width: 200px; height: 100px; overflow: auto'>"
        "<p style='margin: 0; width: 100px; height: 40px'>cup</p><div style='height: 900px'></div></div>"
    )
    code = """show({ text: "cup", label: "here" }); document.getElementById("box").scrollTop = 30; await frame();
    const half = places(); document.getElementById("box").scrollTop = 300; await frame();
    return [half[0][3], half[1], parts(".label")[0].style.display, places().some(([,, width, height]) => width * height > 0)];"""
    assert await lab(SCENE + code) == [0, [0, 112, 105, 3], "none", False]

"""Outlines: what they follow, what takes them away, and that the page's nodes are left alone."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

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


async def test_an_outline_is_drawn_where_its_element_is(lab: Lab) -> None:
    cases = {
        "four bars stand around an element": Case(
            "const said = show({ text: 'cup' }); return [said, places()];",
            [
                {"problems": [""]},
                FRAME,
            ],
            html=CUP,
        ),
        "a box is in thousandths of the newest picture": Case(
            "show({ box: [100, 500, 600, 1000] }); return places()[0];",
            [
                195,
                105,
                110,
                3,
            ],
            html=IMAGE,
        ),
        "each text that is not found is reported": Case(
            """return ownOutlines.show({ seconds: 9, spots: [{ text: "zebra", box: null, label: "" }, { text: "cup", box: null, label: "" },
        { text: "", box: [0, 0, 9, 9], label: "" }] });""",
            {"problems": ["nothing in the page says that", "", "there is no picture"]},
            html=CUP,
        ),
        "where nothing is found nothing is drawn": Case(
            "show({ text: 'zebra' }); return ownOutlines.host;", None
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_label_of_an_outline_is_text(lab: Lab) -> None:
    cases = {
        "a label is written as text": Case(
            "show({ box: [0, 0, 500, 500], label: '<b>cup</b>' }); const [label] = parts('.label'); return [label.textContent, label.children.length];",
            ["<b>cup</b>", 0],
            html=IMAGE,
        ),
        "without a label none stands there": Case(
            "show({ text: 'cup' }); return parts('.label')[0].style.display;", "none", html=CUP
        ),
        "a label without room above stands below": Case(
            "show({ box: [0, 0, 500, 1000], label: 'cup' }); return parts('.label')[0].style.top;",
            "57px",
            html=IMAGE.replace("top: 100px", "top: 0"),
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


MOVES = {
    "the element moves": "document.getElementById('cup').style.left = '300px';",
    "the page scrolls": "document.body.style.height = '5000px'; scrollTo(0, 30);",
    "something grows above": "document.getElementById('cup').style.position = 'relative'; document.body.prepend(document.createElement('hr'));",
}


async def test_an_outline_follows_its_element(lab: Lab) -> None:
    wrong: list[object] = []
    for move in MOVES:
        await lab.empty()
        await lab.body(CUP)
        code = f"""show({{ text: "cup" }}); {MOVES[move]} await frame(); const r = document.getElementById("cup").getBoundingClientRect();
        const [bar] = places(); scrollTo(0, 0); document.body.style.height = ""; return [bar[0] - r.left, bar[1] - r.top];"""
        if (found := await lab(SCENE + code)) != [-5, -5]:
            wrong.append((move, found))
    assert wrong == []


async def test_an_outline_follows_its_element_and_ends(lab: Lab) -> None:
    cases = {
        "an outline hides with its element and comes back with it": Case(
            """const cup = document.getElementById("cup"); const seen = () => parts(".bar")[0].style.display; show({ text: "cup" });
    cup.style.display = "none"; await frame(); const gone = seen(); cup.style.display = ""; await frame(); return [gone, seen()];""",
            ["none", "block"],
            html=CUP,
        ),
        "a host that the page took away comes back": Case(
            "show({ text: 'cup' }); ownOutlines.host.remove(); await frame(); return ownOutlines.host.isConnected;",
            True,
            html=CUP,
        ),
        "the next outline takes the place of the last": Case(
            "show({ text: 'cup' }); const first = ownOutlines.host; show({ text: 'mug' }); return [first.isConnected, parts('.bar').length];",
            [False, 4],
            html=CUP + "<p>mug</p>",
        ),
        "an outline ends after its time": Case(
            """show({ text: "cup" }, 0.01); const before = !!ownOutlines.host;
    while (ownOutlines.host) await frame(); return [before, document.documentElement.lastElementChild.localName];""",
            [True, "body"],
            html=CUP,
        ),
        "a key that the page itself presses does nothing": Case(
            "show({ text: 'cup' }); dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })); return parts('.bar').length;",
            4,
            html=CUP,
        ),
        "an outline goes when overlay goes": Case(
            "show({ text: 'cup' }); globalThis.end.abort(); return [ownOutlines.host, document.documentElement.lastElementChild.localName];",
            [None, "body"],
            html=CUP,
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_the_escape_key_removes_an_outline(lab: Lab) -> None:
    wrong: list[object] = []
    for key, left in [("Escape", 0), ("Enter", 4)]:
        await lab.empty()
        await lab.body(CUP)
        await lab(f"{SCENE} globalThis.parts = parts; show({{ text: 'cup' }});")
        await lab.page.keyboard.press(key)
        if (found := await lab("return globalThis.parts('.bar').length;")) != left:
            wrong.append((key, found))
    assert wrong == []


async def test_an_outline_leaves_the_page_as_it_is(lab: Lab) -> None:
    cases = {
        "the pages own nodes are left alone": Case(
            """const records = []; const seen = new MutationObserver((list) => records.push(...list));
    seen.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    show({ text: "cup" }); await frame(); ownOutlines.clear(); return [...records, ...seen.takeRecords()].length;""",
            0,
            html=CUP,
        ),
        "no part of an outline can be pressed": Case(
            "show({ text: 'cup' }); return [document.elementFromPoint(96, 90) === ownOutlines.host, document.elementFromPoint(110, 90).id];",
            [False, "cup"],
            html=CUP,
        ),
        "an outlined element stays in plain sight for the browser": Case(
            """show({ text: "cup" }); const cup = document.getElementById("cup");
    return await new Promise((go) => new IntersectionObserver(([entry], seen) => { if (entry.isVisible) { seen.disconnect(); go(true); } },
        { trackVisibility: true, delay: 100 }).observe(cup));""",
            True,
            html=CUP,
        ),
        "the page scrolls to an element that is out of sight": Case(
            """show({ text: "cup" }); const { top } = document.getElementById("cup").getBoundingClientRect(); scrollTo(0, 0);
    return top > 0 && top < innerHeight;""",
            True,
            html="<div style='height: 5000px'></div><p id=cup>cup</p>",
        ),
        "an element that has scrolled out of its box is not outlined outside of the box": Case(
            """show({ text: "cup", label: "here" }); document.getElementById("box").scrollTop = 30; await frame();
    const half = places(); document.getElementById("box").scrollTop = 300; await frame();
    return [half[0][3], half[1], parts(".label")[0].style.display, places().some(([,, width, height]) => width * height > 0)];""",
            [0, [0, 112, 105, 3], "none", False],
            html="<div id=box style='position: fixed; left: 0; top: 100px; width: 200px; height: 100px; overflow: auto'>"
            "<p style='margin: 0; width: 100px; height: 40px'>cup</p><div style='height: 900px'></div></div>",
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_the_tree_of_an_outline_is_closed_to_the_page(lab: Lab) -> None:
    await lab.body(CUP)
    code = SCENE.replace('"data-m", true', '"data-m", false')
    assert await lab(f"{code} show({{ text: 'cup' }}); return ownOutlines.host.shadowRoot;") is None

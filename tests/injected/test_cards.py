from __future__ import annotations

import pytest

from tests.injected.lab import Lab

SCENE = """
document.body.innerHTML = "<div id=up style='font: italic 20px serif; color: rgb(1, 2, 3)'><pre>the raw text</pre></div>";
const hosts = new host.Hosts("data-m", true);
const presses = [];
const all = new cards.Cards({ hosts, press: (...what) => presses.push(what) });
const u = new unit.Unit("fence", document.querySelector("pre"), (e) => hosts.ours(e));
u.change();
const h = hosts.make();
hosts.put(h, u.node);
const names = () => [...hosts.root(h).querySelectorAll(".function-block")].map((b) => b.dataset.blockId);
"""


async def test_blocks_stand_in_the_order_of_their_places(lab: Lab) -> None:
    code = (
        "all.draw('b', u, h, 0, {}); all.draw('c', u, h, 1, {}); all.draw('a', u, h, 0, {}); return names();"
    )
    assert await lab(SCENE + code) == ["a", "b", "c"]


async def test_a_block_is_drawn_once(lab: Lab) -> None:
    assert await lab(
        f"{SCENE} all.draw('a', u, h, 0, {{}}); all.draw('a', u, h, 0, {{}}); return names();"
    ) == ["a"]


async def test_a_block_that_is_dropped_is_gone(lab: Lab) -> None:
    assert await lab(
        f"{SCENE} all.draw('a', u, h, 0, {{}}); all.drop('a'); return [names(), all.byId.size];"
    ) == [[], 0]


async def test_dropping_what_is_not_there_is_nothing(lab: Lab) -> None:
    assert await lab(f"{SCENE} all.drop('a'); all.append('a', 'x', 'y', true); return names();") == []


async def test_text_for_a_block_reaches_it(lab: Lab) -> None:
    code = "all.draw('a', u, h, 0, { status: 'streaming' }); all.settle(true); all.append('a', 'x', 'val', true); return hosts.root(h).querySelector('.param-value').textContent;"
    assert await lab(SCENE + code) == "val"


async def test_the_raw_text_of_a_block_is_what_its_unit_holds(lab: Lab) -> None:
    assert (
        await lab(f"{SCENE} all.draw('a', u, h, 0, {{}}); return all.byId.get('a').card.raw([4, 7]);")
        == "raw"
    )


async def test_a_block_that_moves_to_another_host_goes_there(lab: Lab) -> None:
    code = "const other = hosts.make(); all.draw('a', u, h, 0, {}); all.draw('a', u, other, 0, {}); return [names(), hosts.root(other).querySelectorAll('.function-block').length];"
    assert await lab(SCENE + code) == [[], 1]


async def test_words_around_a_call_look_like_the_sites(lab: Lab) -> None:
    code = """all.words(h, "before ", " after"); const [lead, trail] = hosts.root(h).querySelectorAll(".words");
    return [lead.textContent, trail.textContent, lead.style.color, lead.style.fontStyle];"""
    assert await lab(SCENE + code) == ["before ", " after", "rgb(1, 2, 3)", "italic"]


async def test_no_words_make_no_tree(lab: Lab) -> None:
    assert await lab(f"{SCENE} all.words(h, '', ''); return hosts.roots.has(h);") is False


async def test_words_that_are_gone_are_taken_away(lab: Lab) -> None:
    code = "all.words(h, 'x', ''); all.words(h, '', ''); return hosts.root(h).querySelector('.words').textContent;"
    assert await lab(SCENE + code) == ""


@pytest.mark.parametrize(
    ("colour", "dark"), [("#000", True), ("#fff", False), ("rgba(0,0,0,.1)", False), ("#103", True)]
)
async def test_a_block_is_dark_where_the_site_is(lab: Lab, colour: str, dark: bool) -> None:
    code = """document.getElementById("up").style.background = given; all.draw("a", u, h, 0, {});
    all.settle(false); return hosts.root(h).querySelector(".blocks").classList.contains("dark");"""
    assert await lab(SCENE + code, colour) is dark


@pytest.mark.parametrize(("colour", "dark"), [("#000", True), ("#fff", False)])
async def test_a_block_whose_host_stands_later_is_dark_where_the_site_is(
    lab: Lab, colour: str, dark: bool
) -> None:
    code = """document.getElementById("up").style.background = given; h.remove(); all.draw("a", u, h, 0, {}); all.settle(true);
    const list = hosts.root(h).querySelector(".blocks"); list.classList.toggle("dark", given === "#fff"); hosts.put(h, u.node);
    const told = new Promise((go) => new MutationObserver(() => go(list.classList.contains("dark"))).observe(list, { attributes: true }));
    return told;"""
    assert await lab(SCENE + code, colour) is dark


async def test_a_part_of_a_block_has_a_place(lab: Lab) -> None:
    code = """all.draw("a", u, h, 0, { name: "f" }); const { x, y, width, height } = hosts.root(h).querySelector(".function-name-text").getBoundingClientRect();
    const place = all.place("a", "function-name-text", false); return [place.x === x + width / 2, place.y === y + height / 2];"""
    assert await lab(SCENE + code) == [True, True]


@pytest.mark.parametrize("part", ["nothing-of-this-name", ""])
async def test_a_part_that_is_not_there_has_none(lab: Lab, part: str) -> None:
    code = "all.draw('a', u, h, 0, {}); return [all.place('zz', '', true), all.place('a', given, true) === null];"
    assert await lab(SCENE + code, part) == [None, part != ""]


ASLEEP = """
const many = Array.from({ length: 60 }, () => hosts.make(true));
const far = many.at(-1);
far.style.height = "50px";
const gap = document.createElement("div");
gap.style.height = "5000px";
document.body.append(gap, far);
u.live = false;
all.draw("z", u, far, 0, { name: "f", status: "ready", buttons: ["execute"] });
const { card: z } = all.byId.get("z");
const frames = async (count) => { for (let n = 0; n < count; n += 1) await new Promise(requestAnimationFrame); };
const until = async (holds) => { while (!holds()) await frames(1); return true; };
"""


async def test_in_a_long_history_a_block_far_out_of_view_is_drawn_but_asleep(lab: Lab) -> None:
    code = "return [z.awake, hosts.root(far).querySelector('.execute-button').textContent];"
    assert await lab(SCENE + ASLEEP + code) == [False, "Execute"]


async def test_it_wakes_when_it_comes_near_the_view(lab: Lab) -> None:
    assert await lab(f"{SCENE}{ASLEEP} far.scrollIntoView(); return until(() => z.awake);") is True


async def test_a_block_that_is_being_written_is_awake_at_once(lab: Lab) -> None:
    code = "u.live = true; all.draw('y', u, far, 1, { name: 'f' }); return all.byId.get('y').card.awake;"
    assert await lab(SCENE + ASLEEP + code) is True


@pytest.mark.parametrize(
    ("action", "panel", "says", "told"),
    [
        ("execute", "true", "Not run", True),
        ("execute", "false", "Not run", False),
        ("insert", "true", "Not done", False),
    ],
)
async def test_a_press_that_does_not_count_says_so_and_where_else_the_call_can_be_run(
    lab: Lab, action: str, panel: str, says: str, told: bool
) -> None:
    made = f"const more = new cards.Cards({{ hosts, press: () => 0, elsewhere: {panel} }});"
    faded = "document.getElementById('up').style.opacity = '.5';"
    drawn = f"more.draw('a', u, h, 0, {{ status: 'ready', buttons: ['{action}'], nonce: 'n' }}); more.settle(true);"
    awake = "const drawn = more.byId.get('a').card; while (!drawn.awake) await new Promise((go) => setTimeout(go, 10));"
    await lab(f"{SCENE} {made} {faded} {drawn} {awake}")
    await lab.page.locator(f".{action}-button").click()
    text = await lab.page.locator(".guard-note").inner_text()
    assert (text.startswith(f"{says}: the block was"), "overlay's own window" in text) == (True, told)

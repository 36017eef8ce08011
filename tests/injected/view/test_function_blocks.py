from __future__ import annotations

from tests.injected.lab import Case, Lab

SCENE = """
document.body.innerHTML = "<div id=up style='font: italic 20px serif; color: rgb(1, 2, 3)'><pre>the raw text</pre></div>";
const hosts = new host_elements.Hosts("data-m", true);
const presses = [];
const all = new function_blocks.FunctionBlocks({ hosts, press: (...what) => presses.push(what), signal: new AbortController().signal });
const u = new text_unit.Unit("fence", document.querySelector("pre"), (e) => hosts.isOwn(e));
u.change();
const h = hosts.make();
hosts.place(h, u.node);
const names = () => [...hosts.root(h).querySelectorAll(".function-block")].map((b) => b.dataset.blockId);
"""


async def test_a_block_is_drawn_once_at_its_host_until_it_is_dropped(lab: Lab) -> None:
    cases = {
        "blocks stand in the order of their places": Case(
            "all.draw('b', u, h, 0, {}); all.draw('c', u, h, 1, {}); all.draw('a', u, h, 0, {}); return names();",
            ["a", "b", "c"],
        ),
        "a block is drawn once": Case(
            "all.draw('a', u, h, 0, {}); all.draw('a', u, h, 0, {}); return names();", ["a"]
        ),
        "a block that is dropped is gone": Case(
            "all.draw('a', u, h, 0, {}); all.drop('a'); return [names(), all.byId.size];", [[], 0]
        ),
        "dropping what is not there is nothing": Case(
            "all.drop('a'); all.append('a', 'x', 'y', true); return names();", []
        ),
        "text for a block reaches it": Case(
            "all.draw('a', u, h, 0, { status: 'streaming' }); all.settle(); all.append('a', 'x', 'val', true); return hosts.root(h).querySelector('.param-value').textContent;",
            "val",
        ),
        "the raw text of a block is what its unit holds": Case(
            "all.draw('a', u, h, 0, {}); all.draw('a', u, h, 0, { span: [4, 7] }); return all.byId.get('a').raw();",
            "raw",
        ),
        "a block that moves to another host goes there": Case(
            "const other = hosts.make(); all.draw('a', u, h, 0, {}); all.draw('a', u, other, 0, {}); return [names(), hosts.root(other).querySelectorAll('.function-block').length];",
            [[], 1],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_words_around_a_call_look_like_the_sites_own(lab: Lab) -> None:
    cases = {
        "words around a call look like the sites": Case(
            """all.setText(h, "before ", " after"); const [lead, trail] = hosts.root(h).querySelectorAll(".words");
    return [lead.textContent, trail.textContent, lead.style.color, lead.style.fontStyle];""",
            ["before ", " after", "rgb(1, 2, 3)", "italic"],
        ),
        "no words make no tree": Case("all.setText(h, '', ''); return hosts.roots.has(h);", False),
        "words that are gone are taken away": Case(
            "all.setText(h, 'x', ''); all.setText(h, '', ''); return hosts.root(h).querySelector('.words').textContent;",
            "",
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_block_is_dark_where_the_site_is(lab: Lab) -> None:
    wrong: list[object] = []
    for colour, dark in [
        ("#000", True),
        ("#fff", False),
        ("rgba(0,0,0,.1)", False),
        ("rgba(0,0,0,.9)", True),
        ("#103", True),
        ("oklch(1 0 0)", False),
        ("oklch(0.2 0.02 260)", True),
        ("lab(98 0 0)", False),
        ("color(display-p3 0.1 0.1 0.1)", True),
        ("linear-gradient(#000, #111); color: #fff", True),
        ("linear-gradient(#fff, #eee); color: #111", False),
    ]:
        await lab.empty()
        code = """document.getElementById("up").style.cssText = `background: ${given}`; all.draw("a", u, h, 0, {});
        all.settle(); return hosts.root(h).querySelector(".blocks").classList.contains("dark");"""
        if (found := await lab(SCENE + code, colour)) is not dark:
            wrong.append((colour, found))
    assert wrong == []


async def test_a_block_whose_host_is_placed_later_is_dark_if_the_site_is_dark(lab: Lab) -> None:
    wrong: list[object] = []
    for colour, dark in [("#000", True), ("#fff", False)]:
        await lab.empty()
        code = """document.getElementById("up").style.background = given; h.remove(); all.draw("a", u, h, 0, {}); all.settle();
        const list = hosts.root(h).querySelector(".blocks"); list.classList.toggle("dark", given === "#fff"); hosts.place(h, u.node);
        const told = new Promise((go) => new MutationObserver(() => go(list.classList.contains("dark"))).observe(list, { attributes: true }));
        return told;"""
        if (found := await lab(SCENE + code, colour)) is not dark:
            wrong.append((colour, found))
    assert wrong == []


async def test_blocks_of_a_long_history_come_together_and_a_new_one_does_not_wait(lab: Lab) -> None:
    cases = {
        "a part of a block has a place": Case(
            """all.draw("a", u, h, 0, { name: "f" }); const { x, y, width, height } = hosts.root(h).querySelector(".function-name-text").getBoundingClientRect();
    const place = await all.place("a", "function-name-text", false); return [place.x === x + width / 2, place.y === y + height / 2];""",
            [True, True],
        ),
        "a block changes its colours with the page": Case(
            """document.documentElement.style.background = "#fff"; all.draw("a", u, h, 0, {}); all.settle();
    const list = hosts.root(h).querySelector(".blocks");
    while (!all.sight.nearby.size) await new Promise((go) => setTimeout(go, 5));
    const told = new Promise((go) => new MutationObserver(() => go(list.classList.contains("dark"))).observe(list, { attributes: true }));
    document.documentElement.style.background = "#000"; const dark = await told; document.documentElement.style.background = ""; return dark;""",
            True,
        ),
        "the blocks of a long history come into the page together": Case(
            MANY
            % "for (let n = 0; n < 200; n += 1) draw(false); const first = stands(); while (stands() < 200) await new Promise((go) => setTimeout(go, 10)); return first < 100;",
            True,
        ),
        "a new block does not wait for those of the history": Case(
            MANY
            % "for (let n = 0; n < 200; n += 1) draw(false); draw(true); return many.contents.has(drawn[200]);",
            True,
        ),
        "a block that waits is pointed at all the same": Case(
            MANY
            % "for (let n = 0; n < 200; n += 1) draw(false); void many.place('b200', '', false); return many.contents.has(drawn[199]);",
            True,
        ),
        "a block that waits and is dropped does not come": Case(
            MANY
            % "for (let n = 0; n < 200; n += 1) draw(false); many.drop('b200'); while (stands() < 199) await new Promise((go) => setTimeout(go, 10)); return many.contents.has(drawn[199]);",
            False,
        ),
        "a block keeps its height if its frame had drawn nothing before another got it": Case(
            """
        const pool = { want: () => {}, release: () => {}, later: () => {}, resizing: () => {} };
        const content = new host_content.HostContent(h, hosts.root(h), { pool, press: () => {} });
        content.add(new block_state.BlockState("a", u), 0);
        const before = h.offsetHeight;
        content.releaseFace(null);
        return [before > 0, h.offsetHeight === before];
    """,
            [True, True],
        ),
        "words around a block are drawn before it is": Case(
            "all.setText(h, 'Before.', ''); return [getComputedStyle(h).contain, hosts.root(h).firstElementChild.textContent];",
            ["layout paint", "Before."],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_part_that_is_not_there_has_none(lab: Lab) -> None:
    wrong: list[object] = []
    for part in ["nothing-of-this-name", ""]:
        await lab.empty()
        code = "all.draw('a', u, h, 0, {}); return [await all.place('zz', '', true), (await all.place('a', given, true)) === null];"
        if (found := await lab(SCENE + code, part)) != [None, part != ""]:
            wrong.append((part, found))
    assert wrong == []


async def test_a_block_counts_as_near_by_its_distance_to_the_scrolling_box_it_is_in(lab: Lab) -> None:
    wrong: list[object] = []
    for distance, near in [(300, 1), (900, 0)]:
        await lab.empty()
        code = f"""const box = document.createElement("div");
        box.style.cssText = "height: 100px; overflow: auto";
        document.body.append(box);
        box.append(Object.assign(document.createElement("div"), {{ style: "height: {distance}px" }}), document.getElementById("up"));
        all.draw("a", u, h, 0, {{}});
        await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))));
        return all.sight.nearby.size;"""
        if (found := await lab(SCENE + code)) != near:
            wrong.append((distance, found))
    assert wrong == []


# A history of so many calls; `stands` counts those that were inserted into the page.
MANY = """
const end = new AbortController();
const many = new function_blocks.FunctionBlocks({ hosts, press: () => {}, signal: end.signal, face: "key" });
const drawn = [];
const draw = (live) => {
    const pre = document.createElement("pre");
    document.body.append(pre);
    const unit = new text_unit.Unit("fence", pre, (e) => hosts.isOwn(e));
    unit.live = live;
    const host = hosts.make();
    hosts.place(host, pre);
    drawn.push(host);
    many.draw(`b${drawn.length}`, unit, host, 0, { status: "ready", name: "f" });
};
const stands = () => drawn.filter((host) => many.contents.has(host)).length;
try { %s } finally { end.abort(); }
"""


async def test_a_block_that_is_drawn_nowhere_is_a_plain_box_of_its_height(lab: Lab) -> None:
    """Containment or a position would be one more paint layer for each block of a long chat."""
    code = """
        const pool = { want: () => {}, release: () => {}, later: () => {}, resizing: () => {} };
        const state = new block_state.BlockState("a", u);
        const content = new host_content.HostContent(h, hosts.root(h), { pool, press: () => {} });
        const look = () => [getComputedStyle(h).contain, hosts.root(h).childElementCount, h.offsetHeight];
        content.add(state, 0);
        const empty = look();
        content.drawPlain();
        const [contained, parts, tall] = look();
        content.clearPlain();
        content.releaseFace(150);
        return [empty, contained, parts, tall !== 150, getComputedStyle(h).contain, h.offsetHeight, content.states[0].height()];
    """
    empty, contained, parts, differs, later, height, expected = await lab(SCENE + code)
    assert empty == ["none", 0, expected]
    assert (contained, parts, differs) == ("layout paint", 3, True)
    assert (later, height) == ("none", 150)


async def test_arguments_that_the_user_folds_before_the_frame_appears_are_folded_in_the_frame(
    lab: Lab,
) -> None:
    code = """
        const pool = { key: "k", want() {}, release() {}, later() {}, resizing() {}, room: () => 300, together: { soon() {} } };
        const face = new face_frame.Face(pool);
        const state = new block_state.BlockState("a", u);
        state.merge({ name: "note", status: "ready" });
        state.append("text", "some words", true);
        const content = new host_content.HostContent(h, hosts.root(h), { pool, press() {} });
        content.add(state, 0);
        content.drawPlain();
        face.moveTo(content);
        const sent = [];
        face.send = (message) => { if (message.k === "show") sent.push(message.snapshot); };
        globalThis.scene = { sent, opensItself: () => face.handlers.ui({ k: "ui", id: "a", open: true, touched: false }), state };
    """
    await lab(SCENE + code)
    await lab.page.locator(".expand-button").click()
    await lab("scene.opensItself();")
    assert await lab("return scene.sent.map(({ open, touched }) => [open, touched]);") == [[False, True]]
    assert await lab("return scene.state.open;") is False

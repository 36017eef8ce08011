"""Blocks whose node left the page a moment ago."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

SCENE = """
document.body.innerHTML = "<pre>one two three four</pre><pre>six</pre>";
const gone = [];
const l = new detached_blocks.DetachedBlocks((unit) => gone.push(unit.tracker.text));
const [a, b] = [...document.querySelectorAll("pre")].map((node) => { const u = new text_unit.Unit("fence", node, () => false); u.change(); u.announced = true; return u; });
const read = (text, message = "") => () => ({ text, message });
"""


async def test_a_block_that_left_comes_back_or_expires(lab: Lab) -> None:
    cases = {
        "only what left the page is taken": Case(
            "a.node.remove(); return l.take([a, b]).map((u) => u.tracker.text);", ["one two three four"]
        ),
        "a block that left a moment ago can still come back": Case(
            "a.node.remove(); l.take([a]); return l.take([]).length;", 1
        ),
        "a block that comes back is released once": Case(
            "a.node.remove(); l.take([a]); return [l.release(a), l.release(a), a.lostAt];", [True, False, 0]
        ),
        "a block that does not come back expires, and one that came back does not": Case(
            """a.node.remove(); b.node.remove(); l.take([a, b]); l.release(b);
    await new Promise((go) => setTimeout(go, 2300)); return gone;""",
            ["one two three four"],
        ),
        "a text that a site ends with a line end each time goes on": Case(
            """a.tracker.text = 'one two three four\\n'; a.node.remove(); l.take([a]);
    return l.matchReplacement('fence', read('one two three four five\\n')) === a;""",
            True,
        ),
        "a new node continues the one of two equal blocks that left last": Case(
            """b.tracker.text = a.tracker.text; a.lostAt = 1; b.lostAt = 2; l.units = new Set([a, b]);
    return l.matchReplacement('fence', read(a.tracker.text)) === b;""",
            True,
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_new_node_goes_on_with_a_lost_block_that_reads_alike_if_that_grew_or_goes_on_as_it_was(
    lab: Lab,
) -> None:
    wrong: list[object] = []
    for text, growing, still in [
        ("one two three four", True, True),
        ("one two three four five", True, True),
        ("one\n\ntwo three\tfour five", True, True),
        ("one two", True, False),
        ("one two three 4", True, False),
        ("something else", False, False),
    ]:
        await lab.empty()
        code = """a.node.remove(); l.take([a]); const before = l.matchReplacement('fence', read(given)) === a;
        a.grownAt = performance.now(); return [l.matchReplacement('fence', read(given)) === a, before];"""
        if (found := await lab(SCENE + code, text)) != [growing, still]:
            wrong.append((text, found))
    assert wrong == []


async def test_a_new_node_takes_up_the_block_that_it_continues(lab: Lab) -> None:
    cases = {
        "a text that grew long ago is no longer being written": Case(
            """a.node.remove(); l.take([a]); a.grownAt = performance.now() - 60000;
    return l.matchReplacement('fence', read("one two three 4")) === undefined;""",
            True,
        ),
        "of equal blocks that of the same message comes back": Case(
            """b.node.textContent = "one two three four"; b.addRecord(null); b.change(); b.message = "m2"; l.take([]);
    a.node.remove(); b.node.remove(); l.take([a, b]); return l.matchReplacement("fence", read("one two three four", "m2")) === b;""",
            True,
        ),
        "a message is no heir of a code block": Case(
            "a.node.remove(); l.take([a]); return l.matchReplacement('prose', read('one two three four')) === undefined;",
            True,
        ),
        "the block that did not change comes first": Case(
            """a.node.remove(); b.node.textContent = "one two three five"; b.addRecord(null); b.change(); b.node.remove();
    l.take([a, b]); return l.matchReplacement("fence", read("one two three five")) === b;""",
            True,
        ),
        "cleared all are given up": Case(
            "a.node.remove(); l.take([a]); l.clear(); return [gone.length, l.take([]).length];", [1, 0]
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_block_comes_back_in_its_own_message(lab: Lab) -> None:
    wrong: list[object] = []
    for text, message, found in [
        ("one two three 4", "m1", True),
        ("one two three 4", "m2", False),
        ("one two three four", "m1", True),
        ("one two three four", "m2", False),
        ("one two three four", "", True),
        ("one two three four five", "m2", False),
    ]:
        await lab.empty()
        code = "a.message = 'm1'; a.node.remove(); l.take([a]); return l.matchReplacement('fence', read(...given)) === a;"
        if (found := await lab(SCENE + code, [text, message])) is not found:
            wrong.append((text, message, found))
    assert wrong == []


async def test_a_block_that_left_with_its_conversation_does_not_come_back(lab: Lab) -> None:
    wrong: list[object] = []
    for was, now, gone in [("c1", "c2", 1), ("c1", "c1", 0), ("", "c2", 0)]:
        await lab.empty()
        code = """a.chat = given[0]; l.chat = given[1]; a.node.remove(); const kept = l.take([a]).length;
        return [gone.length, kept];"""
        if (found := await lab(SCENE + code, [was, now])) != [gone, 1 - gone]:
            wrong.append((was, now, found))
    assert wrong == []


async def test_no_node_continues_a_block_that_python_never_heard_of(lab: Lab) -> None:
    wrong: list[object] = []
    for announced in [True, False]:
        await lab.empty()
        code = """a.tracker.text = ""; a.announced = given; a.node.remove(); l.take([a]);
        return l.matchReplacement("fence", read("", "m")) === a;"""
        if (found := await lab(SCENE + code, announced)) is not announced:
            wrong.append((announced, found))
    assert wrong == []


async def test_overlay_does_not_compare_each_node_with_each_when_a_page_draws_a_long_chat_again(
    lab: Lab,
) -> None:
    looks = await lab(
        """
        document.body.innerHTML = "<pre></pre>".repeat(1000);
        let looks = 0;
        const l = new detached_blocks.DetachedBlocks(() => {});
        const units = [...document.querySelectorAll("pre")].map((node, at) => {
            const unit = new text_unit.Unit("fence", node, () => false);
            const text = `the call of number ${at}`;
            Object.defineProperty(unit, "lostAt", { get: () => { looks += 1; return 1; }, set: () => {} });
            Object.defineProperty(unit, "tracker", { get: () => { looks += 1; return { text }; } });
            return Object.assign(unit, { announced: true });
        });
        l.units = new Set(units);
        const read = (text) => () => ({ text, message: "" });
        const found = units.filter((unit, at) => {
            const match = l.matchReplacement("fence", read(`the call of number ${at}`));
            l.units.delete(match);
            return match === unit;
        });
        return { found: found.length, often: looks > 100 * units.length };
        """
    )
    assert looks == {"found": 1000, "often": False}

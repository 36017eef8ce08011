"""A text that grows and may be long: only the visible part is in the DOM."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

VALUE = """
const v = new long_text.LongText();
const shown = (follows = true) => {
    const box = v.element("param-value", follows);
    box.style.cssText = "height: 180px; overflow: auto; width: 600px";
    Object.assign(box.querySelector("pre").style, { margin: 0, font: "12px/18px monospace", whiteSpace: "pre" });
    document.body.append(box);
    return box;
};
const scrolled = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
const LINES = (count) => Array.from({ length: count }, (_, at) => `line ${at}`).join("\\n");
"""


async def test_a_text_is_drawn_in_one_element_with_class_names(lab: Lab) -> None:
    cases = {
        "all of a short text is drawn": Case(
            f"{VALUE} v.append('a\\nb'); const box = shown(); v.append('c'); return box.textContent;", "a\nbc"
        ),
        "the tree has its names": Case(
            VALUE
            + "const box = shown(); return [box.className, box.firstChild.className, box.firstChild.firstChild.localName];",
            ["param-value", "content-wrapper", "pre"],
        ),
        "the same element is given again": Case(
            f"{VALUE} return v.element('a', true) === v.element('b', true);", True
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_only_the_visible_part_of_a_long_text_is_in_the_page(lab: Lab) -> None:
    assert await lab(f"{VALUE} v.append(LINES(5000)); return shown().textContent.length;") < 2000


async def test_a_long_text_is_drawn_where_it_is_seen_and_followed_while_it_grows(lab: Lab) -> None:
    cases = {
        "a text that becomes long while it stands is windowed": Case(
            VALUE
            + "const box = shown(); v.append('x'); v.append(LINES(5000)); return [box.className, box.textContent.length < 2000];",
            ["param-value windowed", True],
        ),
        "the part that the user scrolled to is drawn": Case(
            VALUE
            + """v.append(LINES(5000)); const box = shown(false);
    box.scrollTop = 18 * 2500; await scrolled(); return box.textContent.includes("line 2501\\n");""",
            True,
        ),
        "a window is as high as the full text": Case(
            f"{VALUE} v.append(LINES(5000)); const box = shown(); v.append('!'); return box.scrollHeight;",
            90_000,
        ),
        "a growing text is followed": Case(
            VALUE
            + "v.append(LINES(5000)); const box = shown(); v.append('\\nlast'); await scrolled(); return box.textContent.endsWith('last');",
            True,
        ),
        "a text that grows before the browser tells of its last scroll is followed": Case(
            VALUE
            + """v.append(LINES(300)); const box = shown(); v.append("!"); await scrolled();
    v.append("\\nmore".repeat(9)); box.dispatchEvent(new Event("scroll")); await scrolled();
    return box.scrollTop + box.clientHeight >= box.scrollHeight - 4;""",
            True,
        ),
        "a person who scrolled away is left where they are": Case(
            VALUE
            + """v.append(LINES(300)); const box = shown(); v.append("!"); await scrolled();
    box.scrollTop = 100; await scrolled(); v.append("\\nmore"); await scrolled(); return box.scrollTop;""",
            100,
        ),
        "a person who scrolls back to the end is taken along again": Case(
            VALUE
            + """v.append(LINES(300)); const box = shown(); v.append("!"); await scrolled();
    box.scrollTop = 100; await scrolled(); box.scrollTop = 1e9; await scrolled(); v.append("\\nmore"); await scrolled();
    return box.scrollTop + box.clientHeight >= box.scrollHeight - 4;""",
            True,
        ),
        "rows are the text however it came": Case(
            VALUE
            + """const all = LINES(3000) + "\\n\\n" + "y".repeat(1000) + "\\n";
    const box = shown(); for (let at = 0; at < all.length; at += 997) v.append(all.slice(at, at + 997));
    const whole = new long_text.LongText(); whole.append(all); whole.element("x", true);
    return JSON.stringify(v.rows) === JSON.stringify(whole.rows);""",
            True,
        ),
        "a growing text that nobody scrolled is shown at its end wherever the browser left it": Case(
            VALUE
            + """v.append(LINES(5000)); const box = shown(); box.scrollTop = 18 * 2500; await scrolled();
    v.settle(); return [v.sticky, box.textContent.includes("line 2501\\n"), box.textContent.endsWith("line 4999")];""",
            [True, False, True],
        ),
        "a complete text that nobody scrolled is shown at its beginning": Case(
            VALUE
            + """v.append(LINES(5000)); const box = shown(false); v.settle(); return box.textContent.startsWith("line 0\\n");""",
            True,
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_very_long_line_is_cut_into_rows_between_characters(lab: Lab) -> None:
    code = "v.append('🙂'.repeat(5000) + 'x'); shown(); return v.rows.every((row) => row.isWellFormed()) && v.rows.length;"
    assert await lab(VALUE + code) > 40

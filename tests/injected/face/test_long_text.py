"""A text that grows and may be long: only what is in view stands in the DOM."""

from __future__ import annotations

from tests.injected.lab import Lab

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


async def test_a_short_text_stands_whole(lab: Lab) -> None:
    assert (
        await lab(f"{VALUE} v.append('a\\nb'); const box = shown(); v.append('c'); return box.textContent;")
        == "a\nbc"
    )


async def test_the_tree_has_its_names(lab: Lab) -> None:
    code = "const box = shown(); return [box.className, box.firstChild.className, box.firstChild.firstChild.localName];"
    assert await lab(VALUE + code) == ["param-value", "content-wrapper", "pre"]


async def test_the_same_element_is_given_again(lab: Lab) -> None:
    assert await lab(f"{VALUE} return v.element('a', true) === v.element('b', true);") is True


async def test_a_long_text_stands_only_where_it_is_seen(lab: Lab) -> None:
    assert await lab(f"{VALUE} v.append(LINES(5000)); return shown().textContent.length;") < 2000


async def test_a_text_that_becomes_long_while_it_stands_is_windowed(lab: Lab) -> None:
    code = "const box = shown(); v.append('x'); v.append(LINES(5000)); return [box.className, box.textContent.length < 2000];"
    assert await lab(VALUE + code) == ["param-value windowed", True]


async def test_what_is_scrolled_to_is_drawn(lab: Lab) -> None:
    code = """v.append(LINES(5000)); const box = shown(false);
    box.scrollTop = 18 * 2500; await scrolled(); return box.textContent.includes("line 2501\\n");"""
    assert await lab(VALUE + code) is True


async def test_a_window_is_as_high_as_the_full_text(lab: Lab) -> None:
    assert (
        await lab(
            f"{VALUE} v.append(LINES(5000)); const box = shown(); v.append('!'); return box.scrollHeight;"
        )
        == 90_000
    )


async def test_a_growing_text_is_followed(lab: Lab) -> None:
    code = "v.append(LINES(5000)); const box = shown(); v.append('\\nlast'); return box.textContent.endsWith('last');"
    assert await lab(VALUE + code) is True


async def test_a_person_who_scrolled_away_is_left_where_they_are(lab: Lab) -> None:
    code = """v.append(LINES(300)); const box = shown(); v.append("!"); await scrolled();
    box.scrollTop = 100; await scrolled(); v.append("\\nmore"); await scrolled(); return box.scrollTop;"""
    assert await lab(VALUE + code) == 100


async def test_a_person_who_scrolls_back_to_the_end_is_taken_along_again(lab: Lab) -> None:
    code = """v.append(LINES(300)); const box = shown(); v.append("!"); await scrolled();
    box.scrollTop = 100; await scrolled(); box.scrollTop = 1e9; await scrolled(); v.append("\\nmore"); await scrolled();
    return box.scrollTop + box.clientHeight >= box.scrollHeight - 4;"""
    assert await lab(VALUE + code) is True


async def test_a_very_long_line_is_cut_into_rows_between_characters(lab: Lab) -> None:
    code = "v.append('🙂'.repeat(5000) + 'x'); shown(); return v.rows.every((row) => row.isWellFormed()) && v.rows.length;"
    assert await lab(VALUE + code) > 40


async def test_rows_are_the_text_however_it_came(lab: Lab) -> None:
    code = """const all = LINES(3000) + "\\n\\n" + "y".repeat(1000) + "\\n";
    const box = shown(); for (let at = 0; at < all.length; at += 997) v.append(all.slice(at, at + 997));
    const whole = new long_text.LongText(); whole.append(all); whole.element("x", true);
    return JSON.stringify(v.rows) === JSON.stringify(whole.rows);"""
    assert await lab(VALUE + code) is True


async def test_what_nobody_scrolled_stands_at_its_end_wherever_the_browser_left_it(lab: Lab) -> None:
    code = """v.append(LINES(5000)); const box = shown(); box.scrollTop = 18 * 2500; await scrolled();
    v.settle(); return [v.sticky, box.textContent.includes("line 2501\\n"), box.textContent.endsWith("line 4999")];"""
    assert await lab(VALUE + code) == [True, False, True]


async def test_what_is_whole_and_nobody_scrolled_stands_at_its_beginning(lab: Lab) -> None:
    code = """v.append(LINES(5000)); const box = shown(false); v.settle(); return box.textContent.startsWith("line 0\\n");"""
    assert await lab(VALUE + code) is True

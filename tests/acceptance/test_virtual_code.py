"""Code views that draw only the lines in view, and keep the whole text to themselves."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext

from overlay.chat.incomplete_calls import GAPPED
from tests.acceptance.chat_kinds import SILENT, Room, opened
from tests.injected.pages import PageSite

VIEWS = r"""
const LINE = 20;
const style = document.createElement("style");
style.textContent = `.view { height: 200px; overflow-y: auto; position: relative } .row { height: 20px; white-space: pre; font: 14px/20px monospace }
    .rows { position: relative } .at { position: absolute; left: 0 } table { border-collapse: collapse } td { white-space: pre; height: 20px; padding: 0 }`;
document.head.append(style);
const row = (text, name = "row") => make("div", { className: name, textContent: text });
const room = (element, lines) => Object.assign(element, { style: `height: ${lines * LINE}px` });
// Each draws the lines from `from` to `to` of all in the view's content.
const VIEWS = {
    "an editor with gaps": (lines, from, to) => [
        ...(from ? [room(make("div", { className: "cm-gap" }), from)] : []),
        ...lines.slice(from, to).map((text) => row(text, "row cm-line")),
        ...(to < lines.length ? [room(make("div", { className: "cm-gap" }), lines.length - to)] : []),
    ],
    "placed rows": (lines, from, to, content) => {
        room(content, lines.length);
        return lines.slice(from, to).map((text, at) => Object.assign(row(text, "row at"), { style: `top: ${(from + at) * LINE}px; height: ${LINE}px` }));
    },
    "moved rows": (lines, from, to, content) => {
        room(content, lines.length);
        return lines.slice(from, to).map((text, at) => Object.assign(row(text, "row at"), { style: `transform: translateY(${(from + at) * LINE}px)` }));
    },
    "rows between paddings": (lines, from, to, content) => {
        content.style.padding = `${from * LINE}px 0 ${(lines.length - to) * LINE}px`;
        return lines.slice(from, to).map((text) => row(text));
    },
    "a table with empty rows": (lines, from, to) => [
        ...(from ? [room(make("tr", {}, make("td", { colSpan: 2 })), from)] : []),
        ...lines.slice(from, to).map((text, at) => make("tr", {}, make("td", { textContent: String(from + at + 1) }), make("td", {}, make("code", { textContent: text })))),
        ...(to < lines.length ? [room(make("tr", {}, make("td", { colSpan: 2 })), lines.length - to)] : []),
    ],
};
VIEWS["a list that does not scroll"] = VIEWS["placed rows"];
VIEWS["an editor without line numbers"] = (lines, from, to, content) => {
    room(content, lines.length);
    return lines.slice(from, to).map((text, at) => Object.assign(row(text, "row view-line at"), { style: `top: ${(from + at) * LINE}px; height: ${LINE}px` }));
};
const PARTS = {
    "an editor with gaps": () => {
        const content = make("div", { className: "cm-content" });
        const scroller = make("div", { className: "view cm-scroller" }, content);
        return { outer: make("div", { className: "cm-editor" }, scroller), scroller, content };
    },
    "a table with empty rows": () => {
        const content = make("tbody");
        const scroller = make("div", { className: "view" }, make("table", {}, content));
        return { outer: scroller, scroller, content };
    },
};
const tableIn = () => {
    const content = make("tbody");
    const inner = make("div", {}, make("table", {}, content));
    const scroller = make("div", { className: "view" }, inner);
    return { outer: scroller, scroller, content };
};
const cells = (lines, from, to) => lines.slice(from, to).map((text, at) => make("tr", {}, make("td", { textContent: String(from + at + 1) }), make("td", {}, make("code", { textContent: text }))));
PARTS["a table between paddings"] = PARTS["a moved table"] = PARTS["a table of moved rows"] = tableIn;
VIEWS["a table between paddings"] = (lines, from, to, content) => {
    content.parentNode.parentNode.style.padding = `${from * LINE}px 0 ${(lines.length - to) * LINE}px`;
    return cells(lines, from, to);
};
VIEWS["a moved table"] = (lines, from, to, content) => {
    room(content.parentNode.parentNode, lines.length);
    content.parentNode.style.transform = `translateY(${from * LINE}px)`;
    return cells(lines, from, to);
};
VIEWS["a table of moved rows"] = (lines, from, to, content) => {
    room(content.parentNode.parentNode, lines.length);
    return cells(lines, from, to).map((row) => Object.assign(row, { style: `height: ${LINE}px; transform: translateY(${from * LINE}px)` }));
};
PARTS["an editor without line numbers"] = () => {
    const content = make("div", { className: "view-lines rows" });
    const scroller = make("div", { className: "view" }, content);
    return { outer: make("div", { className: "monaco-editor" }, scroller), scroller, content };
};
const list = () => {
    const content = make("div", { className: "rows" });
    const scroller = make("div", { className: "view" }, content);
    return { outer: make("pre", {}, make("code", {}, scroller)), scroller, content };
};
const viewOf = (name) => {
    const { outer, scroller, content } = (PARTS[name] ?? list)();
    const draw = () => {
        const from = Math.max(0, Math.floor(scroller.scrollTop / LINE) - 2);
        const to = Math.min(outer.lines.length, from + Math.ceil(scroller.clientHeight / LINE) + 4);
        content.replaceChildren(...VIEWS[name](outer.lines, from, to, content));
    };
    if (name !== "a list that does not scroll") scroller.addEventListener("scroll", draw);
    new ResizeObserver(() => outer.lines && draw()).observe(scroller);
    outer.show = (code, follows) => {
        outer.lines = code.split("\n");
        draw();
        if (!follows) return;
        scroller.scrollTop = 1e6;
        draw();
    };
    return outer;
};
for (const name of Object.keys(VIEWS)) for (const follows of [true, false]) DRAW[follows ? `${name}, at its end` : name] = (turn, text) => {
    turn.nodes ??= [];
    parts(text).forEach(({ words, code }, at) => {
        if (!turn.nodes[at]) turn.append(turn.nodes[at] = words === undefined ? viewOf(name) : make("p"));
        if (words !== undefined) turn.nodes[at].textContent = words;
        else if (turn.nodes[at].code !== code) turn.nodes[at].show(turn.nodes[at].code = code, follows);
    });
};
"""
LONG = "\n".join(f"line {number} of the note" for number in range(60))
NAMES = (
    "an editor with gaps",
    "placed rows",
    "moved rows",
    "rows between paddings",
    "a moved table",
)
TABLES = ("a table with empty rows", "a table between paddings", "a moved table", "a table of moved rows")


def answer(number: int) -> str:
    return (
        f'I look.\n\n```xml\n<function_calls>\n<invoke name="note" call_id="{number}">\n'
        f'<parameter name="text">{LONG}</parameter>\n</invoke>\n</function_calls>\n```\n\nThat was it.'
    )


async def test_a_long_argument_is_read_whole_though_the_view_draws_only_its_lines_in_sight(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, VIEWS, config={"fail_open": 20}) as room:
        for number, name in enumerate(NAMES):
            await room.say()
            await room.answer(
                answer(number), f"{name}, at its end" if number % 2 else name, step=150, pace=10
            )
            blocks = await room.show(*["ready"] * (number + 1))
            assert blocks[number].arguments == {"text": LONG}, name
        for number, name in enumerate(("a list that does not scroll", "an editor without line numbers")):
            await room.say()
            await room.answer(answer(9 + number), name, step=150, pace=10)
            blocks = await room.show(*["ready"] * len(NAMES), *["incomplete"] * (number + 1))
            assert blocks[-1].note == GAPPED, name


@pytest.mark.thorough
async def test_a_long_argument_in_a_table_is_read_whole_by_the_element_that_scrolls_the_table(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, VIEWS, config={"fail_open": 20}) as room:
        for name in [view + end for view in TABLES for end in ("", ", at its end")]:
            await room.anew()
            await room.say()
            await room.answer(answer(0), name, step=150, pace=10)
            blocks = await room.show("ready")
            assert blocks[0].arguments == {"text": LONG}, name


def texts_of(room: Room) -> list[str]:
    return [str(reader.text) for chat in room.companion.parts.chats for reader in chat.readers.values()]


async def test_an_argument_goes_on_after_a_pause_in_a_page_without_a_sign_of_writing(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, VIEWS, profile=SILENT, config={"fail_open": 20}) as room:
        await room.say()
        text = answer(0)
        await room.page.evaluate(
            """async ([text, name]) => {
                const turn = make("div", { className: "bot" });
                main.append(turn);
                for (let at = 0; at < 1200; at += 150) await DRAW[name](turn, text.slice(0, at), true), await pause(20);
                window.goOn = () => DRAW[name](turn, text, false);
            }""",
            [text, "a moved table"],
        )
        # The page draws no more than line 13 by itself.
        await room.until(lambda _: any("line 30" in text for text in texts_of(room)))
        await room.page.evaluate("goOn()")
        blocks = await room.show("ready")
        assert blocks[0].arguments == {"text": LONG}

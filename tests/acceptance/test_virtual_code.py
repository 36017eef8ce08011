"""Code views that draw only the lines in view, and keep the whole text to themselves."""

from __future__ import annotations

from playwright.async_api import BrowserContext

from overlay.chat.incomplete_calls import GAPPED
from tests.acceptance.chat_kinds import opened
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
NAMES = ("an editor with gaps", "placed rows", "moved rows", "rows between paddings")


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
        for number, name in enumerate(("a list that does not scroll", "a table with empty rows")):
            await room.say()
            await room.answer(answer(9 + number), name, step=150, pace=10)
            blocks = await room.show(*["ready"] * len(NAMES), *["incomplete"] * (number + 1))
            assert blocks[-1].note == GAPPED, name

"""Answers whose end is a cursor, and whose code is mounted again at each token."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext

from tests.acceptance.chat_kinds import TEXT, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.support.effort import corners

__all__ = ["own_context", "pages"]

ANSWER = f"I look.\n\n```xml\n{TEXT}```\n\nThat was it."
DRAWS = """
const anew = (cursor, where = "same") => (turn, text, more) => {
    turn.replaceChildren(...parts(text).map(({ words, code, language }, at, all) => {
        const tail = more && at === all.length - 1 ? cursor : "";
        if (words !== undefined) return make("p", { textContent: words + tail });
        const inner = make("code", { className: `language-${language}`, textContent: code + (where === "same" ? tail : "") });
        if (tail && where === "line") inner.textContent += "\\n" + tail;
        if (tail && where === "element") inner.append(make("span", { textContent: tail }));
        return make("pre", {}, inner);
    }));
};
const kept = (cursor) => (turn, text, more) => {
    turn.nodes ??= [];
    parts(text).forEach(({ words, code }, at, all) => {
        const tail = more && at === all.length - 1 ? cursor : "";
        if (!turn.nodes[at]) turn.append(turn.nodes[at] = words !== undefined ? make("p") : make("pre"));
        const [text] = turn.nodes[at].childNodes;
        if (text) text.data = (words ?? code) + tail;
        else turn.nodes[at].append((words ?? code) + tail);
    });
};
const busy = (time) => { for (const end = performance.now() + time; performance.now() < end;); };
const beside = (time) => async (turn, text, more) => {
    const before = [...turn.childNodes];
    const next = make("div");
    anew("")(next, text, more);
    turn.append(...next.childNodes);
    await pause(0);
    busy(time);
    for (const node of before) node.remove();
};
DRAW["beside the old one"] = beside(0);
DRAW["beside the old one on a busy page"] = beside(12);
DRAW["no cursor"] = anew("");
DRAW["without a glyph"] = anew("\\u200b");
DRAW["an element"] = anew("\\u25cf", "element");
DRAW["a line"] = anew("\\u258c", "line");
DRAW["an underline"] = anew("_");
DRAW["in a kept node"] = kept(" \\u2588");
"""
NAMES = ["no cursor", "without a glyph", "an element", "a line", "an underline", "in a kept node"]
BESIDE = ["beside the old one", "beside the old one on a busy page"]


@pytest.mark.parametrize("draw", corners(NAMES, "without a glyph", "a line", "in a kept node"))
async def test_a_cursor_at_the_end_of_an_answer_is_no_part_of_its_call(
    draw: str, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, DRAWS) as room:
        await room.say()
        await room.answer(ANSWER, draw)
        await room.show("done")
        seen = await room.seen()
        assert seen.raw == []
        assert seen.gone == 0
        assert room.count("detected") == 1
        assert room.ran == ["quagga"]


@pytest.mark.parametrize("draw", BESIDE)
async def test_a_block_stays_in_sight_when_its_new_node_is_added_before_the_old_one_is_removed(
    draw: str, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, DRAWS) as room:
        await room.say()
        await room.answer(ANSWER, draw)
        await room.show("done")
        seen = await room.seen()
        assert seen.raw == []
        assert seen.gone == 0
        assert room.count("detected") == 1
        assert room.ran == ["quagga"]


VIRTUAL = """
// A code editor that appears with its first `begin` characters, and draws its first lines: nothing that it draws changes
// after `end` characters.
const editor = (begin, end) => (turn, text) => {
    const { code = "" } = parts(text).find((part) => part.code !== undefined) ?? {};
    if (code.length < begin) return;
    turn.code = turn.lines ? code : code.slice(0, begin);
    if (!turn.lines) {
        turn.append(make("div", { className: "cm-editor" }, turn.lines = make("div", { className: "cm-content" })));
        turn.lines.dataset.language = "xml";
        turn.lines.cmTile = { view: { state: { doc: { toString: () => turn.code } } } };
    }
    if (turn.code.length > end) return;
    const lines = turn.code.split("\\n");
    turn.lines.replaceChildren(...lines.slice(0, 2).map((line) => make("div", { className: "cm-line", textContent: line })),
        ...(lines.length > 2 ? [make("div", { className: "cm-gap" })] : []));
};
DRAW["an editor"] = editor(1, 60);
DRAW["an editor that draws a call to its end"] = editor(CALL, CALL);
""".replace("CALL", str(len(TEXT)))


async def test_what_an_editor_got_out_of_view_is_read_before_its_call_counts_as_incomplete(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, VIRTUAL) as room:
        await room.say()
        await room.answer(f"I look.\n\n```xml\n{TEXT}```\n", "an editor")
        await room.show("done")
        assert (await room.seen()).raw == []
        assert room.ran == ["quagga"]


async def test_a_second_call_that_an_editor_got_out_of_view_is_found(
    context: BrowserContext, pages: PageSite
) -> None:
    second = TEXT.replace("quagga", "okapi").replace('call_id="1"', 'call_id="2"')
    async with opened(context, pages, VIRTUAL) as room:
        await room.say()
        await room.answer(f"I look.\n\n```xml\n{TEXT}{second}```\n", "an editor that draws a call to its end")
        await room.show("done", "done")
        assert sorted(room.ran) == ["okapi", "quagga"]

"""Answers that end with a cursor while they are written, or whose code is drawn again at each token."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from tests.acceptance.chat_kinds import TEXT, Room, opened
from tests.injected.pages import PageSite

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


@pytest.fixture(scope="module")
async def room(browser: Browser, pages: PageSite) -> AsyncIterator[Room]:
    """One companion for all answers."""
    context = await browser.new_context()
    async with opened(context, pages, DRAWS + VIRTUAL, watches_frames=True) as one:
        yield one
    await context.close()


KEPT = ["a line", "in a kept node", "beside the old one"]
OTHERS = ["no cursor", "without a glyph", "an element", "an underline", "beside the old one on a busy page"]


@pytest.mark.parametrize("draws", [KEPT, pytest.param(OTHERS, marks=pytest.mark.thorough)])
async def test_a_call_runs_once_and_is_never_shown_raw_while_its_answer_is_drawn_again_at_each_token(
    draws: list[str], room: Room
) -> None:
    """With a cursor at the end of the text, or with a new node that is added before the old one is removed."""
    found: dict[str, tuple[list[str], int, int, list[str]]] = {}
    for draw in draws:
        await room.anew()
        await room.say()
        await room.answer(ANSWER, draw)
        await room.show("done")
        seen = await room.seen()
        found[draw] = seen.raw, seen.gone, room.count("detected"), list(room.ran)
    nothing_raw, never_gone, one_detected = [], 0, 1
    assert found == {draw: (nothing_raw, never_gone, one_detected, ["quagga"]) for draw in draws}


async def test_a_call_that_a_slow_model_writes_is_never_shown_raw(room: Room) -> None:
    """Its name arrives more than a second after its first character."""
    await room.anew()
    await room.say()
    await room.answer(ANSWER[: ANSWER.index("<parameter")], "in a kept node", step=4, pace=130)
    seen = await room.seen()
    assert seen.raw == []
    assert seen.gone == 0


@pytest.mark.thorough
async def test_overlay_reads_what_an_editor_got_out_of_view(room: Room) -> None:
    """The rest of a call that began in view, and a second call after one that is in view to its end."""
    await room.anew()
    await room.say()
    await room.answer(f"I look.\n\n```xml\n{TEXT}```\n", "an editor")
    await room.show("done")
    assert (await room.seen()).raw == []
    assert room.ran == ["quagga"]
    second = TEXT.replace("quagga", "okapi").replace('call_id="1"', 'call_id="2"')
    await room.anew()
    await room.say()
    await room.answer(f"I look.\n\n```xml\n{TEXT}{second}```\n", "an editor that draws a call to its end")
    await room.show("done", "done")
    assert sorted(room.ran) == ["okapi", "quagga"]

"""Pages in which people write and send, and that are no chats: no turn is noticed that would be shown to the user."""

from __future__ import annotations

import asyncio

from playwright.async_api import BrowserContext

from observers.protocol import TurnEnded, TurnTree
from overlay.sites.watch.proposal import Proposal, confirm, propose
from overlay.sites.watch.turn import turn_of
from tests.injected.lab import Lab
from tests.injected.turns.test_turn_watch import CHAT, TEXT
from tests.support.effort import some

BOX = "<textarea id=box></textarea><button id=go>go</button>"
LIST = "<main><ul id=list><li>An older word</li></ul></main>"
ITEM = 'const item = put(list, "li", text);'
EMPTY = 'box.value = ""; '
PAGE = """([act]) => {
  const put = (parent, tag, text) => { const made = document.createElement(tag); made.append(text); parent.append(made); return made; };
  const later = (ms) => new Promise((go) => setTimeout(go, ms));
  const grow = async (element, times = 8) => { for (let at = 0; at < times; at += 1) { element.append("word "); await later(60); } };
  const run = new Function("text", "put", "later", "grow", `return (async () => { ${act} })()`);
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.id !== "box") return;
    if (event.target.localName !== "div") event.preventDefault();
    run(box.value ?? box.textContent, put, later, grow).then(() => { globalThis.done = true; });
  });
}"""
NO_CHATS: dict[str, tuple[str, str]] = {
    "a search whose results come below": (BOX + LIST, "list.replaceChildren(); await grow(list);"),
    "a search with its words in the heading": (BOX + LIST, 'put(list, "li", "Results for " + text); await grow(list);'),
    "a search that suggests": (BOX + LIST, 'for (const n of [1, 2, 3]) put(list, "li", text + n);'),
    "a search that empties its box and lists": (BOX + LIST, EMPTY + 'for (const n of [1, 2, 3]) put(list, "li", "found " + n);'),
    "a form that thanks": (BOX + "<p id=note></p>", EMPTY + 'note.textContent = "Thank you. We got your message.";'),
    "a form that shows what was sent": (
        BOX + "<div id=list></div><p id=note></p>", EMPTY + 'put(list, "p", text); note.textContent = "This is what you sent.";'
    ),
    "a form that goes on": (BOX + LIST, EMPTY + 'document.body.replaceChildren(); put(document.body, "h1", "Step 2");'),
    "a mail that is sent": (LIST + BOX, EMPTY + 'await grow(put(document.body, "p", "Message sent. Undo "));'),
    "a mail in a conversation": (LIST + BOX, EMPTY + ITEM + 'put(item, "small", "now");'),
    "a mail with a draft that stays": (LIST + BOX, ITEM + "await grow(list);"),
    "an editor of a document": ("<div id=box contenteditable=true></div><p id=count></p>", "await grow(count);"),
    "an editor with a preview": (BOX + "<div id=list></div>", 'put(list, "p", text); await grow(list);'),
    "an editor of notes": (BOX + LIST, EMPTY + 'list.prepend(put(list, "li", text)); count = list.children.length;'),
    "a comment below the others": (LIST + BOX, EMPTY + ITEM + 'put(item, "button", "Reply"); put(item, "span", "just now");'),
    "a comment above the others": (BOX + LIST, EMPTY + 'list.prepend(put(list, "li", text));'),
    "a comment that another user answers": (LIST + BOX, EMPTY + ITEM + 'await later(300); put(list, "li", "I think so too, and I was there.");'),
    "a comment that is counted": (
        "<p id=count>1 comment</p>" + LIST + BOX, EMPTY + ITEM + 'count.textContent = "2 comments";'
    ),
    "a list of things to do": (BOX + LIST, EMPTY + ITEM),
    "a table with a new row": (
        BOX + "<table><tbody id=list></tbody></table>",
        EMPTY + 'const row = put(list, "tr", ""); put(row, "td", text); put(row, "td", "open"); put(row, "td", "today");',
    ),
    "a shop that logs": (BOX + "<div id=list></div><footer id=foot></footer>", EMPTY + 'await grow(foot); put(list, "b", text);'),
    "a thread of an issue, in which a bot answers": (
        LIST + BOX, EMPTY + 'const one = put(list, "div", ""); one.className = "comment"; put(one, "div", text);'
        'const event = put(list, "div", ""); event.className = "event"; await grow(event);',
    ),
    "a terminal": (
        "<div id=list></div><input id=box>", EMPTY + 'put(list, "div", "$ " + text).className = "cmd";'
        'const out = put(list, "div", ""); out.className = "out"; await grow(out);',
    ),
    "a page that translates each text below the last one": (
        BOX + "<div id=list></div>", EMPTY + 'put(list, "div", text).className = "source";'
        'const target = put(list, "div", ""); target.className = "target"; await grow(target);',
    ),
    "a cell of a notebook": (
        "<div id=list></div>" + BOX, EMPTY + 'const cell = put(list, "div", ""); put(cell, "pre", text).className = "input";'
        'const output = put(cell, "div", ""); output.className = "output"; await grow(output);',
    ),
    "a search whose results grow below a heading": (
        BOX + LIST, EMPTY + 'list.replaceChildren(); put(list, "h2", text); await grow(put(list, "li", "")); await grow(put(list, "li", ""));'
    ),
    "a poll whose votes are counted": (
        "<div id=list></div>" + BOX, EMPTY + 'const option = put(list, "div", ""); put(option, "b", text);'
        'const bar = put(option, "div", ""); bar.className = "bar"; for (let at = 7; at < 14; at += 1) {'
        ' bar.textContent = at + " of " + at * at; await later(80); }',
    ),
    "a form with a summary of what was said": (
        BOX + "<div id=list></div>", EMPTY + 'list.replaceChildren(); put(list, "dt", "Your name"); put(list, "dd", text);'
        'await grow(put(list, "section", ""));',
    ),
    "a log with a note of one's own": (
        "<div id=list></div>" + BOX, EMPTY + 'put(list, "div", text).className = "note"; for (let at = 0; at < 9; at += 1) {'
        ' put(list, "div", "a line of the log " + at).className = "line"; await later(60); }',
    ),
}  # fmt: skip


REPORT = """
  const end = new AbortController();
  globalThis.turns = [];
  globalThis.report = new turn_report.TurnReport({
    page: { profile: { user: "", assistant: "", reasoning: "" }, streaming: () => false },
    composer: { box: () => document.querySelector("#box"), button: () => null },
    roots: new shadow_roots.Roots(), hosts: { isOwn: () => false }, signal: end.signal,
    send: (turn) => globalThis.turns.push([turn, globalThis.report.tree(turn.number)]),
  });
  globalThis.report.watch.rest = { still: 700, signed: 700, most: MOST };
"""
A_CHAT = (
    CHAT,
    EMPTY + 'put(list, "section", text).className = "mine"; await later(80);'
    'const answer = put(list, "article", ""); answer.className = "reply"; await grow(answer);',
)


async def _turns(context: BrowserContext, html: str, act: str, most: int) -> list[tuple[TurnEnded, TurnTree]]:
    """Write and send two messages; return the turns that overlay notices."""
    page = await context.new_page()
    await page.set_content(html)
    lab = await Lab(page).open()
    await lab(REPORT.replace("MOST", str(most)))
    await page.evaluate(PAGE, [act])
    for text in (TEXT, f"{TEXT} and lakes"):
        box = page.locator("#box")
        if not await box.count():
            break  # the form goes on
        await page.evaluate("globalThis.done = false")
        await box.click()
        await page.keyboard.type(text)
        await page.keyboard.press("Enter")
        await page.wait_for_function("globalThis.done")
        await lab(
            "return new Promise((go) => { const look = () => globalThis.report.watch.turn ? setTimeout(look, 50) : go(); look(); })"
        )
    found = [
        (TurnEnded.model_validate(turn), TurnTree.model_validate(tree))
        for turn, tree in await lab("return globalThis.turns")
        if tree  # what was drawn again since has no description
    ]
    await page.close()
    return found


async def _proposed(context: BrowserContext, html: str, act: str, most: int = 2500) -> dict[str, str] | None:
    """Return what overlay would show after one of the turns, which it watches for `most` milliseconds."""
    before: Proposal | None = None
    for ended, tree in await _turns(context, html, act, most):
        turn = turn_of(tree, ended, "https://site.example/")
        if turn is None:
            continue
        before = (confirm(before, turn) if before else None) or propose(turn)
        if before and before.is_certain:
            return before.fields
    return None


async def test_no_page_that_is_no_chat_is_proposed_after_two_turns(context: BrowserContext) -> None:
    assert len(NO_CHATS) == 28
    shown: dict[str, dict[str, str]] = {}
    names = list(NO_CHATS)[:: some(1, 10)]
    for at in range(0, len(names), 5):
        part = names[at : at + 5]
        found = await asyncio.gather(*(_proposed(context, *NO_CHATS[name]) for name in part))
        shown |= {name: fields for name, fields in zip(part, found, strict=True) if fields}
    assert shown == {}
    assert await _proposed(context, *A_CHAT, most=30_000)  # the control

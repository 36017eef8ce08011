"""Pages in which people write and send, and that are no chats: no turn is noticed that would be shown to the user."""

from __future__ import annotations

import asyncio

from playwright.async_api import BrowserContext

from overlay.sites.watch.proposal import GREW
from tests.injected.lab import Lab
from tests.injected.turns.test_turn_watch import TEXT, WATCH
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
}  # fmt: skip


async def _looks(context: BrowserContext, html: str, act: str) -> int:
    page = await context.new_page()
    await page.set_content(html)
    lab = await Lab(page).open()
    await lab(WATCH, 2500)
    await page.evaluate(PAGE, [act])
    await page.locator("#box").click()
    await page.keyboard.type(TEXT)
    await page.keyboard.press("Enter")
    await page.wait_for_function("globalThis.done && !globalThis.watch.turn")
    found = await lab("return globalThis.turns[0]?.looks ?? 0")
    await page.close()
    return int(found)


async def test_no_page_that_is_no_chat_is_proposed_after_a_turn(context: BrowserContext) -> None:
    assert len(NO_CHATS) == 20
    shown: dict[str, int] = {}
    names = list(NO_CHATS)[:: some(1, 7)]
    for at in range(0, len(names), 5):
        part = names[at : at + 5]
        found = await asyncio.gather(*(_looks(context, *NO_CHATS[name]) for name in part))
        shown |= {name: looks for name, looks in zip(part, found, strict=True) if looks >= GREW}
    assert shown == {}

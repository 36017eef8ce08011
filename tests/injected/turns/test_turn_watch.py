"""The page script notices a turn by what happens in the page: names and classes are of no help in these pages."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest
from playwright.async_api import BrowserContext

from tests.injected.lab import Lab

TEXT = "Please tell me about rivers"
CHAT = """<ul id=titles></ul><main><div id=list></div><div id=foot><textarea id=box></textarea>
<textarea id=other></textarea><button id=go>go</button><button id=stop hidden class=stop>stop</button></div></main><p id=remark></p>"""
PAGE = """(act) => {
  const put = (parent, html, text) => {
    const made = document.createElement("template");
    made.innerHTML = html;
    const element = made.content.firstElementChild;
    (element.querySelector("[data-w]") ?? element).append(text);
    document.querySelector(parent).append(element);
    return element.querySelector("[data-w]") ?? element;
  };
  const later = (ms) => new Promise((go) => setTimeout(go, ms));
  const write = async (element, text, times = 6) => {
    for (let at = 0; at < times; at += 1) { element.append(text); await later(60); }
  };
  const USER = "<div><div data-w id=mine></div><button>Edit</button></div>";
  const ANSWER = "<div><div data-w id=answer></div></div>";
  const run = new Function("text", "put", "write", "later", "USER", "ANSWER", `return (async () => { ${act} })()`);
  const send = () => { const text = box.value; globalThis.sent = true; run(text, put, write, later, USER, ANSWER).then(() => { globalThis.done = true; }); };
  box.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); send(); } });
  go.addEventListener("click", send);
}"""
WATCH = """
  const end = new AbortController();
  globalThis.turns = [];
  globalThis.watch = new turn_watch.TurnWatch({ roots: new shadow_roots.Roots(), isOwn: () => false,
    streaming: () => false, ended: (turn) => globalThis.turns.push(turn), signal: end.signal,
    rest: { still: 700, signed: 700, most: given } });
"""
FOUND = """
  const [turn] = globalThis.turns;
  const name = (element) => element.id || element.localName;
  return turn ? [name(turn.mine), name(turn.answer), turn.pressed.length ? "press" : "key"] : [];
"""
ANSWERS = 'box.value = ""; put("#list", USER, text); await later(80); const a = put("#list", ANSWER, ""); '
SEEN = ["mine", "answer", "key"]


@dataclass(frozen=True)
class Scene:
    """The actions of a page on a message, and the facts that must be noticed. `most`: ms after which a turn is given up."""

    act: str
    wanted: list[str]
    press: bool = False
    most: int = 30_000
    text: str = TEXT


SCENES = {
    "an answer that grows": Scene(f'{ANSWERS} await write(a, "word ");', SEEN),
    "a press on the button": Scene(f'{ANSWERS} await write(a, "word ");', [*SEEN[:2], "press"], press=True),
    "a list that begins at its end": Scene(
        'list.style = "display: flex; flex-direction: column-reverse"; box.value = "";'
        ' list.prepend(put("#list", USER, text).parentNode); await later(80);'
        ' const a = put("#list", ANSWER, ""); list.prepend(a.parentNode); await write(a, "word ");',
        SEEN,
    ),
    "an answer that repeats the message": Scene(
        f'{ANSWERS} await write(a, "You said: " + text + ". "); put("#answer", "<p></p>", text);', SEEN
    ),
    "a title in a list of links": Scene(
        f'put("#titles", "<li><a href=x data-w></a></li>", text); {ANSWERS} await write(a, "word ");', SEEN
    ),
    "messages that are all drawn again": Scene(
        f'{ANSWERS} for (let at = 0; at < 6; at += 1) {{ list.replaceChildren(); put("#list", USER, text); '
        'put("#list", ANSWER, "word ".repeat(at + 1)); await later(60); }',
        SEEN,
    ),
    "a message in a shadow tree": Scene(
        'box.value = ""; const host = document.createElement("x-chat"); list.append(host); '
        'const root = host.attachShadow({ mode: "open" }); root.innerHTML = USER + ANSWER; '
        'const m = root.querySelector("#mine"); m.append(text); const a = root.querySelector("#answer"); '
        'await write(a, "word ");',
        SEEN,
    ),
    "a time under the message": Scene(
        'box.value = ""; const m = put("#list", USER, text); m.after(document.createElement("small"));'
        ' m.nextSibling.append("Today at 12:01"); await later(80); const a = put("#list", ANSWER, "");'
        ' await write(a, "word ");',
        SEEN,
    ),
    "reasoning in a row before the answer": Scene(
        'box.value = ""; put("#list", USER, text); await later(80); const r = put("#list", "<div id=why></div>", "");'
        ' await write(r, "I should think of rivers and lakes. ", 9); const a = put("#list", ANSWER, "");'
        ' await write(a, "word ", 12);',
        SEEN,
    ),
    "reasoning before the answer, both drawn again": Scene(
        'box.value = ""; const draw = (why, said) => { list.replaceChildren(); put("#list", USER, text);'
        ' put("#list", "<div id=why></div>", "I should think of rivers. ".repeat(why));'
        ' if (said) put("#list", ANSWER, "word ".repeat(said)); return later(60); };'
        " for (let at = 1; at < 10; at += 1) await draw(at, 0); for (let at = 1; at < 13; at += 1) await draw(9, at);",
        SEEN,
    ),
    "reasoning that is folded in when the answer begins": Scene(
        'box.value = ""; put("#list", USER, text); await later(80); const a = put("#list",'
        ' "<section><details open><summary>Thinking</summary><div id=why></div></details><div id=answer data-w></div></section>", "");'
        ' await write(list.querySelector("#why"), "I should think of rivers and lakes. ", 9);'
        ' list.querySelector("details").open = false; await write(a, "word ", 24);',
        SEEN,
    ),
    "a message that is drawn as a list, without its numbers": Scene(
        'box.value = ""; put("#list", USER, "rivers lakes and ponds"); await later(80);'
        ' const a = put("#list", ANSWER, ""); await write(a, "word ");',
        SEEN,
        text="1. rivers\n2. lakes and ponds",
    ),
    "a message that is drawn without a directive of its markdown, and with the number": Scene(
        'box.value = ""; put("#list", USER, "1. rivers, case"); await later(80);'
        ' const a = put("#list", ANSWER, ""); await write(a, "word ");',
        SEEN,
        text="1. rivers, case:prose",
    ),
    "a box that keeps its text": Scene(
        'put("#list", USER, text); const a = put("#list", ANSWER, ""); await write(a, "word ");',
        [],
        most=2500,
    ),
    "a box that is emptied and shows nothing": Scene(
        'box.value = ""; const a = put("#list", ANSWER, ""); await write(a, "word ");', [], most=2500
    ),
    "a message without an answer": Scene('box.value = ""; put("#list", USER, text);', [], most=2500),
    "a word of the page outside of the chat": Scene(
        'box.value = ""; put("#list", USER, text); await write(remark, "Sent. ");', [], most=2500
    ),
    "a copy that nobody sees": Scene(
        'box.value = ""; put("#list", "<div hidden><div data-w></div></div>", text); '
        'const a = put("#list", ANSWER, ""); await write(a, "word ");',
        [],
        most=2500,
    ),
    "a text in the draft of another box": Scene(
        'box.value = ""; other.value = text; put("#list", "<div contenteditable=true></div>", text); '
        'const a = put("#list", ANSWER, ""); await write(a, "word ");',
        [],
        most=2500,
    ),
    "an answer with the message in a row of its own, drawn with it": Scene(
        'box.value = ""; put("#list", USER, text); const a = put("#list", ANSWER, ""); '
        'a.append("word "); put("#answer", "<div><div data-w></div></div>", text); put("#answer", "<div></div>", "word");',
        [],
        most=2500,
    ),
}


async def _seen(context: BrowserContext, scene: Scene) -> object:
    page = await context.new_page()
    await page.set_content(CHAT)
    lab = await Lab(page).open()
    await lab(WATCH, scene.most)
    await page.evaluate(PAGE, scene.act)
    await page.locator("#box").click()
    await page.keyboard.insert_text(scene.text)
    if scene.press:
        await page.locator("#go").click()
    else:
        await page.keyboard.press("Enter")
    await page.wait_for_function("globalThis.done && !globalThis.watch.turn")
    found = await lab(FOUND)
    await page.close()
    return found


KEPT = [
    "a press on the button",
    "an answer that repeats the message",
    "messages that are all drawn again",
    "a message in a shadow tree",
    "a box that keeps its text",
    "a copy that nobody sees",
]


@pytest.mark.parametrize(
    "names", [KEPT, pytest.param([name for name in SCENES if name not in KEPT], marks=pytest.mark.thorough)]
)
async def test_a_turn_is_noticed_by_what_happens_and_nothing_else_is(
    names: list[str], context: BrowserContext
) -> None:
    found = await asyncio.gather(*(_seen(context, SCENES[name]) for name in names))
    assert dict(zip(names, found, strict=True)) == {name: SCENES[name].wanted for name in names}


async def test_a_message_that_nobody_wrote_is_no_turn(context: BrowserContext) -> None:
    page = await context.new_page()
    await page.set_content(CHAT)
    lab = await Lab(page).open()
    await lab(WATCH, 30_000)
    await page.evaluate("""() => {
        box.value = "Please tell me about rivers";
        box.dispatchEvent(new InputEvent("input", { bubbles: true, data: "s" }));
        box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }""")
    assert await page.evaluate("globalThis.watch.turn") is None
    await page.locator("#go").click()  # a suggestion that fills the box and sends itself
    assert await page.evaluate("globalThis.watch.turn") is None
    await page.locator("#box").press("Enter")  # the control: the user sends it
    assert await page.evaluate("globalThis.watch.turn !== null")


async def test_a_page_in_which_no_one_writes_is_not_observed(context: BrowserContext) -> None:
    page = await context.new_page()
    await page.set_content(CHAT)
    lab = await Lab(page).open()
    await page.evaluate("""() => {
        globalThis.used = [];
        for (const [owner, name] of [[MutationObserver.prototype, "observe"], [globalThis, "setTimeout"], [globalThis, "setInterval"]]) {
            const real = owner[name];
            owner[name] = function (...given) { globalThis.used.push(name); return real.apply(this, given); };
        }
    }""")
    await lab(WATCH, 30_000)
    await page.evaluate('list.innerHTML = "<p>word</p>".repeat(50); remark.append("word")')
    await page.mouse.click(5, 5)
    assert await page.evaluate("globalThis.used") == []
    await page.locator("#box").fill("some text")
    await page.locator("#box").press("Enter")
    assert "observe" in await page.evaluate("globalThis.used")


async def test_the_description_of_a_page_has_no_word_of_the_message(context: BrowserContext) -> None:
    page = await context.new_page()
    await page.set_content(
        '<main data-title="Tell me about rivers" data-id=m1 class="row user"><p aria-label="Please tell me">'
        'Please tell me about rivers</p><button title="Copy">x</button></main>'
    )
    lab = await Lab(page).open()
    tree = await lab(
        "return turn_tree.treeOf(document.body, shown_text.lettersOf(given), () => false).nodes", TEXT
    )
    assert tree == [
        {"up": -1, "tag": "body", "attributes": {}, "shown": True, "text": 0},
        {"up": 0, "tag": "main", "attributes": {"data-title": "", "data-id": "m1", "class": "row user"}, "shown": True,
         "text": 0},
        {"up": 1, "tag": "p", "attributes": {}, "shown": True, "text": 27},
        {"up": 1, "tag": "button", "attributes": {"title": "Copy"}, "shown": True, "text": 1},
    ]  # fmt: skip


async def test_a_table_is_described_if_the_chat_is_in_it(context: BrowserContext) -> None:
    page = await context.new_page()
    await page.set_content("<table><tr><td>mine</td><td>its</td></tr></table>")
    lab = await Lab(page).open()
    names = """const wanted = given ? [document.querySelector("td")] : [];
        return turn_tree.treeOf(document.querySelector("table"), "", () => false, wanted).nodes.map(({ tag }) => tag)"""
    assert await lab(names, None) == ["table"]
    assert await lab(names, "a chat") == ["table", "tbody", "tr", "td", "td"]


async def test_a_form_whose_fields_hide_its_properties_is_no_trap(context: BrowserContext) -> None:
    page = await context.new_page()
    await page.set_content(
        "<form contenteditable=true id=form><input name=matches><input name=parentElement><p>word</p></form>"
    )
    lab = await Lab(page).open()
    assert await lab("return turn_watch.isButton(document.querySelector('#form'))") is False
    assert await lab("return draft.hostOf(document.querySelector('p')).getAttribute('id')") == "form"

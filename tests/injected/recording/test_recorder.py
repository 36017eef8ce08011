"""A page that is rebuilt from the recording alone is equal to the real page."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Frame

from overlay.capture.model import Closed, Opened, Step
from tests.injected.pages import STRICT, PageSite
from tests.injected.recording.film import Film, play, rebuild
from tests.support.effort import corners

BASE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Chat</title></head>
<body><!-- a comment --><main id="chat"><p id="one">one</p><p id="two">two</p></main>
<svg viewBox="0 0 1 1"><use xlink:href="#a"></use></svg></body></html>"""


async def test_a_page_is_recorded_as_it_was_at_the_start(context: BrowserContext, pages: PageSite) -> None:
    async with Film(context, pages.add(BASE)) as film:
        rebuilt = await film.end()
    assert rebuilt.lines() == film.live
    assert any("xlink:href" in line for line in film.live)


ROW = "const row = (n) => [...Array(n).keys()].map((k) => { const one = document.createElement('span'); one.className = 'k' + k; one.append('word ' + k); return one; });"
CHANGES = {
    "a node at the end": "chat.append(document.createElement('hr'))",
    "a node before another": "one.before('text', document.createElement('b'))",
    "many nodes at once": "chat.replaceChildren(...[...'abcdefgh'].map((c) => { const p = document.createElement('p'); p.textContent = c; return p; }))",
    "a node that leaves": "one.remove()",
    "a node that is moved within its parent": "chat.append(one)",
    "a node that is moved into a new one": "const box = document.createElement('div'); box.append(one, 'x'); chat.append(box)",
    "text that is moved into a new node and grows": "const box = document.createElement('div'); one.firstChild.data += ' more'; box.append(one.firstChild); chat.append(box)",
    "a node that is moved into a new one and filled": "const box = document.createElement('div'); box.append(one); one.append('late'); chat.append(box)",
    "a node that is moved into a new one and has a root": "const box = document.createElement('div'); box.append(two); two.attachShadow({ mode: 'open' }).append('in'); chat.append(box)",
    "a new node that is filled after it stands there": "const box = document.createElement('div'); chat.append(box); box.append('late'); box.id = 'late'",
    "a node that comes and goes": "const box = document.createElement('div'); chat.append(box); box.remove()",
    "a node that goes and comes back": "one.remove(); chat.prepend(one)",
    "a parent that leaves after its child was moved out": "chat.remove(); document.body.append(two)",
    "a node that is wrapped and unwrapped": "const box = document.createElement('div'); two.replaceWith(box); box.append(two); box.replaceWith(two)",
    "two that change places": "two.after(one); one.after(two); chat.prepend(two)",
    "text that grows": "one.firstChild.data += ' more'",
    "text that is cut in the middle": "one.firstChild.data = 'oe'",
    "text and its parent at once": "one.firstChild.data = 'new'; chat.append(one)",
    "text with pairs": "one.firstChild.data = 'a\\u{1F600}b'; await 0; one.firstChild.data = 'a\\u{1F601}b\\ud83d'",
    "attributes": "one.setAttribute('data-a', '1'); two.removeAttribute('id'); two.className = 'x'",
    "an attribute of svg": "document.querySelector('use').setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', '#b')",
    "a rebuilt list": "for (const t of ['a', 'ab', 'abc']) { chat.innerHTML = `<ul><li>${t}</li></ul><p>x</p>`; await 0; }",
    "a part built anew": ROW
    + "for (let n = 1; n < 9; n += 1) { const pre = document.createElement('pre'); pre.append(...row(n)); chat.replaceChildren(pre); await 0; }",
    "a part built anew among others": ROW
    + "let pre = document.createElement('pre'); one.after(pre); await 0; for (let n = 1; n < 9; n += 1) { const next = document.createElement('pre'); next.append(...row(n)); pre.replaceWith(next); pre = next; await 0; }",
    "all in an element built anew": ROW
    + "for (let n = 1; n < 9; n += 1) { chat.replaceChildren(...row(n)); await 0; }",
    "paragraphs built anew": "for (let n = 1; n < 9; n += 1) { chat.innerHTML = [...Array(n).keys()].map((k) => `<p>par <b>${k}</b> of ${n}</p>`).join('<hr>'); await 0; }",
    "paragraphs built anew beside one that stays": "const all = (n) => [...Array(n).keys()].map((k) => { const p = document.createElement('p'); p.innerHTML = `par <b>${k}</b> of <i>${n}</i>`; return p; }); let now = all(3); one.before(...now); for (let n = 4; n < 9; n += 1) { await 0; for (const p of now) p.remove(); now = all(n); one.before(...now); }",
    "a part built anew after the old one changed": f"{ROW} chat.replaceChildren(...row(5)); await 0; chat.firstChild.title = 'x'; chat.lastChild.firstChild.data = 'y'; chat.replaceChildren(...row(6))",
    "a part built anew with one of the old in it": f"{ROW} chat.replaceChildren(...row(5)); await 0; const keep = chat.children[2]; chat.replaceChildren(...row(3), keep, ...row(2))",
    "a part built anew with another tag, a comment and svg": "chat.innerHTML = '<p><b>a</b><!--c--><i>d</i><u>e</u></p><svg><path d=\"M0\"/></svg>'; await 0; chat.innerHTML = '<p><i>a</i><!--d--><i>d</i><svg/></p><svg><g><path d=\"M1\"/></g></svg>'",
    "a part built anew with a shadow root in it": ROW
    + "chat.replaceChildren(...row(5)); await 0; const box = document.createElement('div'); box.attachShadow({ mode: 'open' }).append('in'); chat.replaceChildren(...row(5), box)",
    "a part built anew that is very deep": "const deep = (n) => { let box = document.createElement('p'); for (let k = 0; k < 100; k += 1) { const out = document.createElement('div'); out.append(box, String(n)); box = out; } return box; }; for (let n = 0; n < 3; n += 1) { chat.replaceChildren(deep(n)); await 0; }",
    "a part built anew with much that is new": "chat.replaceChildren('a', 'b', 'c', 'd'); await 0; chat.replaceChildren('a', 'b', 'c', 'd', 'e'.repeat(70000))",
    "a node that comes back later": "one.remove(); await new Promise((go) => setTimeout(go, 5)); chat.append(one)",
    "a node that changes while it is out": "one.remove(); await new Promise((go) => setTimeout(go, 5)); one.title = 'x'; one.firstChild.data = 'y'; one.append('z', document.createElement('b')); await 0; chat.append(one)",
    "a node that loses its kid while both are out": "chat.remove(); await 0; one.remove(); await 0; document.body.append(one); await 0; document.body.append(chat)",
    "a node that comes back in a new one": "one.remove(); await 0; const box = document.createElement('div'); box.append(one); await 0; one.title = 'x'; await 0; chat.append(box)",
    "a node that comes back into one that is out": "one.remove(); two.remove(); await 0; two.append(one); await 0; chat.append(two)",
    "the whole document": "document.documentElement.replaceWith(document.documentElement.cloneNode(true))",
    "split text": "one.firstChild.splitText(1); one.normalize(); one.firstChild.splitText(2)",
    "an element in a shadow root": "const root = one.attachShadow({ mode: 'open' }); root.append('in'); await new Promise((go) => setTimeout(go, 60)); chat.append(one); root.append(document.createElement('i'))",
    "a new element with a shadow root": "const box = document.createElement('div'); box.attachShadow({ mode: 'open' }).append('in', document.createElement('slot')); chat.append(box); await 0; box.shadowRoot.lastChild.remove()",
    "a shadow root that comes late": "const box = document.createElement('x-late'); chat.append(box); await new Promise((go) => setTimeout(go, 10)); box.attachShadow({ mode: 'open' }).append('late')",
}


START = "const [chat, one, two] = ['chat', 'one', 'two'].map((id) => document.getElementById(id));"


# The recorder's branches that the random changes below do not reach, and one of each way to build a part anew.
BRANCHES = [
    "a node that is moved into a new one and has a root",
    "text with pairs",
    "an attribute of svg",
    "a part built anew among others",
    "a part built anew with one of the old in it",
    "a part built anew with another tag, a comment and svg",
    "a part built anew that is very deep",
    "a part built anew with much that is new",
    "a node that changes while it is out",
    "the whole document",
    "an element in a shadow root",
    "a shadow root that comes late",
]
FURTHER = [name for name in CHANGES if name not in BRANCHES]


@pytest.mark.parametrize("names", corners([BRANCHES, FURTHER], BRANCHES), ids=["branches", "further"])
async def test_each_change_is_recorded_as_it_was(
    context: BrowserContext, pages: PageSite, names: list[str]
) -> None:
    cells = {name: START + CHANGES[name] for name in names}
    _, scenes = await play(context, pages, BASE, cells)
    assert {name: scene.differs for name, scene in scenes.items() if scene.differs} == {}


FUZZ = """
let seed = given;
const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % n; };
const root = document.getElementById("chat");
const spare = [];
const pick = () => { const all = [root, ...root.querySelectorAll("*")]; return all[random(all.length)]; };
const make = () => random(3) ? document.createTextNode("t" + random(100)) : Object.assign(document.createElement(["p", "b", "pre"][random(3)]), { id: "n" + random(1000) });
for (let round = 0; round < 60; round += 1) {
    for (let n = random(9); n >= 0; n -= 1) {
        const at = pick();
        const kids = [...at.childNodes];
        const kid = kids[random(kids.length || 1)] ?? null;
        switch (random(14)) {
            case 0: case 1: at.insertBefore(make(), kid); break;
            case 2: if (kid) { spare.push(kid); kid.remove(); } break;
            case 3: { const other = pick(); if (!other.contains(at) && at !== root) other.insertBefore(at, other.firstChild); break; }
            case 4: if (kid?.nodeType === 3) kid.data = kid.data.slice(random(3)) + "y" + random(50); break;
            case 5: at.setAttribute("data-" + random(3), String(random(5))); break;
            case 6: at.removeAttribute("data-" + random(3)); break;
            case 7: { const back = spare.splice(random(spare.length || 1), 1)[0]; if (back && !back.contains(at)) at.insertBefore(back, kid); break; }
            case 8: { const box = document.createElement("div"); for (const one of kids.slice(0, random(4))) box.append(one); at.append(box); break; }
            case 9: { const old = kids.find((one) => one.nodeType === 1); if (old) { const next = old.cloneNode(true); next.append("c" + random(9)); old.replaceWith(next); } break; }
            case 10: at.innerHTML = at.innerHTML.slice(0, 3000) + "<p>n<b>" + random(9) + "</b></p>"; break;
            case 11: { const out = spare[random(spare.length || 1)]; if (out?.nodeType === 1) out.append(make()); else if (out) out.data += "z"; break; }
            default: if (at !== root && !random(4)) at.replaceChildren(make(), make()); break;
        }
    }
    await (random(2) ? 0 : new Promise((go) => setTimeout(go, 1)));
}
"""


@pytest.mark.parametrize("seeds", corners([range(2), range(2, 8)], range(2)))
async def test_whatever_a_page_does_the_recording_leads_to_the_same_page(
    context: BrowserContext, pages: PageSite, seeds: range
) -> None:
    cells = {f"seed {seed}": f"given = {seed * 7919 + 1}; {FUZZ}" for seed in seeds}
    _, scenes = await play(context, pages, BASE, cells)
    assert {name: scene.differs for name, scene in scenes.items() if scene.differs} == {}


# A part that was built anew, in whose nodes nothing has happened so far; `built` builds another in its place.
BUILT = (
    "const chat = document.getElementById('chat');"
    "const built = (n) => { const pre = document.createElement('pre'); pre.append(...row(n)); chat.replaceChildren(pre); return pre; };"
    "built(5); await 0; const pre = built(9); await 0; const [first, second, third] = pre.children;"
)
LATER = {
    "changes inside": "second.append('!'); third.className = 'other'",
    "changes inside and leaves at once": "second.append('!'); third.remove(); built(7)",
    "leaves and changes inside at once": "built(7); second.append('!'); third.remove()",
    "gives something away": "document.body.append(second); pre.remove()",
    "gives something away to the next": "built(7).append(second)",
    "leaves, changes outside and comes back": "built(7); await 0; second.remove(); third.append('!'); await 0; chat.append(pre)",
    "leaves, and only what is in it comes back": "built(7); await 0; chat.append(second)",
    "leaves within another and comes back changed": "chat.remove(); await 0; second.remove(); await 0; document.body.append(chat)",
    "moves": "document.body.prepend(pre); await 0; third.prepend('!')",
    "gets something new in what it got": "const em = document.createElement('em'); second.append(em); em.append('new'); await 0; em.append('newer')",
    "comes with something that stood elsewhere": "const next = document.createElement('pre'); next.append(...row(4), third); chat.replaceChildren(next)",
    "comes with something that had left": "third.remove(); await 0; const next = document.createElement('pre'); next.append(...row(4), third); chat.replaceChildren(next); await 0; third.append('!')",
    "gets an open root": "second.attachShadow({ mode: 'open' }).append('in it'); await new Promise((go) => setTimeout(go, 300)); second.shadowRoot.append('!')",
}


NEXT = [
    "changes inside",
    "leaves and changes inside at once",
    "leaves within another and comes back changed",
    "comes with something that had left",
    "gets an open root",
]
AFTER = [name for name in LATER if name not in NEXT]


@pytest.mark.parametrize("names", corners([NEXT, AFTER], NEXT), ids=["next", "after"])
async def test_a_part_that_was_rebuilt_is_followed_on(
    context: BrowserContext, pages: PageSite, names: list[str]
) -> None:
    cells = {name: ROW + BUILT + LATER[name] for name in names}
    film, scenes = await play(context, pages, BASE, cells)
    assert {name: scene.differs for name, scene in scenes.items() if scene.differs} == {}
    assert [name for name, scene in scenes.items() if not film.told("anew", scene.doc)] == []


GROWING = {
    "text that grows": "const t = document.getElementById('one').firstChild; for (let n = 0; n < 50; n += 1) { t.data += 'token '; await 0; }",
    "a part rebuilt": ROW
    + "for (let n = 100; n < 120; n += 1) { const pre = document.createElement('pre'); pre.append(...row(n)); chat.replaceChildren(pre); await 0; }",
    "a part rebuilt among others": ROW
    + "const all = (n) => [n, 7].map((k) => { const pre = document.createElement('pre'); pre.append(...row(k)); return pre; }); const one = document.getElementById('one');"
    "let now = all(100); one.before(...now); for (let n = 101; n < 110; n += 1) { await 0; for (const pre of now) pre.remove(); now = all(n); one.before(...now); }",
}


def span(number: int) -> dict[str, object]:
    text = {"text": f"word {number}"}
    return {"new": {"tag": "span", "attrs": [["class", f"k{number}"]], "kids": [text]}}


@pytest.mark.thorough
async def test_nodes_that_grow_or_are_rebuilt_cost_only_their_new_parts(
    context: BrowserContext, pages: PageSite
) -> None:
    film, scenes = await play(context, pages, BASE, GROWING)
    grown, rebuilt, among = (scene.doc for scene in scenes.values())
    assert [op.text for op in film.ops("text", grown)] == ["token "] * 50
    told = film.told("anew", rebuilt)
    assert len(told) == 20
    assert told[-1].kids == [{"like": {"kids": [118, span(118)]}}]
    again = film.told("again", among)
    assert len(again) == 18
    assert [one.what for one in again[-2:]] == [{"kids": [7]}, {"kids": [108, span(108)]}]


RETURNS = {
    "a node comes back": "const one = document.getElementById('one'); one.remove(); await new Promise((go) => setTimeout(go, 5)); one.title = 'x'; await 0; chat.append(one)",
    "a box comes back": "document.body.innerHTML = '<textarea id=t></textarea>'; await 0; const t = document.getElementById('t'); t.value = 'a'; document.body.append('!'); await 0; t.remove(); document.body.append('!'); await 0; t.value = 'b'; document.body.append(t); await 0; document.body.append('!')",
    "three changes in two tasks": "const one = document.getElementById('one'); one.append('a'); one.append('b'); await 0; one.append('c')",
}


async def test_a_node_that_comes_back_is_the_one_it_was_and_each_report_is_a_step(
    context: BrowserContext, pages: PageSite
) -> None:
    film, scenes = await play(context, pages, BASE, RETURNS)
    node, box, report = scenes.values()
    [gone], [back] = film.ops("del", node.doc), film.ops("add", node.doc)
    assert back.node.id == gone.id
    assert back.node.tag is None
    assert [made.value for made in box.rebuilt.known.values() if made.value is not None] == ["b"]
    steps = film.steps(report.doc)
    assert [len(step.ops) for step in steps] == [2, 1]
    assert steps[1].n == steps[0].n + 1


DANGERS = {
    "a handler": '<p onclick="steal()">x</p>',
    "an address that is script": '<a href=" java&#10;script:steal()">x</a>',
    "a nonce": '<style nonce="steal">p {}</style>',
    "text of a script": '<script type="text/plain">steal()</script>',
    "the address of a script": '<script type="text/plain" src="/steal.js"></script>',
    "an element for pages without script": "<noscript>steal</noscript>",
    "a document in an attribute": '<iframe sandbox srcdoc="steal"></iframe>',
    "a wish to go elsewhere": '<meta http-equiv="x" content="1"><meta http-equiv="steal">',
}


async def test_scripts_and_other_code_of_a_page_are_not_recorded(
    context: BrowserContext, pages: PageSite
) -> None:
    named = {name: html.replace("steal", f"steal{at}") for at, (name, html) in enumerate(DANGERS.items())}
    html = "".join(named.values())
    async with Film(context, pages.add(f"<!doctype html><body><main id=chat></main>{html}")) as film:
        await film.do("document.getElementById('chat').innerHTML = given", html)
        await film.end()
    text = "".join(line.model_dump_json() for line in film.recorder.page)
    assert [name for at, name in enumerate(DANGERS) if f"steal{at}" in text] == []


async def test_the_values_of_fields_are_recorded_even_if_a_script_set_them_but_no_password(
    context: BrowserContext, pages: PageSite
) -> None:
    html = "<!doctype html><body><textarea id=t>as is</textarea><input id=i value=v><input id=c type=checkbox><select id=s><option>a<option>b</select><input id=p type=password>"
    async with Film(context, pages.add(html)) as film:
        await film.page.locator("#t").fill("typed")
        await film.page.locator("#p").fill("hunter2")
        await film.do("i.value = 'set'; c.checked = true; s.value = 'b'; document.body.append('!')")
        rebuilt = await film.end()
    values = {made.attrs.get("id"): made.value for made in rebuilt.known.values() if made.value is not None}
    assert values == {"t": "typed", "i": "set", "c": "true", "s": "b", "p": "*******"}
    assert "hunter2" not in "".join(line.model_dump_json() for line in film.recorder.page)


async def test_a_value_that_was_there_before_is_in_the_first_line(
    context: BrowserContext, pages: PageSite
) -> None:
    page = await context.new_page()
    await page.goto(pages.add("<!doctype html><body><textarea id=t></textarea>"))
    await page.locator("#t").fill("draft")
    async with Film(context, "generic") as film:
        rebuilt = await film.end()
    assert "draft" in [made.value for made in rebuilt.known.values()]


async def test_overlays_own_blocks_are_not_recorded(context: BrowserContext, pages: PageSite) -> None:
    async with Film(context, pages.add(BASE)) as film:
        call = '<function_calls>\n<invoke name="look">\n<parameter name="zebra">z</parameter>\n</invoke>\n</function_calls>'
        await film.do(
            "const pre = document.createElement('pre'); chat.append(pre); for (const part of given.match(/.{1,9}|\\n/g)) { pre.append(part); await new Promise((go) => setTimeout(go, 2)); }",
            call,
        )
        await film.page.locator("pre").wait_for(state="hidden")
        await film.do("document.getElementById('chat').append('after')")
        rebuilt = await film.end()
    assert rebuilt.lines() == film.live
    assert film.companion.bridge.mark not in "".join(line.model_dump_json() for line in film.recorder.page)


async def test_rules_that_script_wrote_are_recorded_once_they_stand(
    context: BrowserContext, pages: PageSite
) -> None:
    html = "<!doctype html><style id=s></style><style>p { color: red }</style><body>"
    async with Film(context, pages.add(html)) as film:
        await film.do(
            "for (let n = 0; n < 50; n += 1) s.sheet.insertRule(`.a${n} { color: blue }`);"
            "const more = new CSSStyleSheet(); more.replaceSync('b { color: green }');"
            "document.adoptedStyleSheets = [more]"
        )
        rebuilt = await film.end()
    told = [op for op in film.ops("sheets") if op.id is not None]
    assert [(rebuilt.known[op.id].attrs["id"], op.sheets[0].count("blue")) for op in told] == [("s", 50)]
    assert rebuilt.sheets == ["b { color: green; }"]


async def test_a_document_that_goes_away_is_closed_and_the_next_one_begins(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Film(context, pages.add(BASE)) as film:
        while not list(film.recorder.page):
            await film.do("await new Promise(requestAnimationFrame)")
        await film.page.goto(pages.add("<!doctype html><title>next</title><p>next</p>"))
        while len({line.doc for line in film.recorder.page}) < 2:
            await film.do("await new Promise(requestAnimationFrame)")
        await film.end()
    lines = [line for line in film.recorder.page if not isinstance(line, Step)]
    assert [type(line) for line in lines] == [Opened, Closed, Opened]
    assert [line.doc for line in lines] == [1, 1, 2]


async def test_a_frame_of_the_same_site_is_a_document_in_its_element(
    context: BrowserContext, pages: PageSite
) -> None:
    inner = pages.add("<!doctype html><p id=in>in</p>")
    async with Film(context, pages.add(f'<!doctype html><body><iframe id=f src="{inner}"></iframe>')) as film:
        await film.page.frame_locator("#f").locator("#in").wait_for()
        frame: Frame = film.page.frames[1]
        await frame.evaluate("document.getElementById('in').append('!')")
        await film.end()
    opened = [line for line in film.recorder.page if isinstance(line, Opened)]
    rebuilt = rebuild(film.recorder.page)
    # Before its own document a frame may have an empty one.
    [framed] = [line for line in opened if line.url == inner]
    assert framed.frame is not None
    assert rebuilt[framed.frame[0]].known[framed.frame[1]].attrs["id"] == "f"
    assert '   "!"' in rebuilt[framed.doc].lines()


async def test_a_strict_page_and_its_next_address_are_recorded_without_an_error(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Film(context, pages.add(BASE, csp=STRICT)) as film:
        said: list[str] = []
        film.page.on("console", lambda message: said.append(message.text))
        await film.do("document.getElementById('chat').append('x'); history.pushState(null, '', '/c/1')")
        rebuilt = await film.end()
    assert rebuilt.lines() == film.live
    assert rebuilt.url.endswith("/c/1")
    assert said == []


async def test_a_large_page_comes_in_pieces(context: BrowserContext, pages: PageSite) -> None:
    rows = "".join(f"<p class=row>{'word ' * 30}{number}</p>" for number in range(2200))
    async with Film(context, pages.add(f"<!doctype html><body><main id=chat>{rows}</main>")) as film:
        await film.do("document.getElementById('chat').append('\u00e4'.repeat(160000))")
        rebuilt = await film.end()
    assert rebuilt.lines() == film.live

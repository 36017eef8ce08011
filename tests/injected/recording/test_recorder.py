"""A page that is rebuilt from the recording alone is equal to the real page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Route

from overlay.capture.model import Closed, Opened, Step
from tests.injected.pages import STRICT, PageSite
from tests.injected.recording.film import Cell, Film, Take, play

BASE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Chat</title></head>
<body><!-- a comment --><main id="chat"><p id="one">one</p><p id="two">two</p></main>
<svg viewBox="0 0 1 1"><use xlink:href="#a"></use></svg></body></html>"""


START = {"the start": Cell("", BASE)}


async def test_a_page_is_recorded_as_it_was_at_the_start(take: Take) -> None:
    assert take.differing("start") == {}
    assert any("xlink:href" in line for line in take.scenes["start"]["the start"].live)


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


NAMED = "const [chat, one, two] = ['chat', 'one', 'two'].map((id) => document.getElementById(id));"


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


def changed(names: Iterable[str]) -> dict[str, Cell]:
    return {name: Cell(NAMED + CHANGES[name], BASE) for name in names}


async def test_each_change_is_recorded_as_it_was(take: Take) -> None:
    assert take.differing("changes") == {}


@pytest.mark.thorough
async def test_each_further_change_is_recorded_as_it_was(context: BrowserContext, pages: PageSite) -> None:
    assert (await play(context, pages, {"changes": changed(FURTHER)})).differing("changes") == {}


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


def random_changes(seeds: range) -> dict[str, Cell]:
    return {f"seed {seed}": Cell(f"given = {seed * 7919 + 1}; {FUZZ}", BASE) for seed in seeds}


async def test_whatever_a_page_does_the_recording_leads_to_the_same_page(take: Take) -> None:
    assert take.differing("random") == {}


@pytest.mark.thorough
async def test_whatever_a_page_does_the_recording_leads_there_for_more_seeds(
    context: BrowserContext, pages: PageSite
) -> None:
    assert (await play(context, pages, {"random": random_changes(range(2, 8))})).differing("random") == {}


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


def later(names: Iterable[str]) -> dict[str, Cell]:
    return {name: Cell(ROW + BUILT + LATER[name], BASE) for name in names}


def check_followed(take: Take) -> None:
    assert take.differing("later") == {}
    scenes = take.scenes["later"]
    assert [name for name, scene in scenes.items() if not take.film.told("anew", scene.doc)] == []


async def test_a_part_that_was_rebuilt_is_followed_on(take: Take) -> None:
    check_followed(take)


@pytest.mark.thorough
async def test_a_part_that_was_rebuilt_is_followed_on_in_further_ways(
    context: BrowserContext, pages: PageSite
) -> None:
    check_followed(await play(context, pages, {"later": later(AFTER)}))


GROWING = {
    "text that grows": "const t = document.getElementById('one').firstChild; for (let n = 0; n < 50; n += 1) { t.data += 'token '; await 0; }",
    "a part rebuilt": ROW
    + "for (let n = 100; n < 120; n += 1) { const pre = document.createElement('pre'); pre.append(...row(n)); chat.replaceChildren(pre); await 0; }",
    "a part rebuilt among others": ROW
    + "const all = (n) => [n, 7].map((k) => { const pre = document.createElement('pre'); pre.append(...row(k)); return pre; }); const one = document.getElementById('one');"
    "let now = all(100); one.before(...now); for (let n = 101; n < 110; n += 1) { await 0; for (const pre of now) pre.remove(); now = all(n); one.before(...now); }",
}


def words(kids: list[Any]) -> list[object]:
    """The children as a change names them: the number of one that stayed, or the text of a new one."""
    return [
        kid if isinstance(kid, int) else "".join(each.text or "" for each in kid.new.kids) for kid in kids
    ]


@pytest.mark.thorough
async def test_nodes_that_grow_or_are_rebuilt_cost_only_their_new_parts(
    context: BrowserContext, pages: PageSite
) -> None:
    cells = {name: Cell(code, BASE) for name, code in GROWING.items()}
    take = await play(context, pages, {"growing": cells})
    film = take.film
    grown, rebuilt, among = (scene.doc for scene in take.scenes["growing"].values())
    assert [op.text for op in film.ops("text", grown)] == ["token "] * 50
    told = film.told("anew", rebuilt)
    assert len(told) == 20
    assert [words(kid.like.kids) for kid in told[-1].kids] == [[118, "word 118"]]
    again = film.told("again", among)
    assert len(again) == 18
    assert [words(one.what.kids) for one in again[-2:]] == [[108, "word 108"], [7]]


RETURNS = {
    "a node comes back": "const one = document.getElementById('one'); one.remove(); await new Promise((go) => setTimeout(go, 5)); one.title = 'x'; await 0; chat.append(one)",
    "a box comes back": "document.body.innerHTML = '<textarea id=t></textarea>'; await 0; const t = document.getElementById('t'); t.value = 'a'; document.body.append('!'); await 0; t.remove(); document.body.append('!'); await 0; t.value = 'b'; document.body.append(t); await 0; document.body.append('!')",
    "three nodes are put before another": "const last = chat.appendChild(document.createElement('hr')); await 0; for (const word of ['a', 'b', 'c']) chat.insertBefore(document.createElement('p'), last).textContent = word",
    "three changes in two tasks": "const one = document.getElementById('one'); one.append('a'); one.append('b'); await 0; one.append('c')",
}


async def test_new_nodes_are_added_in_the_order_in_which_they_came(take: Take) -> None:
    doc = take.scenes["returns"]["three nodes are put before another"].doc
    (line, *words) = take.film.ops("add", doc)
    assert [[kid.text for kid in word.node.kids] for word in words] == [["a"], ["b"], ["c"]]
    assert [word.before for word in words] == [line.node.id] * 3


async def test_a_node_that_comes_back_is_the_one_it_was(take: Take) -> None:
    doc = take.scenes["returns"]["a node comes back"].doc
    [gone], [back] = take.film.ops("del", doc), take.film.ops("add", doc)
    assert back.node.id == gone.id
    assert back.node.tag is None


async def test_a_box_that_comes_back_has_its_last_value(take: Take) -> None:
    known = take.scenes["returns"]["a box comes back"].rebuilt.known.values()
    assert [made.value for made in known if made.value is not None] == ["b"]


async def test_each_report_of_changes_is_a_step(take: Take) -> None:
    steps = take.film.steps(take.scenes["returns"]["three changes in two tasks"].doc)
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


NAMED_DANGERS = "".join(html.replace("steal", f"steal{at}") for at, html in enumerate(DANGERS.values()))
WITH_DANGERS = {
    "code": Cell(
        "document.getElementById('chat').innerHTML = given",
        f"<!doctype html><body><main id=chat></main>{NAMED_DANGERS}",
        given=NAMED_DANGERS,
    )
}


async def test_scripts_and_other_code_of_a_page_are_not_recorded(take: Take) -> None:
    text = take.film.text()
    assert [name for at, name in enumerate(DANGERS) if f"steal{at}" in text] == []


FIELDS = {
    "fields": Cell(
        "i.value = 'set'; c.checked = true; s.value = 'b'; document.body.append('!')",
        "<!doctype html><body><textarea id=t>as is</textarea><input id=i value=v><input id=c type=checkbox><select id=s><option>a<option>b</select><input id=p type=password>",
        typed={"#t": "typed", "#p": "hunter2"},
    ),
    "secrets": Cell(
        "p.type = 'text'; p.value += '!'; late.setAttribute('value', 'hush')",
        "<!doctype html><meta name=csrf-token content=hush><meta property=profile:username content=hush><body>"
        "<input type=hidden value=hush><input type=Password value=hush><input autocomplete='section-a cc-number' value=hush>"
        "<input id=late type=hidden><input id=p type=password><input name=api_key value=hush><input id=accessToken value=hush>"
        "<input name=max_tokens value=512><textarea id=apiKeys>hush</textarea><textarea name=private_key id=k></textarea>"
        "<textarea name=SSHKey>hush</textarea><textarea id=gcp-credentials>hush</textarea><textarea id=authToken>hush</textarea><textarea name=clientSecretField>hush</textarea><textarea id=jwt_token_input>hush</textarea><textarea id=token-api-key>hush</textarea>"
        "<textarea id=pin-message>for the board</textarea><textarea id=tokenInput>for tags</textarea>",
        typed={"#p": "hush", "#k": "hush"},
    ),
}


async def test_the_values_of_fields_are_recorded_even_if_a_script_set_them_but_no_password(
    take: Take,
) -> None:
    known = take.scenes["fields"]["fields"].rebuilt.known.values()
    values = {made.attrs.get("id"): made.value for made in known if made.value is not None}
    assert values == {"t": "typed", "i": "set", "c": "true", "s": "b", "p": "*******"}
    assert "hunter2" not in take.film.text()


async def test_no_value_of_a_secret_or_hidden_field_is_recorded(take: Take) -> None:
    assert "secrets" in take.scenes["fields"]
    assert "hush" not in take.film.text()
    assert [word for word in ("512", "for the board", "for tags") if word not in take.film.text()] == []


async def test_a_value_that_was_there_before_is_in_the_first_line(take: Take) -> None:
    [line] = [line for line in take.film.opened() if line.doc == 1]
    assert '"draft"' in line.model_dump_json()


@pytest.mark.thorough
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
    assert film.companion.bridge.mark not in film.text()


RULES = {
    "rules": Cell(
        "for (let n = 0; n < 50; n += 1) s.sheet.insertRule(`.a${n} { color: blue }`);"
        "const more = new CSSStyleSheet(); more.replaceSync('b { color: green }');"
        "document.adoptedStyleSheets = [more]",
        "<!doctype html><style id=s></style><style>p { color: red }</style><body>",
    )
}


async def test_rules_that_script_wrote_are_recorded_once_they_stand(take: Take) -> None:
    scene = take.scenes["rules"]["rules"]
    [told] = [op for op in take.film.ops("sheets", scene.doc) if op.id]
    assert scene.rebuilt.known[told.id].attrs["id"] == "s"
    assert told.sheets[0].count("blue") == 50
    assert scene.rebuilt.sheets == ["b { color: green; }"]


async def test_a_document_that_goes_away_is_closed_and_the_next_one_begins(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Film(context, pages.add(BASE)) as film:
        await film.recorded(1)
        await film.page.goto(pages.add("<!doctype html><title>next</title><p>next</p>"))
        await film.recorded(2)
        await film.end()
    lines = [line for line in film.recorder.page if not isinstance(line, Step)]
    assert [type(line) for line in lines] == [Opened, Closed, Opened]
    assert [line.doc for line in lines] == [1, 1, 2]


async def test_a_frame_of_the_same_site_is_a_document_in_its_element(take: Take) -> None:
    scene = take.scenes["start"]["the start"]
    [framed] = [line for line in take.film.opened() if line.doc == scene.doc]
    assert framed.frame is not None
    number, element = framed.frame
    assert take.film.rebuilt(number).known[element].attrs["src"] == scene.url


@pytest.mark.thorough
async def test_a_frame_that_is_parsed_before_its_page_is_recorded_but_no_frame_in_it(
    context: BrowserContext, pages: PageSite
) -> None:
    inmost = pages.add("<!doctype html><p>in the frame of a frame</p>")
    inner = pages.add(f"<!doctype html><p>in a frame</p><iframe src={inmost}></iframe>")

    async def parsed(route: Route) -> None:
        # The page is parsed only when the frame and the frame in it are loaded.
        frame = route.request.frame.frame_locator("iframe")
        await frame.frame_locator("iframe").locator("p").wait_for(state="attached")
        await route.fulfill(body="", content_type="text/javascript")

    await context.route("**/late.js", parsed)
    page = f"<!doctype html><iframe src={inner}></iframe><script src=/late.js></script>{BASE}"
    async with Film(context, pages.add(page)) as film:
        await film.do("document.getElementById('chat').append('after')")
        await film.end()
    assert [line.frame is not None for line in film.opened()] == [False, True]
    assert '"in a frame"' in "".join(film.rebuilt(2).lines())


@pytest.mark.thorough
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


ROWS = "".join(f"<p class=row>{'word ' * 100}{number}</p>" for number in range(700))
LARGE = {
    "large": Cell(
        "document.getElementById('chat').append('\u00e4'.repeat(160000))",
        f"<!doctype html><body><main id=chat>{ROWS}</main>",
    )
}


async def test_a_large_page_comes_in_pieces(take: Take) -> None:
    assert take.differing("large") == {}


@pytest.fixture(scope="module")
async def take(browser: Browser, pages: PageSite) -> AsyncIterator[Take]:
    """One recorded page with a frame for each cell of the default run."""
    context = await browser.new_context()
    yield await play(
        context,
        pages,
        {
            "start": START,
            "changes": changed(BRANCHES),
            "random": random_changes(range(2)),
            "later": later(NEXT),
            "returns": {name: Cell(code, BASE) for name, code in RETURNS.items()},
            "dangers": WITH_DANGERS,
            "fields": FIELDS,
            "rules": RULES,
            "large": LARGE,
        },
    )
    await context.close()

"""One observer for the document: what it reports, hides before the next paint, and shows again."""

from __future__ import annotations

import pytest

from tests.injected.lab import Case, Lab

# `sent()` takes all slices that Python would be sent (a slow machine makes more slices of the same text), `told()`
# shortens them; `turn()` lets the observer's microtask run.
SCENE = """
globalThis.end?.abort();
globalThis.end = new AbortController();
const { signal } = globalThis.end;
const hosts = new host_elements.Hosts("data-m", false);
const g = new prefilter.Prefilter(["<invoke", "<function_calls", "{"]);
const c = new hidden_text.HiddenText(hosts, g, "", () => {});
const p = new page_model.Page({ user: ".user", assistant: ".bot", streaming: "", message_id: "" });
let kicks = 0;
const w = new observer.Watcher({ page: p, hosts, hiddenText: c, prefilter: g, requestFlush: () => { kicks += 1; }, queueTask: (job) => job(), signal });
const sent = () => { const items = []; for (let slice; (slice = w.collect()).items.length;) items.push(...slice.items); return items; };
const told = () => sent().map((item) => item.k === "text" ? [item.id - base, item.at, item.text, item.length] : [item.k, item.id - base]);
const rule = new CSSStyleSheet();
rule.replaceSync("[data-m] + * { display: none !important; }");
document.adoptedStyleSheets = [rule];
const turn = () => Promise.resolve();
const seen = (selector) => [...document.querySelectorAll(selector)].map((e) => e.checkVisibility());
let base = 0;
const begin = (html) => {
    document.body.innerHTML = html;
    base = new text_unit.Unit("fence", document.body, () => false).id + 1;
    w.start(); w.pageOpened(); w.enableHiding();
};
"""
CALL = "&lt;invoke name=f&gt;"


async def test_a_block_is_reported_once_and_then_only_its_growth(lab: Lab) -> None:
    cases = {
        "a block is told of with its text": Case(
            "begin('<pre>abc</pre>'); return told();", [["open", 0], [0, 0, "abc", 3]]
        ),
        "a block is told of once": Case("begin('<pre>abc</pre>'); told(); return told();", []),
        "growth is told alone": Case(
            "begin('<pre>abc</pre>'); told(); document.querySelector('pre').firstChild.appendData('d'); await turn(); return told();",
            [[0, 3, "d", 4]],
        ),
        "a block that comes later is told of and asks for a flush": Case(
            "begin(''); const before = kicks; document.body.innerHTML = '<pre>x</pre>'; await turn(); return [kicks > before, told()];",
            [True, [["open", 0], [0, 0, "x", 1]]],
        ),
        "a message and its block are two": Case(
            "begin('<div class=bot>words<pre>x</pre></div>'); return told().filter((item) => item.length === 4).map((item) => item[2]);",
            ["words\n\ufffc", "x"],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_block_is_reported_with_its_author(lab: Lab) -> None:
    wrong: list[object] = []
    for cls, role in [("bot", "assistant"), ("user", "user"), ("other", "unknown")]:
        await lab.empty()
        code = "begin(`<div class=${given}><pre>x</pre></div>`); return sent().find((item) => item.kind === 'fence').role;"
        if (found := await lab(SCENE + code, cls)) != role:
            wrong.append((cls, found))
    assert wrong == []


async def test_only_blocks_that_come_while_the_page_is_open_are_live(lab: Lab) -> None:
    cases = {
        "a block from the start is not live and one that comes later is": Case(
            """document.body.innerHTML = "<pre>a</pre>"; w.start(); w.pageOpened(); w.enableHiding();
    const pre = document.createElement("pre"); pre.textContent = "b"; document.body.append(pre); await turn();
    return sent().filter((item) => item.k === "open").map((item) => item.live);""",
            [False, True],
        ),
        "a block that comes with another conversation is not live": Case(
            "w.setConversation('one'); begin(''); w.setConversation('two'); document.body.innerHTML = '<pre>b</pre>'; await turn(); return sent()[0].live;",
            False,
        ),
        "of a hundred messages that appear together only the last is live": Case(
            """begin(''); document.body.innerHTML = '<div class=bot><pre>b</pre></div>'.repeat(60); await turn();
    return sent().filter((item) => item.kind === "fence").map((item) => item.live);""",
            [False] * 59 + [True],
        ),
        "a few messages that appear together are live": Case(
            """begin(''); document.body.innerHTML = '<div class=bot><pre>b</pre></div>'.repeat(3); await turn();
    return sent().filter((item) => item.kind === "fence").map((item) => item.live);""",
            [True] * 3,
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_text_that_may_become_a_call_is_hidden_until_python_decides(lab: Lab) -> None:
    cases = {
        "a block that may become a call is hidden before the next paint": Case(
            "begin(''); document.body.innerHTML = given; await turn(); return seen('pre');",
            [False, True],
            given=f"<pre>{CALL}</pre><pre>print(1)</pre>",
        ),
        "nothing is hidden before the hiding rule stands": Case(
            "document.body.innerHTML = ''; w.start(); document.body.innerHTML = given; await turn(); return hosts.placed.size;",
            0,
            given=f"<pre>{CALL}</pre>",
        ),
        "a block that python lifts is shown": Case(
            "begin(given); w.hiding.applyVerdict([...w.units.values()][0], false); return seen('pre');",
            [True],
            given=f"<pre>{CALL}</pre>",
        ),
        "a block that was lifted stays so while it grows": Case(
            """begin(given); w.hiding.applyVerdict([...w.units.values()][0], false);
    document.querySelector("pre").firstChild.appendData("x"); await turn(); return seen("pre");""",
            [True],
            given=f"<pre>{CALL}</pre>",
        ),
        "a block that python covers is hidden however it began": Case(
            "begin('<pre>words</pre>'); w.hiding.applyVerdict([...w.units.values()][0], true); return seen('pre');",
            [False],
        ),
        "without hiding everything is as the site made it": Case(
            "begin(given); w.disableHiding(); return [seen('pre'), document.querySelectorAll('[data-m]').length];",
            [[True], 0],
            given=f"<pre>{CALL}</pre>",
        ),
        "a block is hidden again once hiding is allowed again": Case(
            "begin(given); w.disableHiding(); w.enableHiding(); return seen('pre');",
            [False],
            given=f"<pre>{CALL}</pre>",
        ),
        "a call in a message is hidden again too, though only words were added to the message since": Case(
            """begin(given); told(); const [unit] = w.units.values(); w.hiding.applyProseVerdict(unit, [[0, 15]], 16);
    document.querySelector("p + p").firstChild.appendData(" more"); await turn();
    w.disableHiding(); w.enableHiding(); return [...document.querySelectorAll("p")].map((p) => p.checkVisibility());""",
            [False, True],
            given=f"<div class=bot><p>{CALL}</p><p>words</p></div>",
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_block_that_a_site_rebuilds_goes_on_and_another_one_does_not(lab: Lab) -> None:
    cases = {
        "a block in a new node goes on as the same": Case(
            """begin("<pre>{abcdefghijkl</pre>"); told(); document.body.innerHTML = "<pre>{abcdefghijklm</pre>"; await turn(); return told();""",
            [[0, 13, "m", 14]],
        ),
        "two blocks that are rebuilt keep their places": Case(
            """begin("<pre>{one and more</pre><pre>{two and more</pre>"); told();
    document.body.innerHTML = "<pre>{one and more</pre><pre>{two and more!</pre>"; await turn(); return told();""",
            [[1, 13, "!", 14]],
        ),
        "of two blocks much alike the one that stays goes on as itself": Case(
            """begin("<pre>{the same beginning of both 1</pre><pre>{the same beginning of both 2</pre>"); told();
    document.body.innerHTML = "<pre>{the same beginning of both 2</pre>"; await turn(); return told();""",
            [],
        ),
        "equal blocks that are rebuilt keep their order": Case(
            """begin("<pre id=a>{same text here</pre><pre id=b>{same text here</pre>"); told();
    document.body.innerHTML = document.body.innerHTML; await turn();
    return [...w.units.values()].map((u) => u.node.id);""",
            ["a", "b"],
        ),
        "a switch gives up at once what had left": Case(
            "w.setConversation('one'); begin('<pre>{abc</pre>'); told(); document.body.innerHTML = ''; await turn(); w.setConversation('two'); return told();",
            [["gone", 0]],
        ),
        "a new chat that gets its address is no switch": Case(
            """begin('<pre>{abc</pre>'); told(); w.setConversation('two'); document.body.innerHTML = '<pre>{abc</pre><pre>b</pre>'; await turn();
    return sent().filter((item) => item.k === "open").map((item) => [item.id - base > 0, item.live]);""",
            [[True, True]],
        ),
        "a block of another conversation is given up when its node leaves": Case(
            """w.setConversation('one'); begin('<pre>{abc</pre>'); told(); w.setConversation('two'); document.body.innerHTML = '<pre>{abc</pre>'; await turn();
    return told();""",
            [["gone", 0], ["open", 1], [1, 0, "{abc", 4]],
        ),
        # As in a history that is scrolled, which has only the turns in view.
        "a turn that takes the place of one much alike is another": Case(
            "begin(given[0]); told(); document.body.innerHTML = given[1]; await turn(); return told()[0][0];",
            "open",
            given=[f"<pre>{{the same beginning of both {number}</pre>" for number in (1, 2)],
        ),
        "a block that left for good is told as gone, before what came": Case(
            """begin("<pre>{abc</pre>"); told(); document.querySelector("pre").remove(); await turn(); const early = told();
    await new Promise((go) => setTimeout(go, 2100)); document.body.innerHTML = "<pre>{abc</pre>"; await turn();
    return [early, told().map((item) => item[0])];""",
            [[], ["gone", "open", 1]],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_another_text_in_a_new_node_is_another_block(lab: Lab) -> None:
    code = """begin("<pre>{abcdefghijkl</pre>"); told(); document.body.innerHTML = "<pre>something else</pre>"; await turn(); return told().map((item) => item[0]);"""
    assert (await lab(SCENE + code))[0] == "open"


async def test_a_large_report_is_sent_in_pieces(lab: Lab) -> None:
    cases = {
        "a resync tells all again": Case(
            "begin('<pre>abc</pre>'); told(); w.resync([...w.units.values()][0]); return told();",
            [[0, 0, "abc", 3]],
        ),
        "a large text is told in pieces": Case(
            """begin("<pre></pre>"); told(); document.querySelector("pre").textContent = "x".repeat(450000); const all = [];
    while (all.length < 3) { await new Promise((go) => setTimeout(go)); all.push(...told()); }
    return all.map(([id, at, text, length]) => [at, text.length, length]);""",
            [
                [0, 200_000, 200_000],
                [200_000, 200_000, 400_000],
                [400_000, 50_000, 450_000],
            ],
        ),
        "many blocks are told in slices": Case(
            f"begin('<pre>x</pre>'.repeat(450)); {SLICES}", [True, True, 900]
        ),
        "an old message of code blocks only is told of when words come": Case(
            """begin("<div class=bot><pre>x</pre></div>"); const first = told().filter((item) => item[0] === "open").length;
    document.querySelector(".bot").append("words"); await turn(); return [first, told().at(-1)];""",
            [1, [0, 0, "\ufffc\nwords", 7]],
        ),
        "code that becomes a block by its line ends is found": Case(
            "begin('<p><code>a</code></p>'); document.querySelector('code').firstChild.appendData('\\nb'); await turn(); return told();",
            [["open", 0], [0, 0, "a\nb", 3]],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


SLICES = """const sizes = []; for (let more = true; more;) { const slice = w.collect(); more = slice.more; sizes.push(slice.items.length); }
    return [sizes.length > 1, Math.max(...sizes) <= 400, sizes.reduce((all, one) => all + one, 0)];"""


async def test_a_block_stays_hidden_whatever_a_site_does_with_its_host(lab: Lab) -> None:
    cases = {
        "a host that the site removes is back before the next paint": Case(
            "begin(given); document.querySelector('[data-m]').remove(); await turn(); return seen('pre');",
            [False],
            given=f"<pre>{CALL}</pre>",
        ),
        "an element that the site puts behind a host is shown": Case(
            "begin(given); document.querySelector('[data-m]').after(document.createElement('hr')); await turn(); return [seen('hr'), seen('pre')];",
            [[True], [False]],
            given=f"<pre>{CALL}</pre>",
        ),
        "a block that moves stays hidden": Case(
            "begin(given); document.querySelector('#b').append(document.querySelector('pre')); await turn(); return [seen('pre'), document.querySelectorAll('[data-m]').length];",
            [[False], 1],
            given=f"<div id=a><pre>{CALL}</pre></div><div id=b></div>",
        ),
        "after the end nothing is watched": Case(
            "begin(''); globalThis.end.abort(); document.body.innerHTML = '<pre>x</pre>'; await turn(); return told();",
            [],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_blocks_in_shadow_trees_are_reported(lab: Lab) -> None:
    cases = {
        "a block in a shadow tree is told of": Case(
            """document.body.innerHTML = "<x-y></x-y>"; const root = document.querySelector("x-y").attachShadow({ mode: "open" });
    root.innerHTML = "<pre>abc</pre>"; base = new text_unit.Unit("fence", document.body, () => false).id + 1; w.start(); return told();""",
            [["open", 0], [0, 0, "abc", 3]],
        ),
        "a shadow tree of a plain element is watched": Case(
            """document.body.innerHTML = "<div id=x></div>"; document.getElementById("x").attachShadow({ mode: "open" }).innerHTML = "<pre>inside</pre>";
    base = new text_unit.Unit("fence", document.body, () => false).id + 1; w.start(); return told().length;""",
            2,
        ),
        "growth in a block within a block is told": Case(
            """begin("<pre>a<pre>b</pre></pre>"); told(); document.querySelector("pre pre").firstChild.appendData("c"); await turn(); return told();""",
            [[0, 3, "c", 4]],
        ),
        "growth in a shadow tree is told": Case(
            """document.body.innerHTML = "<x-y></x-y>"; const root = document.querySelector("x-y").attachShadow({ mode: "open" });
    root.innerHTML = "<pre>abc</pre>"; base = new text_unit.Unit("fence", document.body, () => false).id + 1; w.start(); told();
    root.querySelector("pre").firstChild.appendData("d"); await turn(); return told();""",
            [[0, 3, "d", 4]],
        ),
        "a shadow tree that comes late is watched": Case(
            """begin("<x-y></x-y>"); document.querySelector("x-y").attachShadow({ mode: "open" }).innerHTML = "<pre>abc</pre>";
    await new Promise((go) => setTimeout(go, 60)); return told();""",
            [["open", 0], [0, 0, "abc", 3]],
        ),
        "a label that streams in is told again": Case(
            """begin("<pre><code class=language-js>x</code></pre>"); told(); const code = document.querySelector("code");
    code.className = "language-json"; code.firstChild.appendData("y"); await turn();
    return sent().filter((item) => item.k === "open").map((item) => item.language);""",
            ["json"],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


@pytest.mark.thorough
async def test_a_text_that_is_too_long_is_shown_and_not_reported_any_more(lab: Lab) -> None:
    cases = {
        "a text that is too long is given up, shown and told of no more": Case(
            """begin("<pre></pre>"); told(); const pre = document.querySelector("pre"); pre.textContent = "{" + "x".repeat(batches.MOST);
    await turn(); const hidden = seen("pre"); const gone = told(); const shown = seen("pre");
    pre.firstChild.appendData("x"); await turn(); return [hidden, gone, shown, told()];""",
            [[False], [["gone", 0]], [True], []],
        ),
        "text that python could not take is shown": Case(
            "begin(given); told(); w.hiding.showUndecided(w.units.values()); return seen('pre, p');",
            [True, True],
            given=f"<pre>{CALL}</pre><div class=bot><p>{CALL}</p></div>",
        ),
        "many that leave are told of in pieces": Case(
            """begin("<pre>x</pre>"); told(); for (let id = 1; id < 12_000; id += 1) w.table.gone.push(id);
    const sizes = []; for (let more = true; more;) { const slice = w.collect(); more = slice.more; sizes.push(slice.items.length); } return sizes;""",
            [5000, 5000, 1999],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


COUNTED = """let read = 0; const words = (text) => { document.querySelector(".bot p").firstChild.appendData(text); };
const reading = text_unit.Unit.prototype.read; text_unit.Unit.prototype.read = function () { read += 1; return reading.call(this); };
try { %s } finally { text_unit.Unit.prototype.read = reading; }"""


async def test_a_message_that_grows_is_read_once_and_its_calls_are_hidden(lab: Lab) -> None:
    cases = {
        "a message that grows by words is not read as a whole": Case(
            COUNTED
            % """begin("<div class=bot><p>words</p></div>"); told(); read = 0;
    for (let at = 0; at < 50; at += 1) { words(" more words"); await turn(); told(); } return read;""",
            0,
        ),
        "a message that grows by elements is not read until it is told": Case(
            COUNTED
            % """begin("<div class=bot><p>words</p></div>"); told(); read = 0;
    for (let at = 0; at < 50; at += 1) {
        document.querySelector(".bot p").append(Object.assign(document.createElement("span"), { textContent: " more" }));
        await turn();
    }
    const before = read; told(); return [before, read];""",
            [0, 1],
        ),
        "a call in elements that come one by one is hidden": Case(
            """begin("<div class=bot><p>words </p></div>"); told();
    for (const piece of ["<inv", "oke"]) { document.querySelector(".bot p").append(Object.assign(document.createElement("i"), { textContent: piece })); await turn(); }
    return seen(".bot p");""",
            [False],
        ),
        "text that python hides is hidden though the message has grown meanwhile": Case(
            COUNTED
            % """begin("<div class=bot><p>words</p></div>"); told(); words(" more"); await turn();
    w.hiding.applyProseVerdict([...w.units.values()][0], [[0, 5]], 5); return seen(".bot p");""",
            [False],
        ),
        "a paragraph behind an open call is hidden": Case(
            """begin("<div class=bot><p>words</p></div>"); told();
    w.hiding.applyProseVerdict([...w.units.values()][0], [[0, 2 ** 30]], 5);
    document.querySelector(".bot").append(Object.assign(document.createElement("p"), { textContent: "more" })); await turn();
    return seen(".bot p");""",
            [False, False],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_call_in_words_that_grow_is_hidden_before_the_next_paint(lab: Lab) -> None:
    wrong: list[object] = []
    for pieces in [["<invoke"], ["<inv", "oke"], [" <function", "_calls>"]]:
        await lab.empty()
        code = """begin("<div class=bot><p>words </p></div>"); told();
        for (const piece of given) { words(piece); await turn(); } return seen(".bot p");"""
        if (found := await lab(SCENE + COUNTED % code, pieces)) != [False]:
            wrong.append((pieces, found))
    assert wrong == []


LONG_NODE = """begin("<div class=bot><p></p><p></p></div>");
const node = document.querySelector("p").appendChild(document.createTextNode("words ".repeat(1000)));
for (let n = 0; n < 30; n += 1) { node.appendData(" more"); await turn(); }
const task = () => new Promise((go) => { const c = new MessageChannel(); c.port1.onmessage = go; c.port2.postMessage(0); });
await task();
"""


async def test_a_long_text_is_followed_task_by_task_and_its_calls_are_hidden(lab: Lab) -> None:
    cases = {
        "a call in a text that has grown long is hidden before the next task": Case(
            LONG_NODE
            + "node.appendData(' <inv'); await turn(); node.appendData('oke name=f>'); await task(); return [w.changes.row.node === node, seen('p')[0]];",
            [True, False],
        ),
        "a text that has grown long is not heard word by word": Case(
            LONG_NODE + "return w.changes.long === node;", True
        ),
        "a call beside a text that has grown long is hidden": Case(
            LONG_NODE
            + "document.querySelectorAll('p')[1].append('<invoke name=f>'); await turn(); return seen('p');",
            [True, False],
        ),
        "long words are not searched again": Case(
            LONG_NODE
            + """told(); let searched = 0; const { inside } = g;
    g.inside = (text, open) => { searched += text.length; return inside.call(g, text, open); };
    for (let n = 0; n < 200; n += 1) { node.appendData(" word"); await task(); }
    return searched <= 200 * (5 + g.longest) + node.length;""",
            True,
        ),
        "words without a call may be told late": Case(
            LONG_NODE
            + """const paces = []; w.parts.requestFlush = (pace) => paces.push(pace); told();
    node.appendData(" word"); await task(); told(); node.appendData(" {"); await task(); return paces;""",
            ["calm", "wait"],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


NAMED = """begin("<pre>&lt;invoke name='f'>&lt;parameter name='q'>some</pre>"); const [unit] = w.units.values();
const node = document.querySelector("pre").firstChild; unit.verdict = "covered"; unit.named = true; told();
const paces = []; w.parts.requestFlush = (pace) => paces.push(pace); const came = async (text) => { node.appendData(text); await turn(); };
"""


async def test_words_of_an_argument_may_be_told_late_but_not_its_end(lab: Lab) -> None:
    wrong: list[object] = []
    for code, paces in [
        ("await came(' words')", ["calm"]),
        ("await came(' words'); await came(' more')", ["calm", "calm"]),
        ("await came(' words'); await came('</p')", ["calm", "wait"]),
        ("await came(' words}')", ["wait"]),
        ("await came('\"')", ["wait"]),
        ("await came('<'); told(); await came(' words')", ["wait", "calm"]),
        ("unit.named = false; await came(' words')", ["hurry"]),
        ("node.data = 'other words'; await turn()", ["wait"]),
        ("document.querySelector('pre').append(' words'); await turn()", ["wait"]),
    ]:
        await lab.empty()
        if (found := await lab(f"{SCENE}{NAMED}{code}; return paces;")) != paces:
            wrong.append((code, found))
    assert wrong == []


async def test_changes_of_a_long_history_are_looked_at_once(lab: Lab) -> None:
    cases = {
        "the first words of a message are told soon": Case(
            """begin("<div class=bot><p>some</p></div>"); told(); const paces = []; w.parts.requestFlush = (pace) => paces.push(pace);
    document.querySelector("p").firstChild.appendData(" words"); await turn(); return paces;""",
            ["wait"],
        ),
        "a checked node is not checked again with each change": Case(
            HISTORY
            + """await turn(); looks = 0; document.body.append("more", document.createElement("p")); await turn(); return looks;""",
            0,
        ),
        "a block that comes to a long history is checked": Case(
            HISTORY
            + f"""await turn(); const late = document.createElement("pre"); late.innerHTML = "{CALL}"; document.body.append(late);
    await turn(); return late.checkVisibility();""",
            False,
        ),
        "a block that begins to be a call in a long history is hidden": Case(
            HISTORY
            + """await turn(); const early = document.createElement("pre"); const node = document.createTextNode(" "); early.append(node);
    document.body.append(early); await turn(); node.data = "<invoke name=f>"; await turn(); return early.checkVisibility();""",
            False,
        ),
        "our own hosts change nothing that is to be told": Case(
            f"""begin("<div class=bot>words<pre>x</pre></div>"); told(); document.querySelector("pre").firstChild.data = " {CALL.replace("&lt;", "<").replace("&gt;", ">")}";
    await turn(); told(); w.units.forEach((unit) => w.hiding.applyVerdict(unit, true)); await turn(); return [hosts.placed.size, w.unsent.units.size];""",
            [1, 0],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


# A long history; `looks` counts how often a message or a block is looked at for something to hide.
HISTORY = f"""begin(`<div class=bot>words<pre>{CALL}</pre></div>`.repeat(200));
let looks = 0; const {{ place }} = c; c.place = (unit) => {{ looks += 1; return place.call(c, unit); }};
"""


SENDS = """
document.body.innerHTML = "<main></main><textarea>and now the second question</textarea>";
const room = document.querySelector("main");
const box = document.querySelector("textarea");
const s = new sent_message.SentMessages(p, () => ({ text: box.value }), signal);
const v = new observer.Watcher({ page: p, hosts, hiddenText: c, prefilter: g, requestFlush() {}, queueTask: (job) => job(), signal, sent: s });
const items = () => { const all = []; for (let slice; (slice = v.collect()).items.length;) all.push(...slice.items); return all; };
const CALL = "<div class=bot><pre>&lt;invoke name=f&gt; one two three</pre></div>";
const say = (html) => { room.insertAdjacentHTML("beforeend", html); return turn(); };
const begin2 = async (html) => { room.innerHTML = html; v.start(); v.pageOpened(); v.enableHiding(); items(); };
"""


async def test_a_message_that_is_sent_ends_what_belongs_to_the_chat_before(lab: Lab) -> None:
    again = (
        "return items().filter((item) => item.kind === 'fence' || item.k === 'gone').map((item) => item.k);"
    )
    question = "<div class=user>and now the second question</div>"
    cases = {
        "a call that is drawn again without a message is the same call": Case(
            f"await begin2(CALL); room.replaceChildren(); await turn(); await say(CALL); {again}", []
        ),
        "Python gets to know first that the chat before left": Case(
            f"await begin2(CALL); room.replaceChildren(); await turn(); s.note(); await say('{question}' + CALL); return v.collect().items.map((item) => item.k);",
            ["gone"],
        ),
        "a call that answers a message in an emptied page is a new one": Case(
            f"await begin2(CALL); room.replaceChildren(); await turn(); s.note(); await say('{question}' + CALL); {again}",
            ["gone", "open"],
        ),
        "a call that leaves with others in the page comes back": Case(
            f"await begin2('<div class=user>x</div>' + CALL); room.lastChild.remove(); await turn(); s.note(); await say(CALL); {again}",
            [],
        ),
        "an answer to a message that is sent right after a switch is new": Case(
            f"""v.setConversation('one'); await begin2(CALL); v.setConversation('two'); room.replaceChildren(); await turn();
    s.note(); await say('{question}' + CALL); return items().filter((item) => item.kind === 'fence').map((item) => [item.live, item.sent]);""",
            [[True, True]],
        ),
        "history that comes after a switch is not": Case(
            """v.setConversation('one'); await begin2(CALL); v.setConversation('two'); room.replaceChildren(); await turn();
    s.note(); await say('<div class=user>another</div>' + CALL); return items().filter((item) => item.kind === 'fence').map((item) => item.live);""",
            [False],
        ),
    }
    assert await lab.differing(SCENE + SENDS, cases) == {}

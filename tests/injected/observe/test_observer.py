"""One observer for the document: what it tells of, hides before the next paint, and puts back."""

from __future__ import annotations

import pytest

from tests.injected.lab import Lab

# `told()` takes what Python would be sent; `turn()` lets the observer's microtask run.
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
const told = () => w.collect().items.map((item) => item.k === "text" ? [item.id - base, item.at, item.text, item.length] : [item.k, item.id - base]);
const rule = new CSSStyleSheet();
rule.replaceSync("[data-m] + * { display: none !important; }");
document.adoptedStyleSheets = [rule];
const turn = () => Promise.resolve();
const seen = (selector) => [...document.querySelectorAll(selector)].map((e) => e.checkVisibility());
let base = 0;
const begin = (html) => {
    document.body.innerHTML = html;
    base = new tracked_block.TrackedBlock("fence", document.body, () => false).id + 1;
    w.start(); w.settled = true; w.enableHiding();
};
"""
CALL = "&lt;invoke name=f&gt;"


async def test_a_block_is_told_of_with_its_text(lab: Lab) -> None:
    assert await lab(f"{SCENE} begin('<pre>abc</pre>'); return told();") == [["open", 0], [0, 0, "abc", 3]]


async def test_it_is_told_of_once(lab: Lab) -> None:
    assert await lab(f"{SCENE} begin('<pre>abc</pre>'); told(); return told();") == []


async def test_growth_is_told_alone(lab: Lab) -> None:
    code = "begin('<pre>abc</pre>'); told(); document.querySelector('pre').firstChild.appendData('d'); await turn(); return told();"
    assert await lab(SCENE + code) == [[0, 3, "d", 4]]


async def test_a_block_that_comes_later_is_told_of_and_asks_for_a_flush(lab: Lab) -> None:
    code = "begin(''); const before = kicks; document.body.innerHTML = '<pre>x</pre>'; await turn(); return [kicks > before, told()];"
    assert await lab(SCENE + code) == [True, [["open", 0], [0, 0, "x", 1]]]


async def test_a_message_and_its_block_are_two(lab: Lab) -> None:
    code = "begin('<div class=bot>words<pre>x</pre></div>'); return told().filter((item) => item.length === 4).map((item) => item[2]);"
    assert await lab(SCENE + code) == ["words\n\ufffc", "x"]


async def test_the_author_is_told(lab: Lab) -> None:
    wrong: list[object] = []
    for cls, role in [("bot", "assistant"), ("user", "user"), ("other", "unknown")]:
        await lab.empty()
        code = "begin(`<div class=${given}><pre>x</pre></div>`); return w.collect().items.find((item) => item.kind === 'fence').role;"
        if (found := await lab(SCENE + code, cls)) != role:
            wrong.append((cls, found))
    assert wrong == []


async def test_what_was_there_at_first_is_not_live_and_what_comes_is(lab: Lab) -> None:
    code = """document.body.innerHTML = "<pre>a</pre>"; w.start(); w.settled = true; w.enableHiding();
    const pre = document.createElement("pre"); pre.textContent = "b"; document.body.append(pre); await turn();
    return w.collect().items.filter((item) => item.k === "open").map((item) => item.live);"""
    assert await lab(SCENE + code) == [False, True]


async def test_what_comes_with_another_conversation_is_not_live(lab: Lab) -> None:
    code = "w.setConversation('one'); begin(''); w.setConversation('two'); document.body.innerHTML = '<pre>b</pre>'; await turn(); return w.collect().items[0].live;"
    assert await lab(SCENE + code) is False


async def test_of_a_hundred_messages_that_appear_together_only_the_last_is_live(lab: Lab) -> None:
    code = """begin(''); document.body.innerHTML = '<div class=bot><pre>b</pre></div>'.repeat(60); await turn();
    return w.collect(1000).items.filter((item) => item.kind === "fence").map((item) => item.live);"""
    assert await lab(SCENE + code) == [False] * 59 + [True]


async def test_a_few_messages_that_appear_together_are_live(lab: Lab) -> None:
    code = """begin(''); document.body.innerHTML = '<div class=bot><pre>b</pre></div>'.repeat(3); await turn();
    return w.collect(1000).items.filter((item) => item.kind === "fence").map((item) => item.live);"""
    assert await lab(SCENE + code) == [True] * 3


async def test_a_block_that_may_become_a_call_is_hidden_before_the_next_paint(lab: Lab) -> None:
    code = "begin(''); document.body.innerHTML = given; await turn(); return seen('pre');"
    assert await lab(SCENE + code, f"<pre>{CALL}</pre><pre>print(1)</pre>") == [False, True]


async def test_nothing_is_hidden_before_the_hiding_rule_stands(lab: Lab) -> None:
    code = "document.body.innerHTML = ''; w.start(); document.body.innerHTML = given; await turn(); return hosts.placed.size;"
    assert await lab(SCENE + code, f"<pre>{CALL}</pre>") == 0


async def test_a_block_that_python_lifts_is_shown(lab: Lab) -> None:
    code = "begin(given); w.hiding.applyVerdict([...w.units.values()][0], false); return seen('pre');"
    assert await lab(SCENE + code, f"<pre>{CALL}</pre>") == [True]


async def test_a_block_that_was_lifted_stays_so_while_it_grows(lab: Lab) -> None:
    code = """begin(given); w.hiding.applyVerdict([...w.units.values()][0], false);
    document.querySelector("pre").firstChild.appendData("x"); await turn(); return seen("pre");"""
    assert await lab(SCENE + code, f"<pre>{CALL}</pre>") == [True]


async def test_a_block_that_python_covers_is_hidden_however_it_began(lab: Lab) -> None:
    code = "begin('<pre>words</pre>'); w.hiding.applyVerdict([...w.units.values()][0], true); return seen('pre');"
    assert await lab(SCENE + code) == [False]


async def test_disarmed_everything_is_as_the_site_made_it(lab: Lab) -> None:
    code = (
        "begin(given); w.disableHiding(); return [seen('pre'), document.querySelectorAll('[data-m]').length];"
    )
    assert await lab(SCENE + code, f"<pre>{CALL}</pre>") == [[True], 0]


async def test_armed_again_it_is_hidden_again(lab: Lab) -> None:
    assert await lab(
        f"{SCENE} begin(given); w.disableHiding(); w.enableHiding(); return seen('pre');",
        f"<pre>{CALL}</pre>",
    ) == [False]


async def test_a_block_in_a_new_node_goes_on_as_the_same(lab: Lab) -> None:
    code = """begin("<pre>{abcdefghijkl</pre>"); told(); document.body.innerHTML = "<pre>{abcdefghijklm</pre>"; await turn(); return told();"""
    assert await lab(SCENE + code) == [[0, 13, "m", 14]]


async def test_another_text_in_a_new_node_is_another_block(lab: Lab) -> None:
    code = """begin("<pre>{abcdefghijkl</pre>"); told(); document.body.innerHTML = "<pre>something else</pre>"; await turn(); return told().map((item) => item[0]);"""
    assert (await lab(SCENE + code))[0] == "open"


async def test_two_blocks_that_are_rebuilt_keep_their_places(lab: Lab) -> None:
    code = """begin("<pre>{one and more</pre><pre>{two and more</pre>"); told();
    document.body.innerHTML = "<pre>{one and more</pre><pre>{two and more!</pre>"; await turn(); return told();"""
    assert await lab(SCENE + code) == [[1, 13, "!", 14]]


async def test_of_two_blocks_much_alike_the_one_that_stays_goes_on_as_itself(lab: Lab) -> None:
    code = """begin("<pre>{the same beginning of both 1</pre><pre>{the same beginning of both 2</pre>"); told();
    document.body.innerHTML = "<pre>{the same beginning of both 2</pre>"; await turn(); return told();"""
    assert await lab(SCENE + code) == []


async def test_equal_blocks_that_are_rebuilt_keep_their_order(lab: Lab) -> None:
    code = """begin("<pre id=a>{same text here</pre><pre id=b>{same text here</pre>"); told();
    document.body.innerHTML = document.body.innerHTML; await turn();
    return [...w.units.values()].map((u) => u.node.id);"""
    assert await lab(SCENE + code) == ["a", "b"]


async def test_a_block_that_left_for_good_is_told_as_gone(lab: Lab) -> None:
    code = """begin("<pre>{abc</pre>"); told(); document.querySelector("pre").remove(); await turn();
    const early = told(); await new Promise((go) => setTimeout(go, 2100)); return [early, told()];"""
    assert await lab(SCENE + code) == [[], [["gone", 0]]]


async def test_a_switch_gives_up_at_once_what_had_left(lab: Lab) -> None:
    code = "w.setConversation('one'); begin('<pre>{abc</pre>'); told(); document.body.innerHTML = ''; await turn(); w.setConversation('two'); return told();"
    assert await lab(SCENE + code) == [["gone", 0]]


async def test_a_new_chat_that_gets_its_address_is_no_switch(lab: Lab) -> None:
    code = """begin('<pre>{abc</pre>'); told(); w.setConversation('two'); document.body.innerHTML = '<pre>{abc</pre><pre>b</pre>'; await turn();
    return w.collect().items.filter((item) => item.k === "open").map((item) => [item.id - base > 0, item.live]);"""
    assert await lab(SCENE + code) == [[True, True]]


async def test_a_block_of_another_conversation_is_given_up_when_its_node_leaves(lab: Lab) -> None:
    code = """w.setConversation('one'); begin('<pre>{abc</pre>'); told(); w.setConversation('two'); document.body.innerHTML = '<pre>{abc</pre>'; await turn();
    return told();"""
    assert await lab(SCENE + code) == [["gone", 0], ["open", 1], [1, 0, "{abc", 4]]


async def test_a_turn_that_takes_the_place_of_one_much_alike_is_another(lab: Lab) -> None:
    """As in a history that is scrolled, which holds but the turns in view."""
    turns = [f"<pre>{{the same beginning of both {number}</pre>" for number in (1, 2)]
    code = "begin(given[0]); told(); document.body.innerHTML = given[1]; await turn(); return told()[0][0];"
    assert await lab(SCENE + code, turns) == "open"


async def test_what_left_is_told_before_what_came(lab: Lab) -> None:
    code = """begin("<pre>{abc</pre>"); told(); document.querySelector("pre").remove(); await turn();
    await new Promise((go) => setTimeout(go, 2100)); document.body.innerHTML = "<pre>{abc</pre>"; await turn();
    return told().map((item) => item[0]);"""
    assert await lab(SCENE + code) == ["gone", "open", 1]


async def test_a_resync_tells_all_again(lab: Lab) -> None:
    code = "begin('<pre>abc</pre>'); told(); w.resync([...w.units.values()][0]); return told();"
    assert await lab(SCENE + code) == [[0, 0, "abc", 3]]


async def test_a_large_text_is_told_in_pieces(lab: Lab) -> None:
    code = """begin("<pre></pre>"); told(); document.querySelector("pre").textContent = "x".repeat(450000); await turn();
    return told().map(([id, at, text, length]) => [at, text.length, length]);"""
    assert await lab(SCENE + code) == [
        [0, 200_000, 200_000],
        [200_000, 200_000, 400_000],
        [400_000, 50_000, 450_000],
    ]


SLICES = """const sizes = []; for (let more = true; more;) { const slice = w.collect(); more = slice.more; sizes.push(slice.items.length); }
    return [sizes.length > 1, Math.max(...sizes) <= 400, sizes.reduce((all, one) => all + one, 0)];"""


async def test_many_blocks_are_told_in_slices(lab: Lab) -> None:
    assert await lab(f"{SCENE} begin('<pre>x</pre>'.repeat(450)); {SLICES}") == [True, True, 900]


async def test_an_old_message_of_code_blocks_only_is_told_of_when_words_come(lab: Lab) -> None:
    code = """begin("<div class=bot><pre>x</pre></div>"); const first = told().filter((item) => item[0] === "open").length;
    document.querySelector(".bot").append("words"); await turn(); return [first, told().at(-1)];"""
    assert await lab(SCENE + code) == [1, [0, 0, "\ufffc\nwords", 7]]


async def test_code_that_becomes_a_block_by_its_line_ends_is_found(lab: Lab) -> None:
    code = "begin('<p><code>a</code></p>'); document.querySelector('code').firstChild.appendData('\\nb'); await turn(); return told();"
    assert await lab(SCENE + code) == [["open", 0], [0, 0, "a\nb", 3]]


async def test_a_host_that_the_site_removes_is_back_before_the_next_paint(lab: Lab) -> None:
    code = "begin(given); document.querySelector('[data-m]').remove(); await turn(); return seen('pre');"
    assert await lab(SCENE + code, f"<pre>{CALL}</pre>") == [False]


async def test_what_the_site_puts_behind_a_host_is_shown(lab: Lab) -> None:
    code = "begin(given); document.querySelector('[data-m]').after(document.createElement('hr')); await turn(); return [seen('hr'), seen('pre')];"
    assert await lab(SCENE + code, f"<pre>{CALL}</pre>") == [[True], [False]]


async def test_a_block_that_moves_stays_hidden(lab: Lab) -> None:
    code = "begin(given); document.querySelector('#b').append(document.querySelector('pre')); await turn(); return [seen('pre'), document.querySelectorAll('[data-m]').length];"
    assert await lab(SCENE + code, f"<div id=a><pre>{CALL}</pre></div><div id=b></div>") == [[False], 1]


async def test_after_the_end_nothing_is_watched(lab: Lab) -> None:
    code = "begin(''); globalThis.end.abort(); document.body.innerHTML = '<pre>x</pre>'; await turn(); return told();"
    assert await lab(SCENE + code) == []


async def test_a_block_in_a_shadow_tree_is_told_of(lab: Lab) -> None:
    code = """document.body.innerHTML = "<x-y></x-y>"; const root = document.querySelector("x-y").attachShadow({ mode: "open" });
    root.innerHTML = "<pre>abc</pre>"; base = new tracked_block.TrackedBlock("fence", document.body, () => false).id + 1; w.start(); return told();"""
    assert await lab(SCENE + code) == [["open", 0], [0, 0, "abc", 3]]


async def test_a_shadow_tree_of_a_plain_element_is_watched(lab: Lab) -> None:
    code = """document.body.innerHTML = "<div id=x></div>"; document.getElementById("x").attachShadow({ mode: "open" }).innerHTML = "<pre>inside</pre>";
    base = new tracked_block.TrackedBlock("fence", document.body, () => false).id + 1; w.start(); return told().length;"""
    assert await lab(SCENE + code) == 2


async def test_growth_in_a_block_within_a_block_is_told(lab: Lab) -> None:
    code = """begin("<pre>a<pre>b</pre></pre>"); told(); document.querySelector("pre pre").firstChild.appendData("c"); await turn(); return told();"""
    assert await lab(SCENE + code) == [[0, 2, "c", 3]]


async def test_growth_in_a_shadow_tree_is_told(lab: Lab) -> None:
    code = """document.body.innerHTML = "<x-y></x-y>"; const root = document.querySelector("x-y").attachShadow({ mode: "open" });
    root.innerHTML = "<pre>abc</pre>"; base = new tracked_block.TrackedBlock("fence", document.body, () => false).id + 1; w.start(); told();
    root.querySelector("pre").firstChild.appendData("d"); await turn(); return told();"""
    assert await lab(SCENE + code) == [[0, 3, "d", 4]]


async def test_a_shadow_tree_that_comes_late_is_watched(lab: Lab) -> None:
    code = """begin("<x-y></x-y>"); document.querySelector("x-y").attachShadow({ mode: "open" }).innerHTML = "<pre>abc</pre>";
    await new Promise((go) => setTimeout(go, 60)); return told();"""
    assert await lab(SCENE + code) == [["open", 0], [0, 0, "abc", 3]]


async def test_a_label_that_streams_in_is_told_again(lab: Lab) -> None:
    code = """begin("<pre><code class=language-js>x</code></pre>"); told(); const code = document.querySelector("code");
    code.className = "language-json"; code.firstChild.appendData("y"); await turn();
    return w.collect().items.filter((item) => item.k === "open").map((item) => item.language);"""
    assert await lab(SCENE + code) == ["json"]


async def test_a_text_that_is_too_long_is_given_up_and_shown(lab: Lab) -> None:
    code = """begin("<pre></pre>"); told(); document.querySelector("pre").textContent = "{" + "x".repeat(batches.MOST); await turn();
    const hidden = seen("pre"); return [hidden, told(), seen("pre")];"""
    assert await lab(SCENE + code) == [[False], [["gone", 0]], [True]]


async def test_a_text_that_was_given_up_is_told_of_no_more(lab: Lab) -> None:
    code = """begin("<pre></pre>"); told(); const pre = document.querySelector("pre"); pre.textContent = "{" + "x".repeat(batches.MOST);
    await turn(); told(); pre.firstChild.appendData("x"); await turn(); return told();"""
    assert await lab(SCENE + code) == []


async def test_what_python_could_not_take_is_shown(lab: Lab) -> None:
    code = "begin(given); told(); w.hiding.showUndecided(w.units.values()); return seen('pre, p');"
    given = f"<pre>{CALL}</pre><div class=bot><p>{CALL}</p></div>"
    assert await lab(SCENE + code, given) == [True, True]


async def test_many_that_leave_are_told_of_in_pieces(lab: Lab) -> None:
    code = """begin("<pre>x</pre>"); told(); for (let id = 1; id < 12_000; id += 1) w.gone.push(id);
    const sizes = []; for (let more = true; more;) { const slice = w.collect(); more = slice.more; sizes.push(slice.items.length); } return sizes;"""
    assert await lab(SCENE + code) == [5000, 5000, 1999]


COUNTED = """let read = 0; const words = (text) => { document.querySelector(".bot p").firstChild.appendData(text); };
const reading = tracked_block.TrackedBlock.prototype.read; tracked_block.TrackedBlock.prototype.read = function () { read += 1; return reading.call(this); };
try { %s } finally { tracked_block.TrackedBlock.prototype.read = reading; }"""


async def test_a_message_that_grows_by_words_is_not_read_as_a_whole(lab: Lab) -> None:
    code = """begin("<div class=bot><p>words</p></div>"); told(); read = 0;
    for (let at = 0; at < 50; at += 1) { words(" more words"); await turn(); told(); } return read;"""
    assert await lab(SCENE + COUNTED % code) == 0


async def test_nor_is_one_that_grows_by_elements_until_it_is_told(lab: Lab) -> None:
    code = """begin("<div class=bot><p>words</p></div>"); told(); read = 0;
    for (let at = 0; at < 50; at += 1) {
        document.querySelector(".bot p").append(Object.assign(document.createElement("span"), { textContent: " more" }));
        await turn();
    }
    const before = read; told(); return [before, read];"""
    assert await lab(SCENE + COUNTED % code) == [0, 1]


@pytest.mark.parametrize("pieces", [["<invoke"], ["<inv", "oke"], [" <function", "_calls>"]])
async def test_a_call_in_words_that_grow_is_hidden_before_the_next_paint(lab: Lab, pieces: list[str]) -> None:
    code = """begin("<div class=bot><p>words </p></div>"); told();
    for (const piece of given) { words(piece); await turn(); } return seen(".bot p");"""
    assert await lab(SCENE + COUNTED % code, pieces) == [False]


async def test_a_call_in_elements_that_come_one_by_one_is_hidden(lab: Lab) -> None:
    code = """begin("<div class=bot><p>words </p></div>"); told();
    for (const piece of ["<inv", "oke"]) { document.querySelector(".bot p").append(Object.assign(document.createElement("i"), { textContent: piece })); await turn(); }
    return seen(".bot p");"""
    assert await lab(SCENE + code) == [False]


async def test_what_python_hides_is_hidden_though_the_message_only_grew_since(lab: Lab) -> None:
    code = """begin("<div class=bot><p>words</p></div>"); told(); words(" more"); await turn();
    w.hiding.applyProseVerdict([...w.units.values()][0], [[0, 5]], 5); return seen(".bot p");"""
    assert await lab(SCENE + COUNTED % code) == [False]


async def test_a_paragraph_behind_an_open_call_is_hidden(lab: Lab) -> None:
    code = """begin("<div class=bot><p>words</p></div>"); told();
    w.hiding.applyProseVerdict([...w.units.values()][0], [[0, 2 ** 30]], 5);
    document.querySelector(".bot").append(Object.assign(document.createElement("p"), { textContent: "more" })); await turn();
    return seen(".bot p");"""
    assert await lab(SCENE + code) == [False, False]


LONG_NODE = """begin("<div class=bot><p></p><p></p></div>");
const node = document.querySelector("p").appendChild(document.createTextNode("words ".repeat(1000)));
for (let n = 0; n < 30; n += 1) { node.appendData(" more"); await turn(); }
const task = () => new Promise((go) => { const c = new MessageChannel(); c.port1.onmessage = go; c.port2.postMessage(0); });
await task();
"""


async def test_a_call_in_a_text_that_has_grown_long_is_hidden_before_the_next_task(lab: Lab) -> None:
    code = "node.appendData(' <inv'); await turn(); node.appendData('oke name=f>'); await task(); return [w.changes.row.node === node, seen('p')[0]];"
    assert await lab(SCENE + LONG_NODE + code) == [True, False]


async def test_a_text_that_has_grown_long_is_not_heard_word_by_word(lab: Lab) -> None:
    code = "return w.changes.long === node;"
    assert await lab(SCENE + LONG_NODE + code) is True


async def test_a_call_beside_a_text_that_has_grown_long_is_hidden(lab: Lab) -> None:
    code = "document.querySelectorAll('p')[1].append('<invoke name=f>'); await turn(); return seen('p');"
    assert await lab(SCENE + LONG_NODE + code) == [True, False]


async def test_long_words_are_not_searched_again(lab: Lab) -> None:
    code = """told(); let searched = 0; const { inside } = g;
    g.inside = (text, open) => { searched += text.length; return inside.call(g, text, open); };
    for (let n = 0; n < 200; n += 1) { node.appendData(" word"); await task(); }
    return searched <= 200 * (5 + g.longest) + node.length;"""
    assert await lab(SCENE + LONG_NODE + code) is True


async def test_words_without_a_call_may_be_told_late(lab: Lab) -> None:
    code = """const paces = []; w.requestFlush = (pace) => paces.push(pace); told();
    node.appendData(" word"); await task(); told(); node.appendData(" {"); await task(); return paces;"""
    assert await lab(SCENE + LONG_NODE + code) == ["calm", "wait"]


NAMED = """begin("<pre>&lt;invoke name='f'>&lt;parameter name='q'>some</pre>"); const [unit] = w.units.values();
const node = document.querySelector("pre").firstChild; unit.verdict = "covered"; unit.named = true; told();
const paces = []; w.requestFlush = (pace) => paces.push(pace); const came = async (text) => { node.appendData(text); await turn(); };
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


async def test_the_first_words_of_a_message_are_told_soon(lab: Lab) -> None:
    code = """begin("<div class=bot><p>some</p></div>"); told(); const paces = []; w.requestFlush = (pace) => paces.push(pace);
    document.querySelector("p").firstChild.appendData(" words"); await turn(); return paces;"""
    assert await lab(SCENE + code) == ["wait"]


# A long history; `looks` counts how often a message or a block is looked at for something to hide.
HISTORY = f"""begin(`<div class=bot>words<pre>{CALL}</pre></div>`.repeat(200));
let looks = 0; const {{ place }} = c; c.place = (unit) => {{ looks += 1; return place.call(c, unit); }};
"""


async def test_what_was_looked_at_is_not_looked_at_again_with_each_change(lab: Lab) -> None:
    code = """await turn(); looks = 0; document.body.append("more", document.createElement("p")); await turn(); return looks;"""
    assert await lab(SCENE + HISTORY + code) == 0


async def test_what_comes_to_a_long_history_is_looked_at(lab: Lab) -> None:
    code = f"""await turn(); const late = document.createElement("pre"); late.innerHTML = "{CALL}"; document.body.append(late);
    await turn(); return late.checkVisibility();"""
    assert await lab(SCENE + HISTORY + code) is False


async def test_a_block_that_begins_to_be_a_call_in_a_long_history_is_hidden(lab: Lab) -> None:
    code = """await turn(); const early = document.createElement("pre"); const node = document.createTextNode(" "); early.append(node);
    document.body.append(early); await turn(); node.data = "<invoke name=f>"; await turn(); return early.checkVisibility();"""
    assert await lab(SCENE + HISTORY + code) is False


async def test_our_own_hosts_change_nothing_that_is_to_be_told(lab: Lab) -> None:
    code = f"""begin("<div class=bot>words<pre>x</pre></div>"); told(); document.querySelector("pre").firstChild.data = " {CALL.replace("&lt;", "<").replace("&gt;", ">")}";
    await turn(); told(); w.units.forEach((unit) => w.hiding.applyVerdict(unit, true)); await turn(); return [hosts.placed.size, w.dirty.size];"""
    assert await lab(SCENE + code) == [1, 0]

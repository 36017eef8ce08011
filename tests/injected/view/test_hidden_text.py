"""Which elements are hidden for a unit, and the hosts before them."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

# `hidden()` gives the ids of the elements behind our hosts; `told` the words drawn around calls.
SCENE = """
const hosts = new host_elements.Hosts("data-m", false);
const told = [];
const c = new hidden_text.HiddenText(hosts, new prefilter.Prefilter(["<invoke", "<function_calls"]), given?.frame ?? "",
    (h, lead, trail) => told.push([hosts.targets.get(h).id, lead, trail]), given?.header);
const hidden = () => [...document.querySelectorAll("[data-m]")].map((h) => h.nextElementSibling?.id);
const fence = (selector) => new text_unit.Unit("fence", document.querySelector(selector), (e) => hosts.isOwn(e));
const prose = (selector, spans, judged = 1e9) =>
    Object.assign(new text_unit.Unit("prose", document.querySelector(selector), (e) => hosts.isOwn(e)), { spans, judged });
"""


async def test_a_code_block_is_hidden_with_the_bar_and_frame_that_the_site_draws(lab: Lab) -> None:
    cases = {
        "a fence is hidden itself": Case(
            "c.place(fence('pre')); return hidden();", ["p"], html="<div><pre id=p>x</pre></div>"
        ),
        "the frame that a site draws around it is hidden with it": Case(
            "c.place(fence('pre')); return hidden();",
            ["c"],
            given={"frame": ".card"},
            html="<div class=card id=c><b>xml</b><pre id=p>x</pre></div>",
        ),
        "the bar that a site draws before it is hidden with it": Case(
            "const u = fence('pre'); c.place(u); c.place(u); return hidden();",
            ["b", "p"],
            given={"header": ".bar"},
            html=BAR,
        ),
        "a bar that comes later is hidden too and leaves alone": Case(
            """const u = fence("pre"); c.place(u);
    const bar = document.createElement("b"); bar.className = "bar"; bar.id = "b";
    document.querySelector("div").prepend(bar); c.place(u); const both = hidden();
    bar.remove(); c.place(u); return [both, hidden()];""",
            [["b", "p"], ["p"]],
            given={"header": ".bar"},
            html="<div><pre id=p>x</pre></div>",
        ),
        "an element before a block that is no bar is left alone": Case(
            "c.place(fence('pre')); return hidden();", ["p"], given={"header": ".other"}, html=BAR
        ),
        "a text editor that has only the block is hidden as a whole": Case(
            "c.place(fence('pre')); return hidden();",
            ["e"],
            html="<div id=e contenteditable=true><div><pre id=p>x</pre></div></div>",
        ),
        "a text editor with other words is hidden with them": Case(
            "c.place(fence('pre')); return [...hidden(), ...told.at(-1)];",
            ["e", "e", "one\n", "\ntwo\ncode"],
            html="<div id=e contenteditable=true><p>one</p><pre id=p>x</pre><p>two</p><pre>code</pre></div>",
        ),
        "a text editor is hidden for one block": Case(
            "c.place(fence('pre')); c.place(fence('#q')); return hidden();",
            ["e"],
            html="<div id=e contenteditable=true><pre id=p>x</pre><pre id=q>y</pre></div>",
        ),
        "a frame around several blocks is left alone": Case(
            "c.place(fence('pre')); return hidden();",
            ["p"],
            given={"frame": ".card"},
            html="<div class=card id=c><pre id=p>x</pre><pre id=q>y</pre></div>",
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_words_of_paragraphs_that_go_out_of_sight_with_a_bare_call_are_drawn(lab: Lab) -> None:
    call = "<invoke name='x'></invoke>"
    await lab.body(f"<div id=m><p>before</p>\n{call.replace('<', '&lt;')}\n<p>after</p></div>")
    code = f"""const text = text_.readProse(document.querySelector("#m"), () => false).text;
    const at = text.indexOf("<invoke");
    c.place(prose("#m", [[at, at + {len(call)}]]));
    return [hidden(), told.at(-1).map((words) => words.trim())];"""
    assert await lab(f"const text_ = prose_text; {{ {SCENE} {code} }}") == [["m"], ["m", "before", "after"]]


BAR = "<div><b class=bar id=b>xml</b><pre id=p>x</pre></div>"


async def test_a_block_keeps_one_host_until_it_is_forgotten(lab: Lab) -> None:
    cases = {
        "a fence that left the page is covered by nothing": Case(
            "const u = fence('pre'); c.place(u); u.node.remove(); c.place(u); return [hidden(), c.intact(u)];",
            [[], False],
            html="<div><pre id=p>x</pre></div>",
        ),
        "placing again moves nothing": Case(
            """const u = fence("pre"); c.place(u); const seen = new MutationObserver(() => {});
    seen.observe(document.body, { childList: true, subtree: true }); c.place(u); return [seen.takeRecords().length, c.intact(u)];""",
            [0, True],
            html="<div><pre id=p>x</pre></div>",
        ),
        "a unit keeps its first host": Case(
            "const u = fence('pre'); const h = c.mainHost(u); c.place(u); c.removeHosts(u); c.place(u); return c.mainHost(u) === h && h.isConnected;",
            True,
            html="<div><pre id=p>x</pre></div>",
        ),
        "a host knows its unit": Case(
            "const u = fence('pre'); return c.unitOf.get(c.mainHost(u)) === u;",
            True,
            html="<div><pre id=p>x</pre></div>",
        ),
        "a forgotten unit is shown as the site made it": Case(
            "const u = fence('pre'); c.place(u); c.forget(u); return [hidden(), c.byUnit.size];",
            [[], 0],
            html="<div><pre id=p>x</pre></div>",
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


CALL = "&lt;invoke a&gt;"


async def test_elements_that_a_call_runs_through_are_hidden_and_others_stay(lab: Lab) -> None:
    cases = {
        "each element that a call runs through is hidden": Case(
            "c.place(prose('#m', [[4, 13]])); return hidden();",
            ["b", "c"],
            html="<div id=m><p id=a>one</p><p id=b>two</p><p id=c>three</p></div>",
        ),
        "the words before and after a call are drawn": Case(
            "c.place(prose('#m', [[4, 8]])); return told;",
            [["a", "see ", " now"]],
            html="<div id=m><p id=a>see THIS now</p></div>",
        ),
        "an element without a call stays": Case(
            "c.place(prose('#m', [])); return hidden();", [], html="<div id=m><p id=a>one</p></div>"
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_text_that_python_has_not_seen_is_held_back_where_a_call_may_begin(lab: Lab) -> None:
    cases = {
        "text that python has not seen is held back from where a call may begin": Case(
            "c.place(prose('#m', [], 0)); return [hidden(), told];",
            [
                ["b"],
                [["b", "see ", ""]],
            ],
            html=f"<div id=m><p id=a>words</p><p id=b>see {CALL}</p></div>",
        ),
        "text that python has judged is not held back": Case(
            "c.place(prose('#m', [])); return hidden();", [], html=f"<div id=m><p id=b>see {CALL}</p></div>"
        ),
        "a beginning of an opener holds back only at the end": Case(
            "c.place(prose('#m', [], 0)); return hidden();",
            ["b"],
            html="<div id=m><p id=a>x &lt;inv</p><p id=b>y &lt;inv</p></div>",
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_hosts_and_frames_that_are_not_needed_go(lab: Lab) -> None:
    cases = {
        "hosts that are no longer needed go": Case(
            "const u = prose('#m', [[0, 7]]); c.place(u); const before = hidden(); u.spans = [[4, 7]]; c.place(u); u.spans = []; const one = hidden(); c.place(u); return [before, one, hidden()];",
            [["a", "b"], ["b"], []],
            html="<div id=m><p id=a>one</p><p id=b>two</p></div>",
        ),
        "a code block inside a message is not the messages": Case(
            "c.place(prose('#m', [[0, 9]])); return hidden();",
            ["a"],
            html="<div id=m><p id=a>one</p><pre id=p>x</pre></div>",
        ),
        "where the sites frame is known no bar is guessed": Case(
            "c.place(fence('pre')); return hidden();",
            ["p"],
            given={"frame": ".card"},
            html="<div><div id=b>xml<button>Copy</button></div><pre id=p>x</pre></div>",
        ),
        "a frame around a view is hidden with it": Case(
            "c.place(fence('.cm-editor')); return hidden();",
            ["c"],
            given={"frame": ".card"},
            html="<div class=card id=c><b>xml</b><div class=cm-editor><div class=cm-content></div></div></div>",
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


GUESSED = {
    "a bar alone with the block": (
        "<div><div id=b>xml<button>Copy</button></div><pre id=p>x</pre></div>",
        ["b", "p"],
    ),
    "a bar over the block's own wrapper": (
        "<div><div id=b>xml<button>Copy</button></div><div><pre id=p>x</pre></div></div>",
        ["b", "p"],
    ),
    "a bar and words": ("<div><p>See</p><div id=b><button>Copy</button></div><pre id=p>x</pre></div>", ["p"]),
    "a bar and words after it": (
        "<div><div id=b><button>Copy</button></div><pre id=p>x</pre><p>So.</p></div>",
        ["p"],
    ),
    "words alone with the block": ("<div><div id=b>Here it is:</div><pre id=p>x</pre></div>", ["p"]),
    "a bar over more than the block": (
        "<div><div id=b><button>Copy</button></div><div><pre id=p>x</pre>and</div></div>",
        ["p"],
    ),
    "a bar and words over the wrapper": (
        "<div>See <div id=b><button>Copy</button></div><div><pre id=p>x</pre></div></div>",
        ["p"],
    ),
    "nothing over it": ("<div><div><pre id=p>x</pre></div></div>", ["p"]),
}


async def test_on_an_unknown_site_a_bar_that_stands_alone_with_a_block_is_hidden_with_it(lab: Lab) -> None:
    wrong: list[object] = []
    for name in GUESSED:
        await lab.empty()
        html, wanted = GUESSED[name]
        await lab.body(html)
        if (
            found := await lab(f"{SCENE} const u = fence('pre'); c.place(u); c.place(u); return hidden();")
        ) != wanted:
            wrong.append((name, found))
    assert wrong == []

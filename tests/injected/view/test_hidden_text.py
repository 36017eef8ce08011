"""Which elements are hidden for a unit, and the hosts before them."""

from __future__ import annotations

from tests.injected.lab import Lab

# `hidden()` gives the ids of what our hosts stand before; `told` the words drawn around calls.
SCENE = """
const hosts = new host_elements.Hosts("data-m", false);
const told = [];
const c = new hidden_text.HiddenText(hosts, new prefilter.Prefilter(["<invoke", "<function_calls"]), given?.frame ?? "",
    (h, lead, trail) => told.push([hosts.targets.get(h).id, lead, trail]), given?.header);
const hidden = () => [...document.querySelectorAll("[data-m]")].map((h) => h.nextElementSibling?.id);
const fence = (selector) => new tracked_block.TrackedBlock("fence", document.querySelector(selector), (e) => hosts.isOwn(e));
const prose = (selector, spans, judged = 1e9) =>
    Object.assign(new tracked_block.TrackedBlock("prose", document.querySelector(selector), (e) => hosts.isOwn(e)), { spans, judged });
"""


async def test_a_fence_is_hidden_itself(lab: Lab) -> None:
    await lab.body("<div><pre id=p>x</pre></div>")
    assert await lab(f"{SCENE} c.place(fence('pre')); return hidden();") == ["p"]


async def test_the_frame_that_a_site_draws_around_it_is_hidden_with_it(lab: Lab) -> None:
    await lab.body("<div class=card id=c><b>xml</b><pre id=p>x</pre></div>")
    assert await lab(f"{SCENE} c.place(fence('pre')); return hidden();", {"frame": ".card"}) == ["c"]


async def test_words_of_paragraphs_that_go_out_of_sight_with_a_bare_call_are_drawn(lab: Lab) -> None:
    call = "<invoke name='x'></invoke>"
    await lab.body(f"<div id=m><p>before</p>\n{call.replace('<', '&lt;')}\n<p>after</p></div>")
    code = f"""const text = text_.readProse(document.querySelector("#m"), () => false).text;
    const at = text.indexOf("<invoke");
    c.place(prose("#m", [[at, at + {len(call)}]]));
    return [hidden(), told.at(-1).map((words) => words.trim())];"""
    assert await lab(f"const text_ = block_text; {{ {SCENE} {code} }}") == [["m"], ["m", "before", "after"]]


BAR = "<div><b class=bar id=b>xml</b><pre id=p>x</pre></div>"


async def test_the_bar_that_a_site_draws_before_it_is_hidden_with_it(lab: Lab) -> None:
    await lab.body(BAR)
    code = "const u = fence('pre'); c.place(u); c.place(u); return hidden();"
    assert await lab(f"{SCENE} {code}", {"header": ".bar"}) == ["b", "p"]


async def test_a_bar_that_comes_later_is_hidden_too_and_leaves_alone(lab: Lab) -> None:
    await lab.body("<div><pre id=p>x</pre></div>")
    code = """const u = fence("pre"); c.place(u);
    const bar = document.createElement("b"); bar.className = "bar"; bar.id = "b";
    document.querySelector("div").prepend(bar); c.place(u); const both = hidden();
    bar.remove(); c.place(u); return [both, hidden()];"""
    assert await lab(f"{SCENE} {code}", {"header": ".bar"}) == [["b", "p"], ["p"]]


async def test_what_stands_before_a_block_and_is_no_bar_is_left_alone(lab: Lab) -> None:
    await lab.body(BAR)
    assert await lab(f"{SCENE} c.place(fence('pre')); return hidden();", {"header": ".other"}) == ["p"]


async def test_a_frame_around_several_blocks_is_left_alone(lab: Lab) -> None:
    await lab.body("<div class=card id=c><pre id=p>x</pre><pre id=q>y</pre></div>")
    assert await lab(f"{SCENE} c.place(fence('pre')); return hidden();", {"frame": ".card"}) == ["p"]


async def test_a_fence_that_left_the_page_is_covered_by_nothing(lab: Lab) -> None:
    await lab.body("<div><pre id=p>x</pre></div>")
    code = "const u = fence('pre'); c.place(u); u.node.remove(); c.place(u); return [hidden(), c.intact(u)];"
    assert await lab(SCENE + code) == [[], False]


async def test_placing_again_moves_nothing(lab: Lab) -> None:
    await lab.body("<div><pre id=p>x</pre></div>")
    code = """const u = fence("pre"); c.place(u); const seen = new MutationObserver(() => {});
    seen.observe(document.body, { childList: true, subtree: true }); c.place(u); return [seen.takeRecords().length, c.intact(u)];"""
    assert await lab(SCENE + code) == [0, True]


async def test_a_unit_keeps_its_first_host(lab: Lab) -> None:
    await lab.body("<div><pre id=p>x</pre></div>")
    code = "const u = fence('pre'); const h = c.mainHost(u); c.place(u); c.removeHosts(u); c.place(u); return c.mainHost(u) === h && h.isConnected;"
    assert await lab(SCENE + code) is True


async def test_a_host_knows_its_unit(lab: Lab) -> None:
    await lab.body("<div><pre id=p>x</pre></div>")
    assert await lab(f"{SCENE} const u = fence('pre'); return c.unitOf.get(c.mainHost(u)) === u;") is True


async def test_what_is_forgotten_is_as_the_site_made_it(lab: Lab) -> None:
    await lab.body("<div><pre id=p>x</pre></div>")
    code = "const u = fence('pre'); c.place(u); c.forget(u); return [hidden(), c.byUnit.size];"
    assert await lab(SCENE + code) == [[], 0]


CALL = "&lt;invoke a&gt;"


async def test_each_element_that_a_call_runs_through_is_hidden(lab: Lab) -> None:
    await lab.body("<div id=m><p id=a>one</p><p id=b>two</p><p id=c>three</p></div>")
    assert await lab(f"{SCENE} c.place(prose('#m', [[4, 13]])); return hidden();") == ["b", "c"]


async def test_the_words_before_and_after_a_call_are_drawn(lab: Lab) -> None:
    await lab.body("<div id=m><p id=a>see THIS now</p></div>")
    assert await lab(f"{SCENE} c.place(prose('#m', [[4, 8]])); return told;") == [["a", "see ", " now"]]


async def test_an_element_without_a_call_stays(lab: Lab) -> None:
    await lab.body("<div id=m><p id=a>one</p></div>")
    assert await lab(f"{SCENE} c.place(prose('#m', [])); return hidden();") == []


async def test_what_python_has_not_seen_is_held_back_from_where_a_call_may_begin(lab: Lab) -> None:
    await lab.body(f"<div id=m><p id=a>words</p><p id=b>see {CALL}</p></div>")
    assert await lab(f"{SCENE} c.place(prose('#m', [], 0)); return [hidden(), told];") == [
        ["b"],
        [["b", "see ", ""]],
    ]


async def test_what_python_has_judged_is_not_held_back(lab: Lab) -> None:
    await lab.body(f"<div id=m><p id=b>see {CALL}</p></div>")
    assert await lab(f"{SCENE} c.place(prose('#m', [])); return hidden();") == []


async def test_a_beginning_of_an_opener_holds_back_only_at_the_end(lab: Lab) -> None:
    await lab.body("<div id=m><p id=a>x &lt;inv</p><p id=b>y &lt;inv</p></div>")
    assert await lab(f"{SCENE} c.place(prose('#m', [], 0)); return hidden();") == ["b"]


async def test_hosts_that_are_no_longer_needed_go(lab: Lab) -> None:
    await lab.body("<div id=m><p id=a>one</p><p id=b>two</p></div>")
    code = "const u = prose('#m', [[0, 7]]); c.place(u); const before = hidden(); u.spans = [[4, 7]]; c.place(u); u.spans = []; const one = hidden(); c.place(u); return [before, one, hidden()];"
    assert await lab(SCENE + code) == [["a", "b"], ["b"], []]


async def test_a_code_block_inside_a_message_is_not_the_messages(lab: Lab) -> None:
    await lab.body("<div id=m><p id=a>one</p><pre id=p>x</pre></div>")
    assert await lab(f"{SCENE} c.place(prose('#m', [[0, 9]])); return hidden();") == ["a"]


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


async def test_where_the_sites_frame_is_known_no_bar_is_guessed(lab: Lab) -> None:
    await lab.body("<div><div id=b>xml<button>Copy</button></div><pre id=p>x</pre></div>")
    assert await lab(f"{SCENE} c.place(fence('pre')); return hidden();", {"frame": ".card"}) == ["p"]


async def test_a_frame_around_a_view_is_hidden_with_it(lab: Lab) -> None:
    await lab.body(
        "<div class=card id=c><b>xml</b><div class=cm-editor><div class=cm-content></div></div></div>"
    )
    code = "c.place(fence('.cm-editor')); return hidden();"
    assert await lab(SCENE + code, {"frame": ".card"}) == ["c"]

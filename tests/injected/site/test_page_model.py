"""What a site's profile says of a page."""

from __future__ import annotations

from tests.injected.lab import Lab

BODY = """<div class=user id=u1><p id=pu>x</p></div><div class=bot id=b1 data-mid=m1><div class=bot id=inner><pre id=pre></pre></div></div>
<p id=loose></p>"""
PAGE = """const p = new page_model.Page({ user: ".user", assistant: ".bot", streaming: "#stop", message_id: "data-mid" });
const $ = (id) => document.getElementById(id);"""


async def test_the_author_of_a_message(lab: Lab) -> None:
    wrong: list[object] = []
    for at, role in [("pu", "user"), ("pre", "assistant"), ("loose", "unknown"), ("u1", "user")]:
        await lab.empty()
        await lab.body(BODY)
        if (found := await lab(f"{PAGE} return p.role($(given));", at)) != role:
            wrong.append((at, found))
    assert wrong == []


async def test_without_a_profile_no_one_is_known(lab: Lab) -> None:
    await lab.body(BODY)
    code = "new page_model.Page({ user: '', assistant: '', streaming: '', message_id: '' })"
    assert await lab(
        f"const p = {code}; const e = document.body; return [p.role(e), p.message(e), p.streaming()];"
    ) == [
        "unknown",
        None,
        False,
    ]


async def test_a_message_is_the_outermost_that_fits(lab: Lab) -> None:
    await lab.body(BODY)
    assert await lab(f"{PAGE} return p.message($('pre')).id;") == "b1"


async def test_the_place_of_a_block(lab: Lab) -> None:
    wrong: list[object] = []
    for at, place in [
        ("pu", {"turn": 0, "message": ""}),
        ("pre", {"turn": 1, "message": "m1"}),
        ("loose", {"turn": -1, "message": ""}),
    ]:
        await lab.empty()
        await lab.body(BODY)
        if (found := await lab(f"{PAGE} return p.place($(given));", at)) != place:
            wrong.append((at, found))
    assert wrong == []


async def test_places_are_counted_again_once_the_page_changed(lab: Lab) -> None:
    await lab.body(BODY)
    code = "p.place($('pre')); $('u1').before($('b1')); const old = p.place($('pre')).turn; p.invalidate();"
    assert await lab(f"{PAGE} {code} return [old, p.place($('pre')).turn];") == [1, 0]


async def test_a_block_in_a_shadow_tree_belongs_to_the_message_around_it(lab: Lab) -> None:
    await lab.body("<div class=bot id=b><x-y></x-y></div>")
    code = "const root = document.querySelector('x-y').attachShadow({ mode: 'open' }); root.innerHTML = '<pre></pre>';"
    assert await lab(f"{PAGE} {code} return [p.role(root.firstChild), p.message(root.firstChild).id];") == [
        "assistant",
        "b",
    ]


async def test_the_sites_own_sign_tells_that_it_streams(lab: Lab) -> None:
    await lab.body("<i id=stop></i>")
    assert await lab(f"{PAGE} const on = p.streaming(); $('stop').remove(); return [on, p.streaming()];") == [
        True,
        False,
    ]


async def test_a_sign_that_the_site_keeps_hidden_in_the_page_does_not_count(lab: Lab) -> None:
    wrong: list[object] = []
    for body, streams in [
        ("<button id=stop hidden>Stop</button>", False),
        ("<div style='display:none'><button id=stop>Stop</button></div>", False),
        ("<div id=stop style='display:contents'><p>words</p></div>", True),
        ("<div style='display:none'><div id=stop style='display:contents'><p>words</p></div></div>", False),
        ("<i id=stop></i>", True),
        ("<button id=stop style='opacity:0'>Stop</button>", True),
    ]:
        await lab.empty()
        await lab.body(body)
        if (found := await lab(f"{PAGE} return p.streaming();")) is not streams:
            wrong.append((body, found))
    assert wrong == []


async def test_a_sign_in_code_that_overlay_hides_counts(lab: Lab) -> None:
    await lab.body("<pre id=pre style='display:none'><i id=stop></i></pre>")
    code = """const hosts = new host_elements.Hosts("data-m", true); p.hosts = hosts;
    const before = p.streaming(); hosts.place(hosts.make(), $("pre")); return [before, p.streaming()];"""
    assert await lab(PAGE + code) == [False, True]


COMPOSERS: dict[str, tuple[str, str, bool]] = {
    "a block in the box": ("<div id=box><pre id=x>a</pre></div>", "#x", True),
    "a view that is the box": ("<div class=cm-editor id=x><div id=box></div></div>", "#x", True),
    "a view above the box": ("<div class=cm-editor id=x></div><div id=box></div>", "#x", False),
    "a view in a message": (
        "<div class=bot><div class=cm-editor id=x><div id=box></div></div></div>",
        "#x",
        False,
    ),
    "a block of the page": ("<pre id=x>a</pre><div id=box></div>", "#x", False),
    "a block in another box": (
        "<div contenteditable=true><pre id=x>a</pre></div><div id=box></div>",
        "#x",
        True,
    ),
    "a view that only shows code": (
        "<div class=cm-editor><div class=cm-content contenteditable=true id=x></div></div><div id=box></div>",
        "#x",
        False,
    ),
    "no box": ("<div class=cm-editor id=x></div>", "#x", False),
}


async def test_what_the_user_writes_in_is_distinguished_from_a_block(lab: Lab) -> None:
    wrong: list[object] = []
    for name in COMPOSERS:
        await lab.empty()
        html, at, wanted = COMPOSERS[name]
        await lab.body(html)
        code = "new page_model.Page({ user: '', assistant: '.bot', composer: '#box' }).isComposer(document.querySelector(given))"
        if (found := await lab(f"return {code}", at)) is not wanted:
            wrong.append((name, found))
    assert wrong == []


async def test_without_a_known_box_nothing_is_written_in(lab: Lab) -> None:
    await lab.body("<div class=cm-editor></div>")
    code = "new page_model.Page({ user: '', assistant: '', composer: '' }).isComposer(document.body.firstElementChild)"
    assert await lab(f"return {code}") is False


REASONING = """<div class=bot id=b><div class=thought id=t><pre id=inner>x</pre></div><pre id=said>y</pre></div>
<div class=user><div class=thought><p id=quoted>z</p></div></div><div class=thought id=apart></div>"""
THINKS = """const p = new page_model.Page({ user: ".user", assistant: ".bot", reasoning: ".thought", streaming: "" });
const $ = (id) => document.getElementById(id);"""


async def test_what_the_model_thinks_is_no_answer_and_what_a_user_wrote_is_theirs(lab: Lab) -> None:
    wrong: list[object] = []
    for at, role in [
        ("inner", "reasoning"),
        ("said", "assistant"),
        ("quoted", "user"),
        ("apart", "reasoning"),
    ]:
        await lab.empty()
        await lab.body(REASONING)
        if (found := await lab(f"{THINKS} return p.role($(given));", at)) != role:
            wrong.append((at, found))
    assert wrong == []


async def test_what_the_model_thinks_is_no_part_of_what_its_message_says(lab: Lab) -> None:
    await lab.body(REASONING)
    assert await lab(f"{THINKS} return [p.isReasoning($('t')), p.isReasoning($('said'))];") == [True, False]


async def test_where_no_reasoning_is_known_every_part_counts(lab: Lab) -> None:
    await lab.body(REASONING)
    assert await lab(f"{PAGE} return p.isReasoning($('t'));") is False


async def test_on_a_page_that_is_only_guessed_at_nothing_is_an_answer(lab: Lab) -> None:
    await lab.body(BODY)
    code = "const p = new page_model.Page({ user: '.user', assistant: '.bot', guessed: true });"
    roles = "['pu', 'pre'].map((id) => p.role(document.getElementById(id)))"
    assert await lab(f"{code} return {roles};") == ["user", "unknown"]


async def test_a_message_may_be_named_by_the_turn_around_it(lab: Lab) -> None:
    await lab.body("<article id=t7><div class=bot><pre id=in></pre></div></article>")
    code = (
        "const p = new page_model.Page({ user: '', assistant: '.bot', turn: 'article', message_id: 'id' });"
    )
    assert await lab(f"{code} return p.place(document.getElementById('in')).message;") == "t7"


async def test_a_message_outside_of_any_turn_has_no_name(lab: Lab) -> None:
    await lab.body("<div class=bot id=b><pre id=in></pre></div>")
    code = (
        "const p = new page_model.Page({ user: '', assistant: '.bot', turn: 'article', message_id: 'id' });"
    )
    assert await lab(f"{code} return p.place(document.getElementById('in')).message;") == ""


async def test_messages_are_looked_for_again_once_the_page_changed(lab: Lab) -> None:
    await lab.body(BODY)
    code = """const site = { user: '.user', assistant: '.bot' }; const p = new page_model.Page(site); const old = p.messages;
        site.assistant = '.ai'; const kept = p.messages; p.invalidate(); return [old, kept, p.messages];"""
    assert await lab(code) == [".user, .bot", ".user, .bot", ".user, .ai"]

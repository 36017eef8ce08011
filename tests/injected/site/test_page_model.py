"""A page is read as the site's profile says."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

BODY = """<div class=user id=u1><p id=pu>x</p></div><div class=bot id=b1 data-mid=m1><div class=bot id=inner><pre id=pre></pre></div></div>
<p id=loose></p>"""
PAGE = """const p = new page_model.Page({ user: ".user", assistant: ".bot", streaming: "#stop", message_id: "data-mid" });
const $ = (id) => document.getElementById(id);"""


async def test_a_message_has_the_role_of_its_author(lab: Lab) -> None:
    wrong: list[object] = []
    for at, role in [("pu", "user"), ("pre", "assistant"), ("loose", "unknown"), ("u1", "user")]:
        await lab.empty()
        await lab.body(BODY)
        if (found := await lab(f"{PAGE} return p.role($(given));", at)) != role:
            wrong.append((at, found))
    assert wrong == []


async def test_code_outside_of_all_messages_is_beside_the_chat_if_answers_are_known(lab: Lab) -> None:
    pane = "<aside><pre id=pane></pre></aside>"
    cases = {
        "code outside of all messages is beside them": Case(
            "return p.isBeside($('pane'));", True, html=BODY + pane
        ),
        "code in an answer is not": Case("return p.isBeside($('pre'));", False, html=BODY + pane),
        "code of a page without a known answer is not": Case(
            "return p.isBeside($('pane'));", False, html=pane
        ),
        "code of a site that is guessed is not": Case(
            "p.profile.guessed = true; return p.isBeside($('pane'));", False, html=BODY + pane
        ),
        "reasoning outside of all messages is not": Case(
            "p.profile.reasoning = 'aside'; return p.isBeside($('pane'));", False, html=BODY + pane
        ),
    }
    assert await lab.differing(PAGE, cases) == {}


CANVAS = "<textarea id=box></textarea><aside><div id=canvas contenteditable=true tabindex=0><pre id=pane></pre></div></aside>"


async def test_an_editor_beside_the_messages_is_a_document_only_if_the_user_writes_elsewhere(
    lab: Lab,
) -> None:
    box = "p.profile.composer = '#box';"
    ask = "return p.isComposer($('pane'));"
    cases = {
        "an editor in a pane": Case(f"{box} {ask}", False, html=BODY + CANVAS),
        "an editor in which the user is": Case(f"{box} $('canvas').focus(); {ask}", True, html=BODY + CANVAS),
        "an editor in a form": Case(
            f"{box} {ask}",
            True,
            html=BODY + CANVAS.replace("<aside>", "<form>").replace("</aside>", "</form>"),
        ),
        "an editor beside a box that is not shown": Case(
            f"{box} $('box').hidden = true; {ask}", True, html=BODY + CANVAS
        ),
        "the message box itself": Case(f"p.profile.composer = '#canvas'; {ask}", True, html=BODY + CANVAS),
        "an editor of a page without answers": Case(f"{box} {ask}", True, html=CANVAS),
        "an editor in an answer": Case(
            f"{box} $('b1').append($('canvas')); {ask}", False, html=BODY + CANVAS
        ),
    }
    assert await lab.differing(PAGE, cases) == {}


async def test_a_message_is_the_outermost_element_that_its_profile_names(lab: Lab) -> None:
    cases = {
        "without a profile no one is known": Case(
            "const p = new page_model.Page({ user: '', assistant: '', streaming: '', message_id: '' }); const e = document.body; return [p.role(e), p.message(e), p.streaming()];",
            [
                "unknown",
                None,
                False,
            ],
            html=BODY,
        ),
        "a message is the outermost that fits": Case(
            f"{PAGE} return p.message($('pre')).id;", "b1", html=BODY
        ),
        "places are counted again once the page changed": Case(
            f"{PAGE} p.place($('pre')); $('u1').before($('b1')); const old = p.place($('pre')).turn; p.invalidate(); return [old, p.place($('pre')).turn];",
            [1, 0],
            html=BODY,
        ),
        "a block in a shadow tree belongs to the message around it": Case(
            f"{PAGE} const root = document.querySelector('x-y').attachShadow({{ mode: 'open' }}); root.innerHTML = '<pre></pre>'; return [p.role(root.firstChild), p.message(root.firstChild).id];",
            [
                "assistant",
                "b",
            ],
            html="<div class=bot id=b><x-y></x-y></div>",
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_block_has_the_turn_and_the_id_of_its_message(lab: Lab) -> None:
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


async def test_a_sign_of_streaming_counts_if_the_site_shows_it(lab: Lab) -> None:
    cases = {
        "the sites own sign tells that it streams": Case(
            f"{PAGE} const on = p.streaming(); $('stop').remove(); return [on, p.streaming()];",
            [
                True,
                False,
            ],
            html="<i id=stop></i>",
        ),
        "a sign in code that overlay hides counts": Case(
            PAGE
            + """const hosts = new host_elements.Hosts("data-m", true); p.hosts = hosts;
    const before = p.streaming(); hosts.place(hosts.make(), $("pre"));
    while (!p.streaming()) await new Promise(requestAnimationFrame);
    return [before, true];""",
            [False, True],
            html="<pre id=pre style='display:none'><i id=stop></i></pre>",
        ),
        "without a known box nothing is written in": Case(
            "return new page_model.Page({ user: '', assistant: '', composer: '' }).isComposer(document.body.firstElementChild)",
            False,
            html="<div class=cm-editor></div>",
        ),
    }
    assert await lab.differing("", cases) == {}


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


HIDDEN_LATER = {
    "by its own attribute": "$('stop').hidden = true",
    "by a class of an element around it": "$('bar').className = 'off'",
    "and another, hidden one is drawn": "$('stop').outerHTML = '<button id=stop hidden></button>'",
    "with a host of a shadow root around it": "$('bar').parentElement.style.display = 'none'",
}


async def test_a_sign_that_was_shown_ends_at_once_as_the_site_hides_it(lab: Lab) -> None:
    html = "<style>.off { display: none }</style><div><p id=bar><button id=stop>Stop</button></p></div>"
    cases = {
        name: Case(
            f"{PAGE} const on = p.streaming(); {hide}; return [on, p.streaming()];", [True, False], html=html
        )
        for name, hide in HIDDEN_LATER.items()
    }
    assert await lab.differing("", cases) == {}


async def test_a_sign_that_only_a_style_sheet_hides_ends_soon(lab: Lab) -> None:
    code = f"""{PAGE} const on = p.streaming();
        document.body.append(Object.assign(document.createElement("style"), {{ textContent: "#stop {{ display: none }}" }}));
        while (p.streaming()) await new Promise(requestAnimationFrame);
        return on;"""
    assert await lab.differing("", {"sign": Case(code, True, html="<button id=stop>Stop</button>")}) == {}


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


async def test_the_message_box_is_distinguished_from_a_block(lab: Lab) -> None:
    wrong: list[object] = []
    for name in COMPOSERS:
        await lab.empty()
        html, at, wanted = COMPOSERS[name]
        await lab.body(html)
        code = "new page_model.Page({ user: '', assistant: '.bot', composer: '#box' }).isComposer(document.querySelector(given))"
        if (found := await lab(f"return {code}", at)) is not wanted:
            wrong.append((name, found))
    assert wrong == []


REASONING = """<div class=bot id=b><div class=thought id=t><pre id=inner>x</pre></div><pre id=said>y</pre></div>
<div class=user><div class=thought><p id=quoted>z</p></div></div><div class=thought id=apart></div>"""
THINKS = """const p = new page_model.Page({ user: ".user", assistant: ".bot", reasoning: ".thought", streaming: "" });
const $ = (id) => document.getElementById(id);"""


async def test_reasoning_is_no_answer_and_a_users_words_in_it_stay_the_users(lab: Lab) -> None:
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


async def test_reasoning_is_no_part_of_a_message(lab: Lab) -> None:
    cases = {
        "reasoning is no part of the text of a message": Case(
            f"{THINKS} return [p.isReasoning($('t')), p.isReasoning($('said'))];",
            [True, False],
            html=REASONING,
        ),
        "where no reasoning is known every part counts": Case(
            f"{PAGE} return p.isReasoning($('t'));", False, html=REASONING
        ),
        "on a page that is only guessed at nothing is an answer": Case(
            "const p = new page_model.Page({ user: '.user', assistant: '.bot', guessed: true }); return ['pu', 'pre'].map((id) => p.role(document.getElementById(id)));",
            ["user", "unknown"],
            html=BODY,
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_message_is_named_by_its_turn_and_found_anew_when_the_page_changed(lab: Lab) -> None:
    cases = {
        "a message may be named by the turn around it": Case(
            "const p = new page_model.Page({ user: '', assistant: '.bot', turn: 'article', message_id: 'id' }); return p.place(document.getElementById('in')).message;",
            "t7",
            html="<article id=t7><div class=bot><pre id=in></pre></div></article>",
        ),
        "of several attributes the first that a message has names it, and of a list of ids the first": Case(
            """const p = new page_model.Page({ user: '', assistant: '.bot', turn: '', message_id: 'data-ids, id' });
            return ['in', 'old'].map((id) => p.place(document.getElementById(id)).message);""",
            ["a1", "b 2"],
            html="<div class=bot id=b data-ids='a1 a2'><pre id=in></pre></div><div class=bot id='b 2'><pre id=old></pre></div>",
        ),
        "a message outside of any turn has no name": Case(
            "const p = new page_model.Page({ user: '', assistant: '.bot', turn: 'article', message_id: 'id' }); return p.place(document.getElementById('in')).message;",
            "",
            html="<div class=bot id=b><pre id=in></pre></div>",
        ),
        "messages are looked for again once the page changed": Case(
            """const site = { user: '.user', assistant: '.bot' }; const p = new page_model.Page(site); const old = p.messages;
        site.assistant = '.ai'; const kept = p.messages; p.invalidate(); return [old, kept, p.messages];""",
            [".user, .bot", ".user, .bot", ".user, .ai"],
            html=BODY,
        ),
    }
    assert await lab.differing("", cases) == {}

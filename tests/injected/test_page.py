"""What a site's profile says of a page."""

from __future__ import annotations

import pytest

from tests.injected.lab import Lab

BODY = """<div class=user id=u1><p id=pu>x</p></div><div class=bot id=b1 data-mid=m1><div class=bot id=inner><pre id=pre></pre></div></div>
<p id=loose></p>"""
PAGE = """const p = new page.Page({ user: ".user", assistant: ".bot", streaming: "#stop", message_id: "data-mid" });
const $ = (id) => document.getElementById(id);"""


@pytest.mark.parametrize(
    ("at", "role"), [("pu", "user"), ("pre", "assistant"), ("loose", "unknown"), ("u1", "user")]
)
async def test_the_author_of_a_message(lab: Lab, at: str, role: str) -> None:
    await lab.body(BODY)
    assert await lab(f"{PAGE} return p.role($(given));", at) == role


async def test_without_a_profile_nobody_is_known(lab: Lab) -> None:
    await lab.body(BODY)
    code = "new page.Page({ user: '', assistant: '', streaming: '', message_id: '' })"
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


@pytest.mark.parametrize(
    ("at", "place"),
    [
        ("pu", {"turn": 0, "message": ""}),
        ("pre", {"turn": 1, "message": "m1"}),
        ("loose", {"turn": -1, "message": ""}),
    ],
)
async def test_the_place_of_a_block(lab: Lab, at: str, place: object) -> None:
    await lab.body(BODY)
    assert await lab(f"{PAGE} return p.place($(given));", at) == place


async def test_places_are_counted_anew_once_the_page_changed(lab: Lab) -> None:
    await lab.body(BODY)
    code = "p.place($('pre')); $('u1').before($('b1')); const old = p.place($('pre')).turn; p.stale();"
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
    "no box": ("<div class=cm-editor id=x></div>", "#x", False),
}


@pytest.mark.parametrize("name", COMPOSERS)
async def test_what_the_person_writes_in_is_told_from_a_block(lab: Lab, name: str) -> None:
    html, at, wanted = COMPOSERS[name]
    await lab.body(html)
    code = "new page.Page({ user: '', assistant: '.bot', composer: '#box' }).writing(document.querySelector(given))"
    assert await lab(f"return {code}", at) is wanted


async def test_without_a_known_box_nothing_is_written_in(lab: Lab) -> None:
    await lab.body("<div class=cm-editor></div>")
    code = "new page.Page({ user: '', assistant: '', composer: '' }).writing(document.body.firstElementChild)"
    assert await lab(f"return {code}") is False

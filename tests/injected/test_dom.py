"""The DOM's own getters and methods, which no `<form>` can put something else in place of."""

from __future__ import annotations

import pytest

from tests.injected.lab import Lab

FORM = """<div id=up><form id=f><input name=parentNode><input name=firstChild><input name=nextSibling>
<input name=textContent><input name=isConnected><input name=localName><input name=children><input name=nodeType>
<input name=closest><input name=contains><input name=getAttribute><input name=shadowRoot></form><p>after</p></div>"""


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("dom.parentOf(f).id", "up"),
        ("dom.localNameOf(f)", "form"),
        ("dom.isConnected(f)", True),
        ("dom.typeOf(f)", 1),
        ("dom.isElement(f)", True),
        ("dom.textOf(f).trim()", ""),
        ("dom.childrenOf(f).length", 12),
        ("dom.localNameOf(dom.nextOf(f))", "p"),
        ("dom.nextElementOf(f).localName", "p"),
        ("dom.firstOf(f).name", "parentNode"),
        ("dom.closest(f, '#up').id", "up"),
        ("dom.contains(dom.parentOf(f), f)", True),
        ("dom.attributeOf(f, 'id')", "f"),
        ("dom.shadowOf(f)", None),
        ("dom.matches(f, '#f')", True),
    ],
)
async def test_the_names_of_a_forms_fields_stand_for_nothing(lab: Lab, code: str, value: object) -> None:
    await lab.body(FORM)
    assert await lab(f"const f = document.querySelector('form'); return {code}") == value


@pytest.mark.parametrize(
    "name", ["createElement", "querySelectorAll", "readyState", "visibilityState", "documentElement"]
)
async def test_a_form_named_like_a_method_of_the_document_stands_for_nothing(lab: Lab, name: str) -> None:
    await lab.body(f"<form name={name}></form>")
    code = "[dom.create('b').localName, [...dom.all(document, 'body')].length, dom.ready(), dom.hidden(), dom.rootElement().localName]"
    assert await lab(f"return {code}") == ["b", 1, "complete", False, "html"]


@pytest.mark.parametrize("kind", ["document", "element", "shadow"])
async def test_all_of_a_selector_are_found_under_every_kind_of_root(lab: Lab, kind: str) -> None:
    await lab.body("<div id=d><b></b><b></b></div>")
    roots = {
        "document": "document",
        "element": "document.getElementById('d')",
        "shadow": "(() => { const r = document.getElementById('d').attachShadow({mode: 'open'}); r.innerHTML = '<b></b><b></b>'; return r; })()",
    }
    assert await lab(f"return [...dom.all({roots[kind]}, 'b')].length") == 2


async def test_text_and_elements_are_told_apart(lab: Lab) -> None:
    code = "return [document.createTextNode('x'), document.createElement('b'), document.createComment('c')]"
    assert await lab(f"{code}.map((node) => [dom.isText(node), dom.isElement(node)])") == [
        [True, False],
        [False, True],
        [False, False],
    ]

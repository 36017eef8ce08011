"""The DOM's own getters and methods, which no `<form>` can replace."""

from __future__ import annotations

from tests.injected.lab import Lab

FORM = """<div id=up><form id=f><input name=parentNode><input name=firstChild><input name=nextSibling>
<input name=textContent><input name=isConnected><input name=localName><input name=children><input name=nodeType>
<input name=closest><input name=contains><input name=getAttribute><input name=shadowRoot></form><p>after</p></div>"""


async def test_fields_with_the_names_of_properties_do_not_hide_a_forms_properties(lab: Lab) -> None:
    wrong: list[object] = []
    for code, value in [
        ("captured_dom.parentOf(f).id", "up"),
        ("captured_dom.localNameOf(f)", "form"),
        ("captured_dom.isConnected(f)", True),
        ("captured_dom.typeOf(f)", 1),
        ("captured_dom.isElement(f)", True),
        ("captured_dom.textOf(f).trim()", ""),
        ("captured_dom.childrenOf(f).length", 12),
        ("captured_dom.localNameOf(captured_dom.nextOf(f))", "p"),
        ("captured_dom.nextElementOf(f).localName", "p"),
        ("captured_dom.firstOf(f).name", "parentNode"),
        ("captured_dom.closest(f, '#up').id", "up"),
        ("captured_dom.contains(captured_dom.parentOf(f), f)", True),
        ("captured_dom.attributeOf(f, 'id')", "f"),
        ("captured_dom.shadowOf(f)", None),
        ("captured_dom.matches(f, '#f')", True),
    ]:
        await lab.empty()
        await lab.body(FORM)
        if (found := await lab(f"const f = document.querySelector('form'); return {code}")) != value:
            wrong.append((code, found))
    assert wrong == []


async def test_a_form_named_like_a_method_of_the_document_does_not_hide_the_method(lab: Lab) -> None:
    wrong: list[object] = []
    for name in ["createElement", "querySelectorAll", "readyState", "visibilityState", "documentElement"]:
        await lab.empty()
        await lab.body(f"<form name={name}></form>")
        code = "[captured_dom.create('b').localName, [...captured_dom.all(document, 'body')].length, captured_dom.ready(), captured_dom.hidden(), captured_dom.rootElement().localName]"
        if (found := await lab(f"return {code}")) != ["b", 1, "complete", False, "html"]:
            wrong.append((name, found))
    assert wrong == []


async def test_all_of_a_selector_are_found_under_every_kind_of_root(lab: Lab) -> None:
    wrong: list[object] = []
    for kind in ["document", "element", "shadow"]:
        await lab.empty()
        await lab.body("<div id=d><b></b><b></b></div>")
        roots = {
            "document": "document",
            "element": "document.getElementById('d')",
            "shadow": "(() => { const r = document.getElementById('d').attachShadow({mode: 'open'}); r.innerHTML = '<b></b><b></b>'; return r; })()",
        }
        if (found := await lab(f"return [...captured_dom.all({roots[kind]}, 'b')].length")) != 2:
            wrong.append((kind, found))
    assert wrong == []


async def test_text_and_elements_are_distinguished(lab: Lab) -> None:
    code = "return [document.createTextNode('x'), document.createElement('b'), document.createComment('c')]"
    assert await lab(f"{code}.map((node) => [captured_dom.isText(node), captured_dom.isElement(node)])") == [
        [True, False],
        [False, True],
        [False, False],
    ]

"""The user's caret, stored and restored."""

from __future__ import annotations

from tests.injected.lab import Lab

AT = "const at = document.querySelector('#at');"
RICH = "<div id=at contenteditable=true style='min-height: 20px'>{}</div>"
HOLD = f"{AT} globalThis.back = selection.saveCaret(at);"
BACK = "globalThis.back();"
SAID = (
    "const s = getSelection(); return [s.anchorNode.data ?? s.anchorNode.id, s.anchorOffset, s.focusOffset];"
)


async def test_a_selection_in_a_field_comes_back(lab: Lab) -> None:
    wrong: list[object] = []
    for html in ["<textarea id=at>my draft</textarea>", "<input id=at value='my draft'>"]:
        await lab.empty()
        await lab.body(html)
        code = f"{AT} at.focus(); at.setSelectionRange(1, 4, 'backward'); {HOLD[len(AT) :]} at.value += ' and more'; {BACK}"
        if (
            found := await lab(f"{code} return [at.selectionStart, at.selectionEnd, at.selectionDirection];")
        ) != [
            1,
            4,
            "backward",
        ]:
            wrong.append((html, found))
    assert wrong == []


async def test_a_caret_in_a_rich_box_comes_back_to_its_node(lab: Lab) -> None:
    await lab.body(RICH.format("<p>my <b>draft</b></p>"))
    await lab(
        f"{AT} at.focus(); getSelection().collapse(at.querySelector('b').firstChild, 2); {HOLD[len(AT) :]}"
    )
    await lab(f"{AT} at.append('more'); getSelection().selectAllChildren(at); {BACK}")
    assert await lab(SAID) == ["draft", 2, 2]


async def test_the_caret_comes_back_to_its_letter_in_a_rebuilt_box(lab: Lab) -> None:
    await lab.body(RICH.format("<p>one</p><p>two</p>"))
    await lab(f"{AT} at.focus(); getSelection().collapse(at.lastChild.firstChild, 1); {HOLD[len(AT) :]}")
    await lab(f"{AT} at.innerHTML = '<p>one</p><p>two</p><p>three</p>'; {BACK}")
    assert await lab(SAID) == ["two", 1, 1]


async def test_in_a_box_that_became_one_text_line_ends_count(lab: Lab) -> None:
    await lab.body(RICH.format("one<br>two"))
    await lab(f"{AT} at.focus(); getSelection().collapse(at.lastChild, 1); {HOLD[len(AT) :]}")
    await lab(f"{AT} at.textContent = 'one\\ntwo\\n\\nthree'; {BACK}")
    assert await lab(SAID) == ["one\ntwo\n\nthree", 5, 5]


async def test_where_the_draft_is_gone_the_caret_stays(lab: Lab) -> None:
    await lab.body(RICH.format("<p>a draft</p>"))
    await lab(f"{AT} at.focus(); getSelection().collapse(at.firstChild.firstChild, 5); {HOLD[len(AT) :]}")
    await lab(f"{AT} at.innerHTML = '<p>b</p>'; getSelection().collapse(at, 1); {BACK}")
    assert await lab(SAID) == ["at", 1, 1]


async def test_in_an_empty_box_the_caret_stays_behind_what_came(lab: Lab) -> None:
    await lab.body("<textarea id=at></textarea>")
    code = f"{AT} at.focus(); {HOLD[len(AT) :]} at.value = 'abc'; at.setSelectionRange(3, 3); {BACK}"
    assert await lab(f"{code} return at.selectionStart;") == 3


async def test_a_user_in_another_field_is_brought_back_there(lab: Lab) -> None:
    await lab.body("<textarea id=at></textarea><input id=search>")
    code = f"document.querySelector('#search').focus(); {HOLD} at.focus(); {BACK}"
    assert await lab(f"{code} return document.activeElement.id;") == "search"


async def test_the_focus_does_not_go_back_to_an_element_that_is_gone_or_takes_no_text(lab: Lab) -> None:
    wrong: list[object] = []
    for gone in ["document.querySelector('#search').remove();", ""]:
        await lab.empty()
        await lab.body(
            "<textarea id=at></textarea>" + ("<input id=search>" if gone else "<button id=search>b</button>")
        )
        code = f"document.querySelector('#search').focus(); {HOLD} {gone} at.focus(); {BACK}"
        if (found := await lab(f"{code} return document.activeElement.id;")) != "at":
            wrong.append((gone, found))
    assert wrong == []


async def test_a_selection_that_is_not_in_the_box_is_left_where_it_is(lab: Lab) -> None:
    await lab.body(RICH.format("<p>a</p>") + "<p id=other>other</p>")
    code = f"{AT} at.focus(); getSelection().selectAllChildren(document.querySelector('#other')); {HOLD[len(AT) :]}"
    await lab(f"{code} getSelection().collapse(at, 0); {BACK}")
    assert (await lab(SAID))[:2] == ["at", 0]


async def test_the_focused_element_in_a_shadow_tree_is_found(lab: Lab) -> None:
    await lab.body("<div id=host></div>")
    code = """const root = document.querySelector("#host").attachShadow({ mode: "open" });
        root.innerHTML = "<textarea id=deep></textarea>"; root.firstChild.focus();"""
    assert await lab(f"{code} return selection.focused().id;") == "deep"

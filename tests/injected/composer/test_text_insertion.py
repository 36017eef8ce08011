"""Text, line ends and keys that a box takes as if they were typed."""

from __future__ import annotations

from tests.injected.lab import Lab

FIND = "const at = document.querySelector('#at'); const other = document.querySelector('#other');"
RICH = "<div id=at contenteditable=true style='min-height:20px;white-space:pre-wrap'>{}</div><input id=other>"
AREA = "<textarea id=at>{}</textarea><input id=other>"
TAKES = "at.addEventListener('{}', (event) => {{ event.preventDefault(); took.push(event.inputType ?? event.type); }});"


async def test_a_text_is_typed_where_the_caret_is(lab: Lab) -> None:
    wrong: list[object] = []
    for html in [RICH, AREA]:
        await lab.empty()
        await lab.body(html.format("ab"))
        code = "await text_insertion.placeCaret(at, false); text_insertion.type(at, 'c'); return at.value ?? at.textContent;"
        if (found := await lab(FIND + code)) != "abc":
            wrong.append((html, found))
    assert wrong == []


async def test_the_whole_text_of_a_field_is_replaced_if_it_is_selected(lab: Lab) -> None:
    wrong: list[object] = []
    for html in [RICH, AREA]:
        await lab.empty()
        await lab.body(html.format("ab"))
        code = "await text_insertion.placeCaret(at, true); text_insertion.type(at, 'c'); return at.value ?? at.textContent;"
        if (found := await lab(FIND + code)) != "c":
            wrong.append((html, found))
    assert wrong == []


async def test_an_editor_that_takes_what_is_typed_writes_it_itself(lab: Lab) -> None:
    wrong: list[object] = []
    for event in ["beforeinput", "textInput"]:
        await lab.empty()
        await lab.body(RICH.format("ab"))
        code = f"const took = []; {TAKES.format(event)} await text_insertion.placeCaret(at, false); text_insertion.type(at, 'c');"
        if (found := await lab(f"{FIND} {code} return [took.length, at.textContent];")) != [1, "ab"]:
            wrong.append((event, found))
    assert wrong == []


async def test_pasted_text_that_no_editor_takes_is_not_inserted(lab: Lab) -> None:
    wrong: list[object] = []
    for event, count in [("paste", 1), ("beforeinput", 1), ("input", 0)]:
        await lab.empty()
        await lab.body(RICH.format("ab"))
        code = f"const took = []; {TAKES.format(event)} await text_insertion.placeCaret(at, false); text_insertion.paste(at, 'c');"
        if (found := await lab(f"{FIND} {code} return [took.length, at.textContent];")) != [count, "ab"]:
            wrong.append((event, found))
    assert wrong == []


async def test_a_line_ends_without_a_paragraph(lab: Lab) -> None:
    await lab.body(RICH.format("ab"))
    code = "await text_insertion.placeCaret(at, false); text_insertion.breakLine(at); text_insertion.type(at, 'c'); return at.innerText;"
    assert await lab(FIND + code) == "ab\nc"


async def test_selected_text_is_removed(lab: Lab) -> None:
    await lab.body(RICH.format("ab"))
    code = "await text_insertion.placeCaret(at, true); text_insertion.erase(at); return at.textContent;"
    assert await lab(FIND + code) == ""


STRAYS = {
    "when the box gets the focus": "at.onfocus = () => other.focus(); await text_insertion.placeCaret(at, false);",
    "when the caret is placed": "document.addEventListener('selectionchange', () => other.focus(), { once: true }); await text_insertion.placeCaret(at, false);",
    "before text is typed": "await text_insertion.placeCaret(at, false); other.focus(); text_insertion.type(at, 'c');",
    "when text is typed": "await text_insertion.placeCaret(at, false); at.addEventListener('beforeinput', () => other.focus()); text_insertion.type(at, 'c');",
    "when the caret leaves during typing": "await text_insertion.placeCaret(at, false); at.addEventListener('beforeinput', () => getSelection().selectAllChildren(document.body)); text_insertion.type(at, 'c');",
    "when text is pasted": "await text_insertion.placeCaret(at, false); at.addEventListener('paste', () => other.focus()); text_insertion.paste(at, 'c');",
    "when a line end is typed": "await text_insertion.placeCaret(at, false); at.addEventListener('keydown', () => other.focus()); text_insertion.breakLine(at);",
    "when text is erased": "await text_insertion.placeCaret(at, true); at.addEventListener('keydown', () => other.focus()); text_insertion.erase(at);",
    "when a key is pressed": "await text_insertion.placeCaret(at, false); other.focus(); text_insertion.goToEdge(at, 'End');",
}


async def test_nothing_goes_on_once_the_focus_is_elsewhere(lab: Lab) -> None:
    wrong: list[object] = []
    for code in STRAYS.values():
        await lab.empty()
        await lab.body(RICH.format("ab"))
        caught = "let name = ''; try { CODE } catch (error) { name = error instanceof text_insertion.CaretLost ? 'astray' : String(error); }"
        found = await lab(
            f"{FIND} {caught.replace('CODE', code)} return [name, other.value, at.textContent];"
        )
        if found != ["astray", "", "ab"]:
            wrong.append((code, found))
    assert wrong == []


async def test_enter_makes_no_line_end(lab: Lab) -> None:
    wrong: list[object] = []
    for prevented in [True, False]:
        await lab.empty()
        await lab.body(AREA.format("ab"))
        code = "at.onkeydown = (event) => { if (given && event.key === 'Enter' && event.keyCode === 13) event.preventDefault(); };"
        if (
            found := await lab(
                f"{FIND} {code} await text_insertion.placeCaret(at, false); text_insertion.enter(at); return at.value;",
                prevented,
            )
        ) != "ab":
            wrong.append((prevented, found))
    assert wrong == []


async def test_enter_in_a_line_of_a_form_submits_it(lab: Lab) -> None:
    await lab.body("<form><input id=at value=a></form>")
    code = """let sent = 0; at.form.onsubmit = (event) => { event.preventDefault(); sent += 1; };
        await text_insertion.placeCaret(at, false); text_insertion.enter(at); return sent;"""
    assert await lab(FIND + code) == 1


async def test_a_form_has_the_value_of_its_field_before_enter_submits_it(lab: Lab) -> None:
    await lab.body("<form><input id=at value=a></form>")
    code = """let kept = "", sent = ""; at.addEventListener("change", () => { kept = at.value; });
        at.form.onsubmit = (event) => { event.preventDefault(); sent = kept; };
        await text_insertion.placeCaret(at, false); text_insertion.enter(at); return sent;"""
    assert await lab(FIND + code) == "a"

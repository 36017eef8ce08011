"""The content of an input box is read, whatever kind it is."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

AT = "const at = document.querySelector('#at');"
RICH = "<div id=at contenteditable=true style='min-height: 20px' {}>{}</div>"
PARTLY = RICH.format(
    'class="cm-content"',
    '<div class="cm-line">first</div><div class="cm-gap"></div><div class="cm-line">last</div>',
)


async def test_the_kind_says_how_a_box_is_written(lab: Lab) -> None:
    wrong: list[object] = []
    for html, kind in [
        ("<textarea id=at></textarea>", "textarea"),
        ("<input id=at>", "input"),
        (RICH.format("", "a<br>b"), "bare"),
        (RICH.format("", "<p>a</p>"), "rich"),
        (RICH.format("class=ProseMirror", ""), "editor"),
        (RICH.format("class=ql-editor", ""), "editor"),
        (RICH.format("class=cm-content", ""), "editor"),
        (RICH.format("data-lexical-editor=true", ""), "eager"),
        (RICH.format("data-slate-editor=true", ""), "pasted"),
        (RICH.format('class="public-DraftEditor-content"', ""), "pasted"),
        (RICH.format("", "a<span contenteditable=false>@bob</span>"), "rich"),
        (RICH.format("class=ck-editor__editable", "a"), "rich"),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := await lab(f"{AT} return editor_content.kindOf(at);")) != kind:
            wrong.append((html, found))
    assert wrong == []


async def test_a_box_without_size_is_not_shown(lab: Lab) -> None:
    await lab.body("<textarea id=at hidden></textarea>")
    assert not await lab(f"{AT} return selectors.shown(at);")


async def test_a_box_is_read_from_a_copy_only_where_it_draws_less(lab: Lab) -> None:
    cases = {
        "lines out of view are read from a copy": Case(
            f"""{AT} at.addEventListener("copy", (event) => {{
        event.clipboardData.setData("text/plain", "first\\n" + getSelection().toString().length + "\\nlast"); }}); return editor_content.readAll(at);""",
            "first\n10\nlast",
            html=PARTLY,
        ),
        "a box that draws all it holds is read without a copy": Case(
            f"{AT} let copies = 0; at.addEventListener('copy', () => {{ copies += 1; }}); return [await editor_content.readAll(at), copies];",
            ["first\nlast", 0],
            html=PARTLY.replace('<div class="cm-gap"></div>', ""),
        ),
        "a text with blocks in it is read as the box copies it": Case(
            f"""{AT} at.addEventListener("copy", (event) => {{
        event.clipboardData.setData("text/plain", "a\\n\\n```\\n1\\n```\\n\\nb"); }}); return editor_content.readAll(at);""",
            "a\n\n```\n1\n```\n\nb",
            html=SOURCE,
        ),
        "a text with blocks in it is read as drawn where the box copies nothing": Case(
            f"{AT} return editor_content.readAll(at);", "a\n```\n1\n```\nb", html=SOURCE
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_copy_leaves_the_caret_at_the_end(lab: Lab) -> None:
    await lab.body(PARTLY)
    await lab(f"{AT} at.focus(); await editor_content.readAll(at);")
    assert await lab(
        "const s = getSelection(); return [s.isCollapsed, s.anchorNode.id, s.anchorOffset];"
    ) == [
        True,
        "at",
        3,
    ]


SOURCE = RICH.format(
    'style="white-space: pre-wrap"', 'a\n<code style="display: block">```\n1\n```</code>\nb'
).replace("style='min-height: 20px'", "")


async def test_reading_all_of_an_editor_leaves_the_selection(lab: Lab) -> None:
    await lab.body(SOURCE)
    await lab(
        f"{AT} at.focus(); getSelection().collapse(at.firstChild, 1); await editor_content.readAll(at);"
    )
    assert await lab(
        "const s = getSelection(); return [s.isCollapsed, s.anchorNode.data, s.anchorOffset];"
    ) == [
        True,
        "a\n",
        1,
    ]

"""A text that is written into a box in one piece."""

from __future__ import annotations

from tests.injected.lab import Lab

FIND = "const at = document.querySelector('#at');"


async def test_added_lines_come_after_the_text_of_the_editor(lab: Lab) -> None:
    wrong: list[object] = []
    for html, added, lines in [
        ("<p><br></p>", "a\n\nb", ["p a", "p ", "p b"]),
        ("<p><span class=ProseMirror-widget contenteditable=false>Ask</span></p>", "a", ["p a"]),
        ("<div>draft</div>", "\na", ["div draft", "div a"]),
    ]:
        await lab.empty()
        await lab.body(f"<div id=at contenteditable=true>{html}</div>")
        code = "direct_write.appendLines(at, given); return [...at.children].map((line) => `${line.localName} ${line.textContent}`);"
        if (found := await lab(FIND + code, added)) != lines:
            wrong.append((html, added, found))
    assert wrong == []


async def test_a_field_tells_its_page_what_it_holds_now(lab: Lab) -> None:
    await lab.body("<textarea id=at></textarea>")
    code = "let heard = ''; at.oninput = () => { heard = at.value; }; direct_write.setField(at, 'a\\nb'); return heard;"
    assert await lab(FIND + code) == "a\nb"

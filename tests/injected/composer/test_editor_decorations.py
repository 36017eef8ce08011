"""An editor draws more in its box than it would send."""

from __future__ import annotations

from tests.injected.lab import Lab

BOX = "<div id=box contenteditable=true {}>{}</div>"
LOCKED = "<span contenteditable=false {}>{}</span>"
HINT = "Ask anything"
READ = "return editor_content.readRich(document.querySelector('#box'));"

PLACEHOLDERS = {
    "codemirror": f'<div class="cm-line"><span class="cm-placeholder" contenteditable=false>{HINT}</span><br></div>',
    "prosemirror": f'<p><span class="hint ProseMirror-widget" contenteditable=false>{HINT}</span><br></p>',
    "slate": f"<p><span data-slate-placeholder=true contenteditable=false>{HINT}</span><span data-slate-zero-width=n>\ufeff<br></span></p>",
    "by its name": f"<p>{LOCKED.format('class=my-Placeholder', HINT)}<br></p>",
    "by its name and out of reach": f"<p><span class=placeholder style='pointer-events:none'>{HINT}</span><br></p>",
    "for no reader": f"<p>{LOCKED.format('aria-hidden=true', HINT)}<br></p>",
    "of no meaning": f"<p>{LOCKED.format('class=x', HINT)}<br></p>",
    "in a wrapper": f"<p>{LOCKED.format('class=x', f'<em>{HINT}</em>')}\u200b</p>",
}


async def test_a_placeholder_is_no_text(lab: Lab) -> None:
    wrong: list[object] = []
    for html in PLACEHOLDERS.values():
        await lab.empty()
        await lab.body(BOX.format("", html))
        if (found := (await lab(READ)).strip("\n")) != "":
            wrong.append((html, found))
    assert wrong == []


async def test_a_placeholder_in_a_node_that_takes_no_caret_is_no_text(lab: Lab) -> None:
    html = LOCKED.format("data-id=7", HINT)
    await lab.body(BOX.format(f"aria-placeholder='{HINT}'", f"<p>{html}</p>"))
    assert await lab(READ) == ""


async def test_a_paragraph_that_would_show_a_placeholder_is_read(lab: Lab) -> None:
    wrong: list[object] = []
    for name in ["placeholder", "data-placeholder"]:
        await lab.empty()
        await lab.body(BOX.format("", f"<p class=is-placeholder {name}='{HINT}'>my words</p>"))
        if (found := await lab(READ)) != "my words":
            wrong.append((name, found))
    assert wrong == []


async def test_a_mention_in_the_message_box_is_read_as_text(lab: Lab) -> None:
    wrong: list[object] = []
    for html, text in [
        (f"<p>hello {LOCKED.format('data-type=mention data-id=bob', '@bob')}</p>", "hello @bob"),
        (f"<p>{LOCKED.format('data-id=bob', '@bob')}</p>", "@bob"),
        (f"<p>words and {LOCKED.format('class=pill', 'a pill')}</p>", "words and a pill"),
        ("<p>about a placeholder</p>", "about a placeholder"),
        ("<p class=placeholder>typed by hand</p>", "typed by hand"),
    ]:
        await lab.empty()
        await lab.body(BOX.format("", html))
        if (found := await lab(READ)) != text:
            wrong.append((html, found))
    assert wrong == []


async def test_an_editors_decorations_between_words_are_left_out(lab: Lab) -> None:
    wrong: list[object] = []
    for drawn in [
        "<span class=ProseMirror-widget contenteditable=false>Ann</span>",
        "<span class=ql-ui contenteditable=false>1.</span>",
        "<span class=ck-widget__type-around>+</span>",
        "<span data-mce-bogus=all>!</span>",
    ]:
        await lab.empty()
        await lab.body(BOX.format("", f"<p>my {drawn}words</p>"))
        if (found := await lab(READ)) != "my words":
            wrong.append((drawn, found))
    assert wrong == []


async def test_a_box_of_which_a_part_is_drawn_is_never_written_over(lab: Lab) -> None:
    await lab.body(BOX.format("style='min-height:20px'", LOCKED.format("class=placeholder", HINT)))
    assert await lab("return editor_content.kindOf(document.querySelector('#box'));") == "rich"


async def test_nested_line_elements_are_one_line(lab: Lab) -> None:
    rows = "".join(f"<div data-block=true><div><span>{text}</span></div></div>" for text in ("a", "b"))
    await lab.body(BOX.format("", f"<div>{rows}</div><ul><li><p>c</p></li></ul>"))
    assert await lab(READ) == "a\nb\nc"

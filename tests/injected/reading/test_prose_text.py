"""The text of a message outside its code blocks, read as the model wrote it."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

FENCE = "const e = document.body.firstElementChild;"

PROSE = {
    "paragraphs": ("<p>a</p><p>b</p>", "a\nb"),
    "a line break": ("<p>a<br>b</p>", "a\nb"),
    "bold words": ("<p>a <b>b</b> c</p>", "a b c"),
    "code in a sentence": ("<p>use <code>x</code></p>", "use `x`"),
    "a block": ("<p>a</p><pre>code</pre><p>b</p>", "a\n\ufffc\nb"),
    "a quote": ("<p>a</p><blockquote>quoted</blockquote><p>b</p>", "a\nb"),
    "a preview of what is answered": (
        "<p>a</p><div class='card'><div class='ReplyPreview_root__x1'>quoted</div></div><p>b</p>",
        "a\nb",
    ),
    "a button": ("<p>a<button>Copy</button></p>", "a"),
    "a message in a button": ("<h4>user</h4><button><p>a</p></button>", "user\na"),
    "space between blocks": ("<p>a</p>\n  <p>b</p>", "a\nb"),
    "a list": ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
    "elements made of tags": (
        '<p>a</p><invoke name="f"><parameter name="x">1</parameter></invoke>',
        'a\n<invoke name="f"><parameter name="x">1</parameter></invoke>',
    ),
    "a quote in such an attribute": ("<invoke name='a\"b'></invoke>", '<invoke name="a&quot;b"></invoke>'),
    "line ends of a Markdown renderer": (
        "<p>a<br>\nb<br>\n<br>\nc <b>d<br></b>\ne<br>f</p>",
        "a\nb\n\nc d\ne\nf",
    ),
    "a line end after an element that ends with a break": (
        "<invoke>a<br></invoke>\nb<br>\nc",
        "<invoke>a\n</invoke>\nb\nc",
    ),
    "a line end that a break ends with": ("<p>a<br>\n</p>\n<p>b</p>", "a\n\nb"),
    "nothing": ("", ""),
}


async def test_a_message_is_read_without_its_blocks(lab: Lab) -> None:
    wrong: list[object] = []
    for name in PROSE:
        await lab.empty()
        html, wanted = PROSE[name]
        await lab.body(f"<div>{html}</div>")
        if (found := await lab(f"{FENCE} return prose_text.readProse(e, () => false).text")) != wanted:
            wrong.append((name, found))
    assert wrong == []


async def test_words_of_a_message_are_read_with_the_elements_that_hold_them(lab: Lab) -> None:
    cases = {
        "our own nodes are no words": Case(
            f"{FENCE} return prose_text.readProse(e, (node) => node.id === 'ours').text",
            "a",
            html="<div><p>a</p><div id=ours>not this</div></div>",
        ),
        "words in an open shadow tree are read": Case(
            f"{FENCE} e.firstChild.attachShadow({{ mode: 'open' }}).innerHTML = '<p>inside</p>'; return prose_text.readProse(e, () => false).text",
            "inside",
            html="<div><x-y></x-y></div>",
        ),
        "a tag's element is hidden without the words around it": Case(
            f"{FENCE} return prose_text.readProse(e, () => false).segments.map((s) => s.element.id || s.element.localName)",
            ["div", "call", "invoke", "call", "p", "div"],
            html="<div>a<function_calls id=call><invoke></invoke></function_calls><p>b</p>c</div>",
        ),
        "each stretch knows the element that holds it": Case(
            f"{FENCE} return prose_text.readProse(e, () => false).segments.map((s) => [s.element.id, s.start, s.end])",
            [["a", 0, 3], ["b", 4, 7]],
            html="<div><p id=a>one</p><p id=b>two</p></div>",
        ),
        "the paragraphs of an editor belong to the editor": Case(
            f"{FENCE} return prose_text.readProse(e, () => false).segments.map((s) => s.element.id);",
            ["a", "editor"],
            html="<div><p id=a>one</p><div id=editor contenteditable=true><p>two</p><p>three</p></div></div>",
        ),
        "a message that ends with words has them last": Case(
            f"{FENCE} return prose_text.readProse(e, () => false).last.data", "a", html="<div><p>b</p>a</div>"
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_the_last_text_is_the_one_that_the_message_grows_with(lab: Lab) -> None:
    """A block's end is written before the next text only, so words in the last block end the text."""
    wrong: list[object] = []
    for html, last in [("a<p>b</p>", "b"), ("a<p>b</p>\n", "b"), ("a<br>", None), ("a<pre>b\nc</pre>", None)]:
        await lab.empty()
        await lab.body(f"<div>{html}</div>")
        if (
            found := await lab(f"{FENCE} return prose_text.readProse(e, () => false).last?.data ?? null")
        ) != last:
            wrong.append((html, found))
    assert wrong == []


async def test_the_end_tags_of_the_last_elements_are_left_out_while_a_message_grows(lab: Lab) -> None:
    call = '<function_calls><invoke name="f"><parameter name="x">one</parameter></invoke></function_calls>'
    cases = {
        "an open call": (call, '<function_calls><invoke name="f"><parameter name="x">one', True),
        "an open call in a paragraph": (
            f"<p>{call}</p>",
            '<function_calls><invoke name="f"><parameter name="x">one',
            True,
        ),
        "a call with words after it": (f"{call} two", f"{call} two", False),
        "a tag that is cut off": ('a <invoke name<="" p=""></invoke>', "a ", False),
        "words": ("<p>a</p>", "a", False),
    }
    code = "const { text, unclosed } = prose_text.readProse(e, () => false, null, () => true); return [text, unclosed];"
    differing = await lab.differing(
        FENCE,
        {
            name: Case(code, [text, open_], html=f"<div>{html}</div>")
            for name, (html, text, open_) in cases.items()
        },
    )
    assert differing == {}


async def test_whether_a_message_grows_is_asked_only_where_it_ends_within_an_element_of_a_call(
    lab: Lab,
) -> None:
    """The answer may make the browser work out all styles, and a message is read at each piece."""
    code = "let asked = 0; prose_text.readProse(e, () => false, null, () => { asked += 1; return true; }); return asked;"
    cases = {
        "words": Case(code, 0, html="<div><p>a</p><p>b <b>c</b></p></div>"),
        "an open call": Case(code, 1, html="<div><function_calls></div>"),
    }
    assert await lab.differing(FENCE, cases) == {}

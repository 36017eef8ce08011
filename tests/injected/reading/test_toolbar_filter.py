"""Toolbars, buttons and line numbers that sites put into the element of a code block."""

from __future__ import annotations

from tests.injected.lab import Lab


def row(number: int, code: str) -> str:
    return f"<div><i style='user-select: none'>{number}</i><span>{code}</span></div>"


CODES: dict[str, tuple[str, str | None]] = {
    "nothing else": ("<pre>a\nb</pre>", None),
    "a bar with a label and a button": (
        "<pre><div><span>xml</span><button>Copy</button></div><div>a\nb</div></pre>",
        "a\nb",
    ),
    "a button alone": ("<pre><button>Copy code</button>a\nb</pre>", "a\nb"),
    "a button by its role": ("<pre><div role=button>Copy</div>a\nb</pre>", "a\nb"),
    "a button in a line": (
        "<pre><span class=line>a <button>Run</button></span><span class=line>b</span></pre>",
        "a \nb",
    ),
    "a button in what is too long for a bar": (
        f"<pre><div>{'a' * 100}<button>Copy</button></div></pre>",
        "a" * 100,
    ),
    "numbers before each line": (
        "<pre><span class=line-number>1</span>a\n<span class=line-number>2</span>b</pre>",
        "a\nb",
    ),
    "numbers in a column": ("<pre><span class=gutter>1\n2</span><span>a\nb</span></pre>", "a\nb"),
    "a table of lines": (
        "<pre><table><tbody><tr><td class=hljs-ln-numbers>1</td><td>a</td></tr>"
        "<tr><td class=hljs-ln-numbers>2</td><td>b</td></tr></tbody></table></pre>",
        "a\nb",
    ),
    "a class of a number on each line": (
        "<pre><i class=line-number>a\n</i><i class=line-number>b\n</i></pre>",
        None,
    ),
    "a row for each line, with a number that can't be selected": (
        f"<pre>{row(1, 'a')}{row(2, '<b>1</b>')}</pre>",
        "a\n1",
    ),
    "a column of numbers that can't be selected": (
        "<pre><div style='user-select: none'><div>1</div><div>2</div></div><div>a\n1</div></pre>",
        "a\n1",
    ),
    "numbers that can be selected": ("<pre><i>1</i> + <i>2</i></pre>", None),
    "numbers that do not count": (f"<pre>{row(1, 'a')}{row(3, 'b')}</pre>", None),
    "an empty line of elements": (
        "<pre><i class=lineno>1</i><div>a</div><i class=lineno>2</i><div></div><i class=lineno>3</i><div>c</div></pre>",
        "a\n\nc",
    ),
    "breaks": ("<pre><svg></svg>a<br>b</pre>", "a\nb"),
    "an element that only users see": ("<pre><span aria-hidden=true>1</span>a\nb</pre>", "a\nb"),
}


async def test_toolbars_and_line_numbers_are_left_out_of_the_code(lab: Lab) -> None:
    wrong: list[object] = []
    for name in CODES:
        await lab.empty()
        html, wanted = CODES[name]
        await lab.body(html)
        if (found := await lab("return toolbar_filter.codeText(document.body.firstElementChild)")) != wanted:
            wrong.append((name, found))
    assert wrong == []


BARS = {
    "a label and a button": ("<div><span>text</span><button>Copy</button></div>", True),
    "a button": ("<button>Copied!</button>", True),
    "a sign with a name": ("<div><button aria-label='Copy code'><svg></svg></button></div>", True),
    "a sign with a title": ("<div><button title='Copy'><svg></svg></button></div>", True),
    "the language and a button in any language": ("<div><span>XML</span><button>Βάλε</button></div>", True),
    "a label and a button in Turkish": ("<div><span>Kod</span><button>Kopyala</button></div>", True),
    "a label and a button in Spanish": ("<div><span>Código</span><button>Copiar</button></div>", True),
    "a label and a button in Arabic": ("<div><span>رمز</span><button>نسخ</button></div>", True),
    "the language": ("<span>XML</span>", True),
    "a word": ("<span>Assistant</span>", False),
    "a name and another button": ("<div>Assistant <button>Edit</button></div>", False),
    "words": ("<div>Here it is:</div>", False),
    "a word as a paragraph": ("<p>xml</p>", False),
    "a long text and a button": (f"<div>{'word ' * 20}<button>Copy</button></div>", False),
    "two lines and a button": ("<div>a\nb <button>Copy</button></div>", False),
    "a picture and a button": ("<div><img><button>Copy</button></div>", False),
    "nothing": ("<div></div>", False),
}


async def test_a_bar_is_distinguished_from_words(lab: Lab) -> None:
    wrong: list[object] = []
    for name in BARS:
        await lab.empty()
        html, wanted = BARS[name]
        await lab.body(html)
        if (
            found := await lab("return toolbar_filter.isBar(document.body.firstElementChild, 'xml')")
        ) is not wanted:
            wrong.append((name, found))
    assert wrong == []


async def test_an_empty_element_is_no_toolbar_of_a_block_without_a_language(lab: Lab) -> None:
    await lab.body("<div></div>")
    assert await lab("return toolbar_filter.isBar(document.body.firstElementChild, '')") is False

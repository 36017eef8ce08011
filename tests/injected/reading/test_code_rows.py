"""Rows that are lines of one code block, and rows that are not."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

STYLE = "<style>.view code { display: block } .spaced code { white-space: pre-wrap } .kept code { white-space: pre }</style>"
NO_ROWS = {
    "a list of short codes": "<ul class='spaced x'><li><code>a</code></li><li><code>b</code></li></ul>",
    "a list of codes that keep their spaces": "<ol class='kept x'><li><code>a</code></li><li><code>b</code></li></ol>",
    "codes of paragraphs": "<div class='spaced x'><div><code>a</code></div><div><code>b</code></div></div>",
    "codes with words": "<div class='view x'><div>Run <code>a</code></div><div>and <code>b</code></div></div>",
    "two blocks": "<div class=x><pre>a</pre><pre>b</pre></div>",
    "a block under a bar": "<div class='view x'><div>xml<button>Copy</button></div><code>a</code></div>",
    "a table of settings": "<table class=x><tr><td>name</td><td><code>a</code></td></tr><tr><td>other</td><td><code>b</code></td></tr></table>",
    "a table of numbers": "<table class=x><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>",
    "blocks of several lines": "<div class='view x'><div>1<code>a\nb</code></div><div>2<code>c\nd</code></div></div>",
}
ROWS = {
    "a table": (
        "<table class=x><tr><td>1</td><td><code>a</code></td></tr><tr><td>2</td><td><code></code></td></tr></table>",
        ["a", ""],
    ),
    "numbers that are code": (
        "<div class='view x'><div><code>1</code><code>7</code></div><div><code>2</code><code>b</code></div></div>",
        ["7", "b"],
    ),
    "boxes between bars": (
        "<div class='view x'><div>xml</div><div><code>a</code></div><div><code>b</code></div><div><button>Copy</button></div></div>",
        ["a", "b"],
    ),
    "the first row of a view with numbers": ("<div class='view x'><div>1<code>a</code></div></div>", ["a"]),
}


async def test_only_rows_with_one_line_of_code_each_are_read_as_one_block(lab: Lab) -> None:
    code = "return code_rows.linesOfRows(document.querySelector('.x'));"
    cases = {name: Case(code, None, html=STYLE + html) for name, html in NO_ROWS.items()}
    cases |= {name: Case(code, lines, html=STYLE + html) for name, (html, lines) in ROWS.items()}
    assert await lab.differing("", cases) == {}

"""Rows that are lines of one code block, and rows that are not."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

STYLE = """<style>.view code { display: block } .spaced code { white-space: pre-wrap } .kept code { white-space: pre }
.grid { display: grid; grid-template-columns: 2em 1fr }</style>"""
GRID = "grid x"
NO_ROWS = {
    "a list of short codes": "<ul class='spaced x'><li><code>a</code></li><li><code>b</code></li></ul>",
    "a list of codes that keep their spaces": "<ol class='kept x'><li><code>a</code></li><li><code>b</code></li></ol>",
    "codes of paragraphs": "<div class='spaced x'><div><code>a</code></div><div><code>b</code></div></div>",
    "codes with words": "<div class='view x'><div>Run <code>a</code></div><div>and <code>b</code></div></div>",
    "two blocks": "<div class=x><pre>a</pre><pre>b</pre></div>",
    "a block under a bar": "<div class='view x'><div>xml<button>Copy</button></div><code>a</code></div>",
    "a list of tags with bullets": "<ul class='kept x'><li><code>&lt;a></code></li><li><code>&lt;b></code></li></ul>",
    "a list of tags": "<ol class='spaced x'><li><code>&lt;a></code></li><li><code>&lt;b></code></li></ol>",
    "a list of marked tags": "<ol class='kept x'><li><code style='background: #eee'>&lt;a></code></li><li><code style='background: #eee'>&lt;b></code></li></ol>",
    "a list of tags with words": "<ol class='kept x'><li><code>&lt;a></code></li><li>and</li><li><code>&lt;b></code></li></ol>",
    "words beside all rows": "<table class=x><tr><td><code>a</code></td><td rowspan=2>Do not run</td></tr><tr><td><code>b</code></td></tr></table>",
    "a label beside some of the rows": "<table class=x><tr><th rowspan=2>xml</th><td><code>a</code></td></tr><tr><td><code>b</code></td></tr><tr><td><code>c</code></td></tr></table>",
    "a grid with numbers that do not count": f"<div class='{GRID}'><i>1</i><code>a</code><i>3</i><code>b</code></div>",
    "two blocks under each other": "<div class=x><pre>1\n2</pre><pre>a\nb</pre></div>",
    "fewer numbers than lines": "<table class=x><tr><td><pre>1\n2</pre></td><td><pre>a\nb\nc</pre></td></tr></table>",
    "numbers that leave one out": "<table class=x><tr><td><pre>1\n3</pre></td><td><pre>a\nb</pre></td></tr></table>",
    "a row with words beside the code": "<table class=x><tr><td><pre>1\n2</pre></td><td>See <pre>a\nb</pre></td></tr></table>",
    "a row with several lines": "<table class=x><tr><td>1</td><td><code>a<br>b</code></td></tr></table>",
    "a paragraph over a code with a number": "<div class='view x'><p>Look:</p><div>1<code>a</code></div></div>",
    "a table of settings": "<table class=x><tr><td>name</td><td><code>a</code></td></tr><tr><td>other</td><td><code>b</code></td></tr></table>",
    "a table of numbers": "<table class=x><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>",
    "blocks of several lines": "<div class='view x'><div>1<code>a\nb</code></div><div>2<code>c\nd</code></div></div>",
    "items of a list of tags": "<ol class='kept x'><li><code>&lt;a></code></li><li><code> b</code></li><li><code></code></li></ol>",
    "items without bullets": "<ul class='kept x' style='list-style: none'><li><div><code>{</code></div></li><li><div><code>}</code></div></li></ul>",
    "a label beside all rows": "<table class=x><tr><th rowspan=2>xml</th><td><code>a</code></td></tr><tr><td><code>b</code></td></tr></table>",
    "a label with a button after the first row": "<table class=x><tr><td>1</td><td><code>a</code></td><td rowspan=0>call.xml <button>Copy</button></td></tr><tr><td>2</td><td><code>b</code></td></tr></table>",
    "a label beside rows without code": "<table class=x><tr><th rowspan=2>xml</th><td>1</td><td style='white-space: pre'>a</td></tr><tr><td>2</td><td style='white-space: pre'>b</td></tr></table>",
    "a number that may be code": "<table class=x><tr><td>1</td><td><code>a</code></td></tr><tr><td>2</td><td>42</td></tr><tr><td>3</td><td><code>b</code></td></tr></table>",
    "a negative number that may be code": "<table class=x><tr><td>1</td><td><code>a</code></td></tr><tr><td>2</td><td>-7</td></tr><tr><td>3</td><td><code>b</code></td></tr></table>",
    "a number without a cell for code": "<table class=x><tr><td>1</td><td><code>a</code></td></tr><tr><td>2</td></tr><tr><td>3</td><td><code>b</code></td></tr></table>",
    "a number beside a later row only": "<div class='view x'><div><code>a</code></div><div>42<code>b</code></div><div><code>c</code></div></div>",
    "words beside code of a row": "<div class='view x'><div><code>a</code></div><div>and <code>b</code></div><div><code>c</code></div></div>",
    "words with spaces in a row": "<div class='view x'><div><code>a</code></div><div>b  c</div><div><code>d</code></div></div>",
    "a row that is a button": "<div class='view x'><div><code>a</code></div><div role=button>b</div><div><code>c</code></div></div>",
    "a row of a table that is a button": "<table class=x><tr><td>1</td><td><code>a</code></td></tr><tr role=button><td>2</td><td>--b</td></tr><tr><td>3</td><td><code>c</code></td></tr></table>",
    "a button with a command": "<div class='view x'><div><code>a</code></div><div><i role=button>rm b</i></div><div><code>c</code></div></div>",
    "a picture with words": "<div class='view x'><div><code>a</code></div><svg><text>b</text></svg><div><code>c</code></div></div>",
    "numbers over boxes": "<div class='view x'><i>1</i><div><code>a</code></div><i>2</i><div><code>b</code></div></div>",
    "codes side by side in a grid": f"<div class='{GRID}'><code>a</code><code>b</code><code>c</code></div>",
    "boxes side by side": "<div class='view x' style='display: flex'><div><code>a</code></div><div><code>b</code></div></div>",
    "numbers after the code and one that may be code": "<table class=x><tr><td><code>a</code></td><td>1</td></tr><tr><td>42</td><td></td></tr><tr><td><code>b</code></td><td>3</td></tr></table>",
    "a grid with lines under their numbers": f"<div class='{GRID}'><i>1</i><code style='grid-column: 1 / -1'>a</code><i>2</i><code style='grid-column: 1 / -1'>b</code></div>",
    "words over the rows": "<div class='view x'><div><code>a</code></div><div style='position: absolute'>b</div><div><code>c</code></div></div>",
    "a number after the code of a later row": "<table class=x><tr><td>1</td><td><code>a</code></td></tr><tr><td><code>b</code></td><td>42</td></tr><tr><td>3</td><td><code>c</code></td></tr></table>",
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
    "a number and a sign before each line, one of them blank": (
        "<table class=x><tr><td><pre>1</pre></td><td><pre>+</pre></td><td><pre>a</pre></td></tr><tr><td><pre>2</pre></td><td><pre>+</pre></td><td><pre></pre></td></tr>"
        "<tr><td><pre>3</pre></td><td><pre>+</pre></td><td><pre>b</pre></td></tr></table>",
        ["a", "", "b"],
    ),
    "a last row that has only its number yet": (
        "<table class=x><tr><td>1</td><td><code>a</code></td></tr><tr><td>2</td><td><code>b</code></td></tr><tr><td>3</td></tr></table>",
        ["a", "b"],
    ),
    "a last box that has only its number yet": (
        "<div class=x><div><span>1</span><pre>a</pre></div><div><span>2</span><pre>b</pre></div><div><span>3</span></div></div>",
        ["a", "b"],
    ),
    "boxes between bars": (
        "<div class='view x'><div>xml</div><div><code>a</code></div><div><code>b</code></div><div><button>Copy</button></div></div>",
        ["a", "b"],
    ),
    "buttons between the rows": (
        "<div class='view x'><div><code>a</code></div><button>Copy</button><div><code></code></div><div><button>Copy</button><i role=button>Run</i></div></div>",
        ["a", ""],
    ),
    "buttons before the rows": (
        "<div class='view x'><div>xml</div><button>Copy</button><code>a</code><button><svg></svg></button><code>b</code></div>",
        ["a", "b"],
    ),
    "a number that is code": (
        "<table class=x><tr><td><code>a</code></td></tr><tr><td>42</td></tr><tr><td><code>b</code></td></tr></table>",
        ["a", "42", "b"],
    ),
    "a layer over the rows": (
        "<div class='view x'><div><code>a</code></div><div style='position: absolute'></div><div><code>b</code></div></div>",
        ["a", "b"],
    ),
    "a code that is a button": (
        "<div class='view x'><code>a</code><code role=button>b</code><code>c</code></div>",
        ["a", "b", "c"],
    ),
    "a blank line with a sign to fold": (
        "<div class='view x'><div><code>a</code></div><div><svg></svg></div><div><code>b</code></div></div>",
        ["a", "", "b"],
    ),
    "blank lines that have only a number": (
        "<table class=x><tr><td>1</td><td><code>a</code></td></tr><tr><td>2</td><td></td></tr><tr><td>3</td><td><code>b</code></td></tr></table>",
        ["a", "", "b"],
    ),
    "a grid with a number before each line": (
        f"<div class='{GRID}'><i>1</i><code>a</code><i>2</i><code>7</code></div>",
        ["a", "7"],
    ),
    "a grid with a bar and buttons": (
        f"<div class='{GRID}' style='grid-template-columns: 2em 1fr 4em'><div style='grid-column: 1 / -1'>xml</div><code>1</code><code>a</code><button>Copy</button><code>2</code><code></code><button>Copy</button></div>",
        ["a", ""],
    ),
    "a name in a paragraph over the rows": (
        "<div class='view x'><p>call.xml</p><div><code>a</code></div><div><code>b</code></div></div>",
        ["a", "b"],
    ),
    "a count under the rows": (
        "<div class='view x'><div><code>a</code></div><div><code>b</code></div><div>2</div></div>",
        ["a", "b"],
    ),
    "the first line of a grid": (f"<div class='{GRID}'><i>1</i><code>a</code></div>", ["a"]),
    "numbers before boxes": (
        "<div class='view x'><i style='float: left'>1</i><div><code>a</code></div><i style='float: left'>2</i><div><code>b</code></div></div>",
        ["a", "b"],
    ),
    "a column of numbers": (
        "<table class=x><tr><td><div><pre>1\n2\n3</pre></div></td><td><div><button>Copy</button><pre><span></span>a\n\nb\n</pre></div></td></tr></table>",
        ["a", "", "b", ""],
    ),
    "a column of numbers with breaks": (
        "<table class=x><tr><td><pre><i>1</i><br><i>2</i><br></pre></td><td><pre><span class=line>a</span><br><span class=line>b</span><br></pre></td></tr></table>",
        ["a", "b"],
    ),
    "numbers and code side by side": (
        "<div class=x style='display: flex'><pre>1\n2</pre><pre><code>a\nb</code></pre></div>",
        ["a", "b"],
    ),
    "the first row of a view with numbers": ("<div class='view x'><div>1<code>a</code></div></div>", ["a"]),
}


async def test_only_rows_with_one_line_of_code_each_are_read_as_one_block(lab: Lab) -> None:
    code = "return code_rows.linesOfRows(document.querySelector('.x'));"
    cases = {name: Case(code, None, html=STYLE + html) for name, html in NO_ROWS.items()}
    cases |= {name: Case(code, lines, html=STYLE + html) for name, (html, lines) in ROWS.items()}
    assert await lab.differing("", cases) == {}

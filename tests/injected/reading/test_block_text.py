"""The text of a fenced block in the page, read as the model wrote it."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

FENCE = "const e = document.body.firstElementChild;"
HIDE = "e.style.setProperty('display', 'none', 'important');"

BLOCK = "style='display: block'"
NUMBERED = "<span style='display: flex'><span style='user-select: none'>{}</span><span>{}</span></span>"
ROWS = "".join(
    f"<tr><td>{number}</td><td><code>{line}</code></td></tr>"
    for number, line in enumerate(("a", "", "<i>b</i>"), 1)
)
TABLE = f"<table><tbody>{ROWS}</tbody></table>"


def viewer(inside: str) -> str:
    """A view that only looks like CodeMirror: nothing in it is a line."""
    return f"<div class=cm-editor><div class=cm-scroller>{inside}</div></div>"


FENCES = {
    "a view whose words flow": (
        viewer("<pre class=cm-content><code><span>a</span><span>\n</span><span>b</span></code></pre>"),
        "a\nb",
    ),
    "a view with breaks": (
        viewer("<div class=cm-content><span>a</span><br><br><span>b</span></div>"),
        "a\n\nb",
    ),
    "a view with a div a line": (viewer("<div class=cm-content><div>a</div><div>b</div></div>"), "a\nb"),
    "a view with lines in a code": (
        viewer(
            "<pre class=cm-content><code><div class=cm-line>a</div><div class=cm-line>b</div></code></pre>"
        ),
        "a\nb",
    ),
    "a flowing view in a pre": (
        f"<pre><div>{viewer('<pre class=cm-content><code>a<br>b</code></pre>')}</div></pre>",
        "a\nb",
    ),
    "a view with a folded range": (
        viewer("<pre class=cm-content><code>a<span class=cm-foldPlaceholder>…</span>z</code></pre>"),
        "a",
    ),
    "line ends and breaks": ("<pre><code>a\n<span>b</span><br><span>c</span></code></pre>", "a\nb\nc"),
    "a line of code a row": (TABLE, "a\n\nb"),
    "such a table in a pre": (f"<pre>{TABLE}</pre>", "a\n\nb"),
    "a pre": ("<pre>a\nb</pre>", "a\nb"),
    "a code in a pre": ("<pre><code>a\nb</code></pre>", "a\nb"),
    "a bar in the pre": ("<pre><div>xml <button>Copy</button></div><code>a\nb</code></pre>", "a\nb"),
    "spans of a highlighter": ("<pre><code><span>a</span>\n<span>b</span></code></pre>", "a\nb"),
    "a line each": ("<pre><code><span class=line>a</span><span class=line>b</span></code></pre>", "a\nb"),
    "a line end to fill a blank line": (
        "<pre><code><span class=line>a</span><span class=line>\n</span><span class=line>b</span></code></pre>",
        "a\n\nb",
    ),
    "line ends in the lines": (
        "<pre><code><span class=line>a\n</span><span class=line>\n</span><span class=line>b</span></code></pre>",
        "a\n\nb",
    ),
    "line ends between the lines": (
        "<pre><code><span class=line>a</span>\n<span class=line></span>\n<span class=line>b</span></code></pre>",
        "a\n\nb",
    ),
    "a block a line": (
        f"<pre><code><span {BLOCK}>a</span><span {BLOCK}></span><span {BLOCK}><i>b</i> c</span></code></pre>",
        "a\n\nb c",
    ),
    "a block a line, and a line end to fill a blank line": (
        f"<pre><code><span {BLOCK}>a</span><span {BLOCK}>\n</span><span {BLOCK}>b</span></code></pre>",
        "a\n\nb",
    ),
    "an item a line": ("<pre><ol><li>a</li><li></li><li>b</li></ol></pre>", "a\n\nb"),
    "an item with code a line": (
        "<pre><ol><li><code>a</code></li><li><code>b</code></li></ol></pre>",
        "a\nb",
    ),
    "a paragraph a line": ("<pre><p>a</p><p>b</p></pre>", "a\nb"),
    "a line each in boxes": ("<pre><div><div><div>a</div><div>b</div></div></div></pre>", "a\nb"),
    "an element of a grid a line": (
        "<pre><code style='display: grid'><span>a</span><span>b</span></code></pre>",
        "a\nb",
    ),
    "a custom element a line": (
        f"<pre><code-line {BLOCK}>a</code-line><code-line {BLOCK}>b</code-line></pre>",
        "a\nb",
    ),
    "a flex box a line with its number": (
        f"<pre><code>{NUMBERED.format(1, 'a')}{NUMBERED.format(2, 'b')}</code></pre>",
        "a\nb",
    ),
    "a flex box with two parts": (
        "<pre><code style='display: flex'><span>a</span><span>b</span></code></pre>",
        "ab",
    ),
    "a grid with two columns": (
        "<pre><code style='display: grid; grid-template-columns: 2em 1fr'><span>a</span><span>b</span></code></pre>",
        "ab",
    ),
    "spaces that do not break": ("<pre><p>a&nbsp;b</p><p>&nbsp;</p><p>&nbsp;c</p></pre>", "a b\n\n c"),
    "a space that does not break among others": ("<pre><p>a&nbsp;b c</p><p>d</p></pre>", "a\xa0b c\nd"),
    "a grid with one flexible column": (
        "<pre><code style='display: grid; grid-template-columns: minmax(0, 1fr)'><span>a</span><span>b</span></code></pre>",
        "a\nb",
    ),
    "a grid that grows by columns": (
        "<pre><code style='display: grid; grid-auto-flow: column'><span>a</span><span>b</span></code></pre>",
        "ab",
    ),
    "lines in one of two boxes": (
        "<pre><button>Copy</button><div><div>a</div><div>b</div></div><div class=fade></div></pre>",
        "a\nb\n",
    ),
    "parts side by side in a div": (
        "<pre><div style='display: flex'><div>foo</div><div>bar</div></div></pre>",
        "foobar",
    ),
    "parts of lines with line ends": (
        "<pre><code><span data-line=1>foo</span><span data-line=1> bar\n</span><span data-line=2>baz</span></code></pre>",
        "foo bar\nbaz",
    ),
    "a real space that does not break": ("<pre><p>10&nbsp;000</p><p>x</p></pre>", "10\xa0000\nx"),
    "an empty cursor beside the lines": (
        f"<pre><code><span {BLOCK}>a</span><span {BLOCK}>b</span><i></i></code></pre>",
        "a\nb",
    ),
    "parts without a box of their own": (
        "<pre><code style='display: flex'><span style='display: contents'><span>a</span><span>b</span></span></code></pre>",
        "ab",
    ),
    "a fence that is a grid": ("<pre style='display: grid'><span>a</span><span>b</span></pre>", "a\nb"),
    "a fence that is a flex box": ("<pre style='display: flex'><span>a</span><span>b</span></pre>", "ab"),
    "a break in a blank line": ("<pre><div>a</div><div><br></div><div>b</div></pre>", "a\n\nb"),
    "blocks with line ends in them": (
        f"<pre><b {BLOCK}>a\nb</b><b {BLOCK}>c</b></pre>",
        "a\nbc",
    ),
    "a div a line": ("<pre><div>a</div><div>b</div></pre>", "a\nb"),
    "breaks for line ends": ("<pre><code><span>a</span><br><br><span>b</span></code></pre>", "a\n\nb"),
    "breaks beside line ends": ("<pre>a<br>\nb\n</pre>", "a\nb\n"),
    "a button in the pre": ("<pre><button>Copy</button>a\nb</pre>", "a\nb"),
    "a view in a pre": (
        "<pre><div class=cm-editor><div class=cm-content><div class=cm-line>a</div><div class=cm-line>b</div></div></div></pre>",
        "a\nb",
    ),
    "a view with a gap": (
        "<div class=cm-editor><div class=cm-content><div class=cm-line>a</div><div class=cm-gap></div><div class=cm-line>z</div></div></div>",
        "a",
    ),
    "several codes": ("<pre><code>a</code>\n<code>b</code></pre>", "a\nb"),
}


async def test_a_fence_is_read_with_its_line_ends(lab: Lab) -> None:
    wrong: list[object] = []
    for name in FENCES:
        await lab.empty()
        html, wanted = FENCES[name]
        await lab.body(html)
        if (found := await lab(f"{FENCE} return block_text.readFence(e).text")) != wanted:
            wrong.append((name, found))
    assert wrong == []


async def test_lines_that_are_drawn_while_the_fence_is_hidden_are_read_as_lines(lab: Lab) -> None:
    cases = {
        "a new fence": Case(
            f"{FENCE} {HIDE} return block_text.readFence(e).text",
            "a\nb",
            html=f"<pre><span {BLOCK}>a</span><span {BLOCK}>b</span></pre>",
        ),
        "a new fence with a grid in it": Case(
            f"{FENCE} {HIDE} return block_text.readFence(e).text",
            "a\nb",
            html="<pre><code style='display: grid'><span>a</span><span>b</span></code></pre>",
        ),
        "a new fence with a row in it": Case(
            f"{FENCE} {HIDE} return block_text.readFence(e).text",
            "ab",
            html="<pre><code style='display: flex'><span>a</span><span>b</span></code></pre>",
        ),
        "a new line in a fence that is a grid": Case(
            f"{FENCE} block_text.readFence(e); {HIDE} e.append(e.lastChild.cloneNode(true));"
            "return block_text.readFence(e).text",
            "a\nb\nb",
            html="<pre style='display: grid'><span>a</span><span>b</span></pre>",
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_fence_is_read_alike_while_it_is_hidden(lab: Lab) -> None:
    wrong: list[object] = []
    for name in FENCES:
        await lab.empty()
        html, wanted = FENCES[name]
        await lab.body(html)
        found = await lab(f"{FENCE} block_text.readFence(e); {HIDE} return block_text.readFence(e).text")
        if found != wanted:
            wrong.append((name, found))
    assert wrong == []


async def test_the_last_text_of_a_fence_is_known_where_it_is_one_text(lab: Lab) -> None:
    cases = {
        "the last text of a fence is known": Case(
            f"{FENCE} return block_text.readFence(e).last.data",
            "tail",
            html="<pre><code><b>a</b>tail</code></pre>",
        ),
        "lines that we joined have no last text": Case(
            f"{FENCE} return block_text.readFence(e).last", None, html="<pre><div>a</div><div>b</div></pre>"
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_the_language_is_what_the_renderer_noted(lab: Lab) -> None:
    wrong: list[object] = []
    for html, language in [
        ("<pre><code class='hljs language-xml'>x</code></pre>", "xml"),
        ("<pre class=lang-C++>x</pre>", "c++"),
        ("<pre data-language=JSON><code>x</code></pre>", "json"),
        ("<pre><code data-lang=py>x</code></pre>", "py"),
        ("<pre><code class=mylanguage-x>x</code></pre>", ""),
        ("<div class=language-xml><div><pre>x</pre></div></div>", "xml"),
        ("<div class=language-xml><pre>x</pre><pre>y</pre></div>", ""),
        ("<div class=language-xml><div><div><div><pre>x</pre></div></div></div></div>", ""),
        ("<pre>x</pre>", ""),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := await lab("return block_text.languageOf(document.querySelector('pre'))")) != language:
            wrong.append((html, found))
    assert wrong == []


async def test_a_code_block_is_distinguished_from_code_in_a_sentence(lab: Lab) -> None:
    wrong: list[object] = []
    for html, selector, fence in [
        ("<pre>x</pre>", "pre", True),
        ("<pre><pre id=i>x</pre></pre>", "#i", False),
        ("<p><code>x</code></p>", "code", False),
        ("<div><code>x\ny</code></div>", "code", True),
        ("<pre><code>x\ny</code></pre>", "code", False),
        ("<p>x</p>", "p", False),
        ("<div class=cm-editor>x</div>", "div", True),
        ("<pre><div class=cm-editor>x</div></pre>", "div", False),
        ("<div class=CodeMirror><pre>x</pre></div>", "pre", False),
        ("<div><code style='display: block'>x</code></div>", "code", True),
        ("<div><code>x</code></div>", "code", False),
        ("<div>see <code style='display: block'>x</code></div>", "code", False),
        (TABLE, "table", True),
        (TABLE, "code", False),
        ("<table><tr><td><code>x</code></td><td>words</td></tr></table>", "table", False),
        ("<table><tr><th><code>x</code></th></tr><tr><td><code>y</code></td></tr></table>", "table", False),
    ]:
        await lab.empty()
        # Built by hand: the parser takes a pre out of a pre's paragraph, but scripts do put one there.
        await lab.body(html)
        if (
            found := await lab("return fences.isFence(document.querySelector(given))", selector)
        ) is not fence:
            wrong.append((html, selector, found))
    assert wrong == []

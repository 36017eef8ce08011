"""The text of a fenced block in the page, read as the model wrote it."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

FENCE = "const e = document.body.firstElementChild;"
HIDE = "e.style.setProperty('display', 'none', 'important');"

BLOCK = "style='display: block'"
LAYER = "<div style='position: absolute; top: 0'></div>"
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
    "a grid with numbers that are no code": (
        "<pre><code style='display: grid; grid-template-columns: auto 1fr'><i class=line-number>1</i><span>a</span>"
        "<i class=line-number>2</i><span> b</span><i class=line-number>3</i><span></span><i class=line-number>4</i><span>c</span></code></pre>",
        "a\n b\n\nc",
    ),
    "rows without boxes in a grid with numbers": (
        "<pre><code style='display: grid; grid-template-columns: auto 1fr'>"
        + "".join(
            f"<b style='display: contents'><i style='user-select: none'>{n}</i><span>{line}</span></b>"
            for n, line in enumerate(("a", "b", "", "c"), 1)
        )
        + "</code></pre>",
        "a\nb\n\nc",
    ),
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
    "layers over the lines": (
        f"<pre style='position: relative'>{LAYER}<div>a</div>{LAYER}<div></div><div>b</div><i style='display: none'></i>{LAYER}</pre>",
        "a\n\nb",
    ),
    "a layer beside the box of the lines": (f"<pre>{LAYER}<div><div>a</div><div>b</div></div></pre>", "a\nb"),
    "a float beside the lines": (
        f"<pre><b {BLOCK}>a</b><i style='float: right'></i><b {BLOCK}>b</b></pre>",
        "a\nb",
    ),
    "lines that the view places": (
        "<pre>"
        + "".join(
            f"<div style='position: absolute; top: {20 * at}px'>{line}</div>"
            for at, line in enumerate(("a", "", "b"))
        )
        + "</pre>",
        "a\n\nb",
    ),
    "a cursor after the lines": (f"<pre><b {BLOCK}>a</b><b {BLOCK}>b</b><span>▌</span></pre>", "a\nb\n▌"),
    "a cursor without an element after the lines": (
        f"<pre><b {BLOCK}>a</b><b {BLOCK}>b</b>▌</pre>",
        "a\nb\n▌",
    ),
    "a cursor that is a box after the lines": (
        f"<pre><b {BLOCK}>a</b><b {BLOCK}>b</b><i style='display: inline-block; width: 8px'></i></pre>",
        "a\nb",
    ),
    "a cursor after lines that only their names tell": (
        "<pre><code><span class=line>a</span><span class=line>b</span><span>▌</span></code></pre>",
        "a\nb\n▌",
    ),
    "a part beside one that only its name tells to be a line": (
        "<pre><code><span data-line=1>a</span><span> b</span></code></pre>",
        "a b",
    ),
    "words between lines": (f"<pre><b {BLOCK}>a</b><i>b</i> <i>c</i><b {BLOCK}>d</b></pre>", "a\nb c\nd"),
    "an indent before words between lines": (
        f"<pre><b {BLOCK}>a</b>  <i>b</i><b {BLOCK}>c</b></pre>",
        "a\n  b\nc",
    ),
    "a tab before words": (f"<pre><b {BLOCK}>a</b>\t<i>b</i><b {BLOCK}>c</b></pre>", "a\n\tb\nc"),
    "a space that does not break before words": (
        f"<pre><b {BLOCK}>a b</b>&nbsp;<i>b</i><b {BLOCK}>c</b></pre>",
        "a b\n\u00a0b\nc",
    ),
    "spaces alone between lines": (f"<pre><b {BLOCK}>a</b>  <b {BLOCK}>b</b></pre>", "a\n  \nb"),
    "spaces between lines that the browser leaves out": (
        f"<pre style='white-space: normal'> <b {BLOCK}>a</b> <b {BLOCK}>b</b> </pre>",
        "a\nb",
    ),
    "spaces between lines of a grid": ("<pre style='display: grid'><i>a</i> <i>b</i> </pre>", "a\nb"),
    "texts in a grid": ("<pre style='display: grid'><i>a</i> b<br><i>c</i></pre>", "a\n b\nc"),
    "spaces between lines that only their names tell": (
        "<pre> <i class=line>a</i> <i class=line>b</i> </pre>",
        "a\nb",
    ),
    "blocks in words between lines": (
        f"<pre><div>a</div><i><b {BLOCK}>b</b><b {BLOCK}>c</b></i><div>d</div></pre>",
        "a\nb\nc\nd",
    ),
    "lines in an element without a box": (
        "<pre><div>a</div><div style='display: contents'><b>b</b> c</div><div>d</div></pre>",
        "a\nb c\nd",
    ),
    "a block beside words of a line": (
        f"<pre><div>a</div><div>b <b {BLOCK}>c</b></div><div>d</div></pre>",
        "a\nb \nc\nd",
    ),
    "a block after many words": ("<pre>" + "<i>a</i>" * 40 + "<div>b</div></pre>", "a" * 40 + "\nb"),
    "numbers that are lines of code in a grid": (
        "<pre><div>a</div><div style='display: grid; grid-template-columns: 1fr 1fr'>"
        "<p>1</p><p>b</p><p>2</p><p>c</p></div><div>d</div></pre>",
        "a\n1b\n2c\nd",
    ),
    "numbers that are lines over all columns": (
        "<pre><div>a</div><div style='display: grid; grid-template-columns: 1fr 1fr'>"
        + "".join(f"<p style='grid-column: 1 / -1'>{line}</p>" for line in "1b2c")
        + "</div><div>d</div></pre>",
        "a\n1\nb\n2\nc\nd",
    ),
    "numbers that are lines the view places": (
        "<pre>"
        + "".join(
            f"<div style='position: absolute; top: {20 * at}px'>{line}</div>"
            for at, line in enumerate("1b2c")
        )
        + "</pre>",
        "1\nb\n2\nc",
    ),
    "a number that floats in each line": (
        "<pre>"
        + "".join(f"<div><div style='float: left'>{at}</div><div>{at}a</div></div>" for at in (1, 2))
        + "</pre>",
        "11a\n22a",
    ),
    "a number in a grid in each line": (
        "<pre>"
        + "".join(
            f"<div style='display: grid; grid-template-columns: 2em 1fr'><div>{at}</div><div>{at}a</div></div>"
            for at in (1, 2)
        )
        + "</pre>",
        "11a\n22a",
    ),
    "a first line without an element": ("<pre>a<div>b</div><div>c</div></pre>", "a\nb\nc"),
    "a break between lines": ("<pre><div>a</div><br><div>b</div></pre>", "a\n\nb"),
    "a break after each line that only its name tells": (
        "<pre><span class=line>a</span><br><span class=line></span><br><span class=line>b</span><br></pre>",
        "a\n\nb",
    ),
    "a grid with a number before each line": (
        "<pre style='display: grid; grid-template-columns: 2em 1fr'>"
        "<i>1</i><span>a</span><i>2</i><span></span><i>3</i><span>b</span></pre>",
        "a\n\nb",
    ),
    "a grid of divs with a number before each line": (
        "<pre style='display: grid; grid-template-columns: 2em 1fr'>"
        "<div>1</div><div>a</div><div>2</div><div>b</div></pre>",
        "a\nb",
    ),
    "floating numbers": (
        f"<pre><i style='float: left'>1</i><b {BLOCK}>a</b><i style='float: left'>2</i><b {BLOCK}>b</b></pre>",
        "a\nb",
    ),
    "numbers that are code": (
        f"<pre><b {BLOCK}>1</b><b {BLOCK}>a</b><b {BLOCK}>2</b><b {BLOCK}>b</b></pre>",
        "1\na\n2\nb",
    ),
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
        "a new fence with a grid with a minimum in it": Case(
            f"{FENCE} {HIDE} return block_text.readFence(e).text",
            "a\nb",
            html="<pre><code style='display: grid; grid-template-columns: minmax(0, calc(100% - (1em + 2px)))'><span>a</span><span>b</span></code></pre>",
        ),
        "a fence with a grid that only its parts make several columns": Case(
            f"{FENCE} const shown = block_text.readFence(e).text; {HIDE} return [shown, block_text.readFence(e).text]",
            ["a\nb", "a\nb"],
            html="<pre><code style='display: grid'><b style='grid-column: 1'>1</b><b style='grid-column: 2'>a</b><b style='grid-column: 1'>2</b><b style='grid-column: 2'>b</b></code></pre>",
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


async def test_a_fence_that_the_page_draws_where_overlay_hides_is_read_as_it_would_be_drawn(lab: Lab) -> None:
    scene = """const hosts = new host_elements.Hosts("data-test", true);
        document.adoptedStyleSheets = [hosts.rule];
        document.body.innerHTML = "<div></div>" + given;
        hosts.place(hosts.make(), document.body.firstElementChild);
        document.body.firstElementChild.nextSibling.remove();
        const e = document.body.lastElementChild;
        const hidden = () => getComputedStyle(e).display === "none";
        if (!hidden()) return "shown";
        const { text } = block_text.readFence(e);
        return hidden() ? text : "shown";"""
    fences = {
        "a grid": ("<pre style='display: grid'><i>a</i><i></i><i>b</i></pre>", "a\n\nb"),
        "a column": ("<pre style='display: flex; flex-direction: column'><i>a</i><i>b</i></pre>", "a\nb"),
        "a row": ("<pre style='display: flex'><i>a</i><i>b</i></pre>", "ab"),
        "words": ("<pre><i>a</i><i>b</i></pre>", "ab"),
        "a grid in the fence": (
            "<pre><code style='display: grid'><b style='grid-column: 1'>1</b><b style='grid-column: 2'>a</b>"
            "<b style='grid-column: 1'>2</b><b style='grid-column: 2'>b</b></code></pre>",
            "a\nb",
        ),
        "a grid with numbers": (
            "<div style='display: grid; grid-template-columns: 2em 1fr'><i>1</i><code>a</code><i>2</i><code>b</code></div>",
            "a\nb",
        ),
    }
    cases = {name: Case("", wanted, given=html) for name, (html, wanted) in fences.items()}
    assert await lab.differing(scene, cases) == {}


async def test_a_hidden_fence_is_laid_out_once_and_its_host_is_left_as_it_was(lab: Lab) -> None:
    scene = """const hosts = new host_elements.Hosts("data-test", true);
        document.adoptedStyleSheets = [hosts.rule];
        document.body.innerHTML = "<pre class=a style='display: grid'><i>a</i><i>b</i></pre>";
        let e = document.body.firstElementChild;
        const host = hosts.make();
        hosts.place(host, e);
        const texts = [];
        const read = () => texts.push(block_text.readFence(e).text);
        const records = new MutationObserver(() => {});
        records.observe(host, { attributes: true });"""
    again = "{ const copy = e.cloneNode(true); e.replaceWith(copy); e = copy; read(); }"
    cases = {
        "a fence that the page makes again": Case(
            f"for (let at = 0; at < 3; at += 1) {again} return [texts, records.takeRecords().length];",
            [["a\nb"] * 3, 2],
        ),
        "a host without its mark": Case(
            "host.removeAttribute('data-test'); e.style.display = 'none'; read(); return [texts, host.hasAttribute('data-test')];",
            [["ab"], False],
        ),
        "a fence that the page hides too": Case(
            "e.style.display = 'none'; read(); e.style.display = 'grid'; read(); return texts;",
            ["ab", "a\nb"],
        ),
    }
    assert await lab.differing(scene, cases) == {}


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

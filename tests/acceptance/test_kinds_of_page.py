"""However a site draws a call, it is read as it was written, or it can't run."""

from __future__ import annotations

from html import escape

import pytest
from playwright.async_api import expect

from overlay.chat import incomplete_calls
from tests.acceptance.one_stage import OneStage, stage
from tests.injected.calls import XML
from tests.injected.pages import PageSite
from tests.support.faces import in_face

__all__ = ["stage"]

WANTED = {"zebra": "quagga 🦓 okapi", "gnu": "tapir"}
LINES = escape(XML).split("\n")
ROWS = "".join(f"<div class=cm-line>{line}</div>" for line in LINES)


def rows(cell: str, row: str = "tr") -> str:
    """A row per line: NUMBER and LINE in `cell` are replaced."""
    cells = [cell.replace("NUMBER", str(at)).replace("LINE", line) for at, line in enumerate(LINES, 1)]
    return "".join(f"<{row}>{one}</{row.split()[0]}>" for one in cells)


GAP = (
    f"<div class=cm-line>{LINES[0]}</div><div class=cm-line>{LINES[1]}</div><div class=cm-gap></div>"
    f"<div class=cm-line>{LINES[-1]}</div>"
)
SAYS = f"""<script>document.currentScript.previousElementSibling.querySelector(".cm-content").cmTile = {{ view: {{ state: {{ doc: {{
    toString: () => {XML!r} }} }} }} }};</script>"""
LIES = SAYS.replace("</invoke>\\n</function_calls>", "</invoke>\\n</function_calls> or so")
MONACO = "".join(
    f'<div class=view-line style="top: {20 * at}px; height: 20px"><span>{line.replace(" ", "&nbsp;")}</span></div>'
    for at, line in reversed(list(enumerate(LINES)))
)
NUMBERS = "".join(
    f'<div style="top: {20 * at}px"><div class=line-numbers>{at + 1}</div></div>' for at in range(len(LINES))
)


def page_of(*messages: str) -> str:
    turns = "".join(f"<div class=assistant-message>{html}</div>" for html in messages)
    style = (
        "<style>.view code { display: block; white-space: pre } .view td { white-space: pre-wrap }"
        " .grid code { white-space: pre } .grid { display: grid; grid-template-columns: 2em 1fr }</style>"
    )
    return f"<!doctype html><meta charset=utf-8>{style}<body>{turns}</body>"


def view(rows: str, more: str = "") -> str:
    return f"<div class=cm-editor><div class=cm-scroller><div class=cm-content data-language=xml>{rows}</div></div></div>{more}"


KINDS = {
    "a pre without code": f"<pre>{escape(XML)}</pre>",
    "code without a pre": f"<div><code class=language-xml>{escape(XML)}</code></div>",
    "a pre in a pre": f"<pre><div><pre><code>{escape(XML)}</code></pre></div></pre>",
    "spans of a highlighter": "<pre><code>"
    + "".join(f"<span>{escape(character)}</span>" for character in XML)
    + "</code></pre>",
    "an element a line": "<pre><code>"
    + "".join(f"<span class=line>{line}</span>" for line in LINES)
    + "</code></pre>",
    "breaks between lines": f"<pre><code>{'<br>'.join(LINES)}</code></pre>",
    "a table of numbered lines": "<pre><code><table><tbody>"
    + "".join(f"<tr><td class=hljs-ln-numbers>{at}</td><td>{line}</td></tr>" for at, line in enumerate(LINES))
    + "</tbody></table></code></pre>",
    "a code per row with buttons": "<table>"
    + rows("<td>NUMBER</td><td><code>LINE</code></td><td><button>Copy line</button></td>")
    + "</table>",
    "a pre per row under a bar": "<table><thead><tr><th colspan=2>xml <button>Copy</button></th></tr></thead><tbody>"
    + rows("<th>NUMBER</th><td><div><pre><code>LINE</code></pre></div></td>")
    + "</tbody></table>",
    "a row per line without code": "<table class=view>" + rows("<td>NUMBER</td><td>LINE</td>") + "</table>",
    "boxes with numbers": "<div class=view><div>xml<button>Copy</button></div>"
    + rows("<code>NUMBER</code><code>LINE</code>", "div")
    + "</div>",
    "a code per box": "<div class=view>" + rows("<code>LINE</code>", "div") + "</div>",
    "items of a list": "<ol class=view>" + rows("<code>LINE</code>", "li") + "</ol>",
    "buttons between boxes": "<div class=view>"
    + "".join(f"<div><code>{line}</code></div><button>Copy</button>" for line in LINES)
    + "</div>",
    "a column of numbers": "<table class=highlighttable><tbody><tr><td class=linenos><div class=linenodiv><pre>"
    + "\n".join(str(at) for at in range(1, len(LINES) + 1))
    + f"</pre></div></td><td class=code><div class=highlight><pre><span></span>{escape(XML)}\n</pre></div></td></tr></tbody></table>",
    "a grid with numbers": "<div class=grid>"
    + "".join(f"<span>{at}</span><code>{line}</code>" for at, line in enumerate(LINES, 1))
    + "</div>",
    "a pre with a number per line": "<div>" + rows("<code>LINE</code>", "pre data-prefix=1") + "</div>",
    "a bar in the pre": f"<pre><div><span>xml</span><button>Copy code</button></div>{escape(XML)}</pre>",
    "a bar over the pre": f"<div><div>xml<button>Copy</button></div><pre><code>{escape(XML)}</code></pre></div>",
    "a view of lines": view(ROWS),
    "a view in a pre": f"<pre>{view(ROWS)}</pre>",
    "a view that leaves lines out, with its editor": view(GAP, SAYS),
    "a view of placed lines": "<div class=monaco-editor><div class=margin-view-overlays>"
    f'{NUMBERS}</div><div class=view-lines style="height: {20 * len(LINES)}px">{MONACO}</div></div>',
    "escaped text": f"<p>{escape(XML)}</p>",
    "a paragraph a line": "".join(f"<p>{line}</p>" for line in LINES),
    "text split over siblings": "<p>" + "".join(f"<span>{line}\n</span>" for line in LINES) + "</p>",
    "elements that the Markdown made of it": XML,
}


async def test_a_call_is_read_as_it_was_written_however_the_page_draws_it(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(page_of(*KINDS.values())))
    await stage.until("ready", len(KINDS))
    blocks = await stage.settled()
    found = {name: (block.status, block.arguments) for name, block in zip(KINDS, blocks, strict=True)}
    assert {name: read for name, read in found.items() if read != ("ready", WANTED)} == {}


async def test_a_call_with_a_gap_in_it_can_not_run(stage: OneStage, pages: PageSite) -> None:
    no_editor, editor_that_disagrees = view(GAP), view(GAP, LIES)
    await stage.open(pages.add(page_of(no_editor, editor_that_disagrees)))
    await stage.until("incomplete", 2)
    blocks = await stage.settled()
    assert [(block.status, block.note) for block in blocks] == [("incomplete", incomplete_calls.GAPPED)] * 2
    for number in range(2):
        await expect(in_face(stage.page, ".execute-button", number)).to_have_count(0)


@pytest.mark.thorough
async def test_a_bar_alone_with_a_call_is_hidden_with_it(stage: OneStage, pages: PageSite) -> None:
    await stage.open(pages.add(page_of(f"<p>See:</p>{KINDS['a bar over the pre']}")))
    await stage.ready()
    await expect(stage.page.get_by_text("Copy")).to_be_hidden()
    await expect(stage.page.get_by_text("See:")).to_be_visible()

"""Which code blocks draw only a part of their rows, by the room that they keep for the others."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

WHOLE = {
    "a block": "<pre class=x>a\nb</pre>",
    "a block with space around it": "<pre class=x style='padding: 16px'><div>a</div><div>b</div></pre>",
    "lines with an empty last one": "<pre class=x><div style='height: 20px'>a</div><div style='height: 20px'>b</div><div style='height: 20px'></div></pre>",
    "rows that fill their container": "<pre class=x><div style='height: 40px'><div style='top: 0px; height: 20px'>a</div><div style='top: 20px; height: 20px'>b</div></div></pre>",
    "a block of a fixed height": "<pre class=x style='height: 400px'><code>a\nb</code></pre>",
}
ROW = "<div style='top: {}px; height: 20px'>{}</div>"
PART = {
    "placed rows": (
        f"<pre class=x><div style='height: 100px'>{ROW.format(20, 'a')}{ROW.format(40, 'b')}</div></pre>",
        [True, True, "a|b"],
    ),
    "moved rows from the first on": (
        "<pre class=x><div style='height: 100px'><div style='transform: translateY(0px)'>a</div><div style='transform: translateY(20px)'>b</div></div></pre>",
        [False, True, "a|b"],
    ),
    "a padding below": (
        "<pre class=x><div style='padding: 0px 0px 400px'><div>a</div><div>b</div></div></pre>",
        [False, True, "a|b"],
    ),
    "an empty row above": (
        "<table class=x><tr style='height: 300px'><td></td></tr><tr><td>4</td><td><code>a</code></td></tr><tr><td>5</td><td><code>b</code></td></tr></table>",
        [True, False, "a|b"],
    ),
}


async def test_a_block_is_a_part_only_if_it_keeps_room_for_other_rows(lab: Lab) -> None:
    code = """
        const missing = virtual_rows.missingRows(document.querySelector(".x"));
        return missing && [missing.above, missing.below, virtual_rows.rowsOf(missing.container).map(row_code.lineOfRow).join("|")];
    """
    cases = {name: Case(code, None, html=html) for name, html in WHOLE.items()}
    cases |= {name: Case(code, found, html=html) for name, (html, found) in PART.items()}
    assert await lab.differing("", cases) == {}

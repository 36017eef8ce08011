"""Each way to hide, quote or show a block of code, as the page script judges it for automatic execution."""

from __future__ import annotations

from tests.injected.lab import Case, Lab
from tests.support.scene import call
from tests.support.visibility_cases import HIDDEN, QUOTES, SEEN, STYLE

CONTEXT = """
const hosts = new host_elements.Hosts("data-x", true);
document.adoptedStyleSheets = [hosts.rule];
const pre = document.querySelector("pre");
(pre.querySelector("code, span") ?? pre).append(given);
hosts.place(hosts.make(), pre);
const page = new page_model.Page({ user: ".user", assistant: ".bot", streaming: "", message_id: "", composer: "" }, undefined, hosts);
const visibility = page.visibility(new text_unit.Unit("fence", pre, () => false));
document.adoptedStyleSheets = [];
return visibility;
"""


def cases(context: str, markup: dict[str, str]) -> dict[str, Case]:
    # Like the page of the test with a companion: the answer is in the page, and its cases are apart.
    return {
        name: Case(
            CONTEXT,
            context,
            given=call(text=name),
            html=f"{STYLE}<main><div class=bot><section class=case>{html}</section></div></main>",
        )
        for name, html in markup.items()
    }


async def test_a_block_that_can_not_be_seen_is_hidden(lab: Lab) -> None:
    hidden = {name: html for kind in HIDDEN.values() for name, html in kind.items()}
    assert await lab.differing("", cases("hidden", hidden)) == {}


async def test_a_block_in_a_quote_is_quoted(lab: Lab) -> None:
    assert await lab.differing("", cases("quoted", QUOTES)) == {}


async def test_a_block_in_plain_sight_is_plain(lab: Lab) -> None:
    # These two are visible only after some frames.
    later = ("fades in", "content-visibility auto")
    at_once = {name: html for name, html in SEEN.items() if name not in later}
    assert await lab.differing("", cases("plain", at_once)) == {}


LOG = "<div class=user>one</div><div class=bot>an answer</div><div class=user>two</div>"
FAR = "<div style='height:1500px'></div>"
CALL = "<div class=bot><section><pre></pre></section></div>"
BOX = "height:300px;overflow:hidden;position:relative"
SCROLLED_BY_SCRIPT = {
    "below the edge": f"<div style='{BOX}'>{LOG}{FAR}{CALL}</div>",
    "below the edge, with the bar in the box": f"<div style='{BOX}'>{LOG}{FAR}{CALL}<i style='position:absolute;right:0;top:0;width:6px;height:40px'></i></div>",
    "above the edge": f"<div class=box style='{BOX}'>{CALL}{FAR}{LOG}</div><i data-scrolled=1200></i>",
    "moved up by a transform": f"<div style='{BOX}'><div style='transform:translate3d(0,-1200px,0)'>{CALL}{FAR}{LOG}</div></div>",
    "below the edge of moved content": f"<div style='{BOX}'><div style='transform:translate3d(0,-100px,0)'>{LOG}{FAR}{CALL}</div></div>",
    "moved up by its top": f"<div style='{BOX}'><div style='position:absolute;top:-1200px'>{CALL}{FAR}{LOG}</div></div>",
    "in a scrolled box in a box": f"<div style='{BOX}'><div style='height:100%;overflow:hidden'>{LOG}{FAR}{CALL}</div></div>",
    "below the window": f"<style>html {{ overflow:hidden; height:100% }}</style>{LOG}{FAR}{FAR}{CALL}",
}
CUT_OFF = {
    "a closed message": f"<div style='{BOX}'>{LOG}<div class=bot><div style='height:90px;overflow:hidden'>{FAR}<section><pre></pre></section></div></div></div>",
    "a closed turn": f"{LOG}<div style='height:90px;overflow:hidden'>{FAR}{CALL}</div>",
    "a closed part of the page": f"<div style='height:4px;overflow:hidden'>{LOG}{FAR}{CALL}</div>",
    "beside the box": f"<div style='{BOX}'>{LOG}<div style='position:absolute;left:-2000px;width:500px'>{CALL}</div></div>",
    "the only message": f"<div style='{BOX}'>{FAR}{CALL}</div>",
}


async def test_a_box_around_the_messages_that_a_script_scrolls_hides_nothing_of_them(lab: Lab) -> None:
    scroll = "for (const at of document.querySelectorAll('[data-scrolled]')) document.querySelector('.box').scrollTop = at.dataset.scrolled;\n"
    code = scroll + CONTEXT
    shown = {
        name: Case(code, "plain", given=call(text=name), html=html)
        for name, html in SCROLLED_BY_SCRIPT.items()
    }
    cut = {name: Case(code, "hidden", given=call(text=name), html=html) for name, html in CUT_OFF.items()}
    assert await lab.differing("", shown | cut) == {}

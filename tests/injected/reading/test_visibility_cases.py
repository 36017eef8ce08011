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

"""Both sides of a chat are found on a page that no profile knows."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from overlay.sites.check import check
from overlay.sites.check.nearest import ALIKE, BOTH
from overlay.sites.check.run import SEND_FIRST
from overlay.sites.loader import load_profiles

BOX = "<div class=foot><textarea style='width: 500px'></textarea><button>Go</button></div>"
SIDE = "<nav><div class=one>A chat</div><div class=two>Another chat</div><div class=one>One more</div></nav>"
KINDS = {
    "classes": (
        "<main><div class='msg human-turn'>Hi</div><div class='msg bot-turn'>Hello</div><div class='msg human-turn'>And?</div></main>",
        (".human-turn", ".bot-turn"),
    ),
    "attributes": (
        "<main><div data-from=human>Hi</div><div data-from=model>Hello</div></main>",
        ('[data-from="human"]', '[data-from="model"]'),
    ),
    "inner elements": (
        "<main><div class=row><div class=mine>Hi</div></div><div class=row><div class=theirs>Hello</div></div></main>",
        (".mine", ".theirs"),
    ),
    "pairs": (
        "<main><section><div class=ask>Hi</div><div class=reply>Hello, a longer one</div></section><section><div class=ask>Hi</div><div class=reply>Hello</div></section></main>",
        (".ask", ".reply"),
    ),
    "hashed classes": (
        "<main><div class=Chat_prompt__a1B2c>Hi</div><div class=Chat_output__d3E4f>Hello</div></main>",
        ('[class*="Chat_prompt"]', '[class*="Chat_output"]'),
    ),
    "a greeting first": (
        "<main><div class=assistant-row>Welcome</div><div class=user-row>Hi</div><div class=assistant-row>Hello</div></main>",
        (".user-row", ".assistant-row"),
    ),
}


@pytest.mark.thorough
async def test_both_sides_of_a_strangers_chat_are_named(still_page: Page) -> None:
    wrong: list[object] = []
    for name in KINDS:
        body, wanted = KINDS[name]
        await still_page.goto("about:blank")
        await still_page.set_content(SIDE + body + BOX)
        report = await check(still_page, load_profiles()["generic"])
        found = [report.finding(side).candidate for side in ("user", "assistant")]
        if (found := tuple(one.selector for one in found if one)) != wanted:
            wrong.append((name, found))
        if (found := report.hints) != [BOTH]:
            wrong.append((name, found))
    assert wrong == []


async def test_a_side_that_can_not_be_told_is_said_to_be_missing(still_page: Page) -> None:
    await still_page.goto("about:blank")
    rows = "<main><div class=row><div class='bubble justify-end'>Hi</div></div><div class=row><div class=bubble>Hello</div></div></main>"
    await still_page.set_content(rows + BOX)
    report = await check(still_page, load_profiles()["generic"])
    assert report.hints == [ALIKE.format(side="assistant")]


async def test_the_list_of_messages_and_an_unknown_message_box_are_not_taken_for_two_sides(
    still_page: Page,
) -> None:
    await still_page.goto("about:blank")
    feed = "<div role=feed><div>A question</div><div>An answer, a longer one</div></div>"
    box = "<div><div contenteditable=true aria-label='Write your prompt' style='width: 500px'>A draft</div></div>"
    await still_page.set_content(f"<main>{feed}{box}</main>")
    report = await check(still_page, load_profiles()["claude"])
    assert [report.finding(side).candidate for side in ("user", "assistant")] == [None, None]


async def test_a_page_without_messages_still_asks_for_one(still_page: Page) -> None:
    await still_page.goto("about:blank")
    await still_page.set_content(SIDE + "<main><h1>What shall we do?</h1></main>" + BOX)
    assert (await check(still_page, load_profiles()["generic"])).hints == [SEND_FIRST]

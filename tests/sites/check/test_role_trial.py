"""A selector that is proposed for the messages of a side holds no message of the other side."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from overlay.sites.check import Report, check
from overlay.sites.check.repair import replacements
from overlay.sites.profile import SiteProfile

BOX = "<textarea id=box style='width: 500px'></textarea><button id=go>Send</button>"
SITE = SiteProfile(
    name="x", title="X", user=".gone-user", assistant=".bot", composer="#box", send="#go", code="pre"
)
TRANSCRIPT = """<main><div data-user-messages="all" class=user-thread>
<div class=row><div class="mine user-words">A question</div></div><div class=row><div class=bot>An answer</div></div>
<div class=row><div class="mine user-words">Another</div></div><div class=row><div class=bot>An answer</div></div>
</div></main>"""


async def report(page: Page, body: str, site: SiteProfile = SITE) -> Report:
    await page.goto("about:blank")
    await page.set_content(body + BOX)
    return await check(page, site)


async def test_the_element_around_all_messages_is_not_proposed_for_one_side(still_page: Page) -> None:
    near = (await report(still_page, TRANSCRIPT)).finding("user").candidate
    assert near
    assert (near.selector, near.gives) == (".user-words", "2 of the user, 2 of the assistant")


async def test_where_nothing_holds_only_the_users_messages_nothing_is_proposed(still_page: Page) -> None:
    body = TRANSCRIPT.replace("mine user-words", "mine")
    assert replacements(await report(still_page, body)) == {}


@pytest.mark.thorough
async def test_an_element_in_a_message_of_the_other_side_is_not_proposed(still_page: Page) -> None:
    body = "<main><div class=bot>An answer to <div class=user-name>the user</div></div></main>"
    assert replacements(await report(still_page, body)) == {}


async def test_without_either_side_nearly_the_whole_page_is_not_proposed(still_page: Page) -> None:
    both = SITE.model_copy(update={"assistant": ".gone-bot", "conversation": "(about)"})
    body = "<main><div class=user-chat><div>A question</div><div>An answer</div></div></main>"
    assert replacements(await report(still_page, body, both)) == {}


@pytest.mark.thorough
async def test_without_either_side_both_are_proposed_together_or_none(still_page: Page) -> None:
    both = SITE.model_copy(update={"assistant": ".gone-bot", "conversation": "(about)"})
    found = [
        replacements(await report(still_page, body, both))
        for body in (TRANSCRIPT, TRANSCRIPT.replace("class=bot", "class=mine"))
    ]
    assert found == [{"user": ".user-words", "assistant": ".bot"}, {}]


async def test_messages_inside_each_other_fail_the_check(still_page: Page) -> None:
    site = SITE.model_copy(update={"user": ".user-thread"})
    found = (await report(still_page, TRANSCRIPT, site)).finding("user")
    assert (found.status, found.failed) == ("fails", True)


@pytest.mark.thorough
async def test_the_stop_button_is_not_proposed_where_it_is_the_send_button(still_page: Page) -> None:
    site = SITE.model_copy(update={"streaming": "#gone-stop", "send": ".go-and-stop"})
    body = TRANSCRIPT + "<button id=stop class=go-and-stop aria-label='Stop'>x</button>"
    assert (await report(still_page, body, site)).finding("streaming").candidate is None

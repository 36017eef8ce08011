"""The check on pages that are not as the profile says, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from overlay.sites.check import ExpectedFindings, Report, check, recording_of
from overlay.sites.check.run import SEND_FIRST, SIGNED_IN
from overlay.sites.loader import load_profiles
from overlay.sites.profile import SiteProfile

PAGES = Path(__file__).parent.parent / "pages"
CHAT = """<div data-role=user id=m1>a question</div><div data-role=assistant id=m2>an answer, a longer one</div>
<textarea id=box style="width: 300px; height: 40px"></textarea><button id=send-it>Send</button>"""
SITE = SiteProfile.model_validate(
    {
        "name": "x",
        "title": "X",
        "user": '[data-role="user"]',
        "assistant": '[data-role="assistant"]',
        "streaming": "#stop",
        "composer": ["#box", "textarea"],
        "kind": "textarea",
        "send": "#send-it",
        "message_id": "id",
        "conversation": r"/c/(\d+)",
    }
)


async def report(
    page: Page, body: str, site: SiteProfile = SITE, recording: ExpectedFindings | None = None
) -> Report:
    await page.goto("about:blank")
    await page.set_content(body)
    return await check(page, site, recording)


@pytest.mark.thorough  # tests/sites/test_pages.py checks each site's page.
async def test_a_page_that_is_as_it_is_read_passes(still_page: Page) -> None:
    found = await report(still_page, CHAT)
    assert (found.failed, found.hints) == ([], [])


async def test_a_lost_selector_is_missing_and_the_nearest_candidate_is_named(still_page: Page) -> None:
    found = (await report(still_page, CHAT.replace("data-role=assistant", "data-author=assistant"))).finding(
        "assistant"
    )
    assert found.status == "missing"
    assert found.candidate
    assert (found.candidate.selector, found.candidate.count) == ('[data-author="assistant"]', 1)


async def test_in_a_conversation_both_authors_must_be_found(still_page: Page) -> None:
    elsewhere = ExpectedFindings(url="https://x.example/c/1")
    found = await report(still_page, CHAT.replace("data-role", "data-author"), recording=elsewhere)
    assert [finding.field for finding in found.failed] == ["user", "assistant"]


async def test_a_fallback_is_said_to_be_in_use(still_page: Page) -> None:
    found = (await report(still_page, CHAT.replace("id=box", "id=prompt"))).finding("composer")
    assert (found.status, found.selector, found.words) == (
        "fallback",
        "textarea",
        "in place of #box, which finds nothing",
    )


@pytest.mark.thorough
async def test_a_new_chat_is_asked_for_a_message_first(still_page: Page) -> None:
    found = await report(still_page, "<textarea id=box style='width: 300px'></textarea>")
    assert (found.failed, found.hints) == ([], [SEND_FIRST])


async def test_on_a_new_chat_what_faintly_looks_like_a_message_is_no_candidate(still_page: Page) -> None:
    body = "<textarea id=box style='width: 300px'></textarea><span class=model-note>Small print of the model</span>"
    assert (await report(still_page, body)).finding("assistant").candidate is None


async def test_where_neither_author_is_found_what_clearly_looks_like_one_is_named(still_page: Page) -> None:
    found = (await report(still_page, CHAT.replace("data-role", "data-author-role"))).finding("assistant")
    assert found.candidate
    assert found.candidate.selector == '[data-author-role="assistant"]'


async def test_the_report_of_a_page_without_a_message_box_asks_whether_the_user_is_signed_in(
    still_page: Page,
) -> None:
    found = await report(still_page, "<button>Sign in</button>")
    assert ([finding.field for finding in found.failed], SIGNED_IN in found.hints) == (["composer"], True)


async def test_an_element_that_is_there_only_during_an_answer_is_reported_but_does_not_fail(
    still_page: Page,
) -> None:
    found = (await report(still_page, CHAT)).finding("streaming")
    assert (found.status, found.failed, found.words) == (
        "not seen",
        False,
        "it is there only while an answer is written",
    )


async def test_another_kind_of_box_is_said(still_page: Page) -> None:
    body = CHAT.replace(
        "<textarea id=box", "<div contenteditable=true class='tiptap ProseMirror' id=box"
    ).replace("</textarea>", "</div>")
    found = (await report(still_page, body)).finding("kind")
    assert (found.status, found.words) == ("differs", "the box is tiptap, the profile says textarea")


async def test_messages_without_the_attribute_of_their_id_are_reported(still_page: Page) -> None:
    found = (await report(still_page, CHAT.replace("id=m2", ""))).finding("message_id")
    assert (found.status, found.words) == ("missing", 'no [data-role="assistant"] has that attribute')


async def test_a_selector_that_the_browser_refuses_finds_nothing(still_page: Page) -> None:
    odd = SITE.model_copy(update={"alternatives": {"send": ("button:frobnicated(x)", "#send-it")}})
    found = (await report(still_page, CHAT, odd)).finding("send")
    assert (found.status, found.selector) == ("fallback", "#send-it")


async def test_a_box_that_is_there_but_hidden_is_not_seen(still_page: Page) -> None:
    found = (await report(still_page, CHAT.replace("<textarea", "<textarea hidden"))).finding("composer")
    assert (found.status, found.words) == ("not seen", "it is there, but hidden")


async def test_a_message_box_that_takes_no_text_is_of_no_kind(still_page: Page) -> None:
    found = await report(still_page, "<p id=box>x")
    assert "kind" not in [finding.field for finding in found.findings]


async def test_a_page_that_goes_away_is_an_error(still_page: Page) -> None:
    gone = await still_page.context.new_page()
    await gone.close()
    with pytest.raises(PlaywrightError):
        await check(gone, SITE)


async def test_elements_in_a_shadow_tree_are_found(still_page: Page) -> None:
    body = f"<x-y><template shadowrootmode=open>{CHAT}</template></x-y>"
    assert (await report(still_page, body)).failed == []


async def test_a_page_can_not_talk_the_check_into_anything(still_page: Page) -> None:
    body = "<script>Document.prototype.querySelectorAll = () => [document.body]; document.querySelectorAll = () => [document.body]</script>"
    assert (await report(still_page, body)).finding("composer").status == "missing"


async def test_after_a_redesign_the_candidate_is_what_came_in_its_place(still_page: Page) -> None:
    wrong: list[object] = []
    for name, was, now, field, candidate in [
        ("qwen", "message-input-textarea", "message-box-textarea", "composer", ".message-box-textarea"),
        ("claude", "user-message", "human-turn", "user", '[data-testid="human-turn"]'),
        ("gemini", "model-response", "assistant-response", "assistant", "assistant-response"),
        (
            "openrouter",
            "send-button",
            "submit-message-button",
            "send",
            '[data-testid="submit-message-button"]',
        ),
        ("poe", "ChatMessageSendButton", "ChatSendButton", "send", '[class*="ChatSendButton_sendButton"]'),
    ]:
        page = PAGES / f"{name}.html"
        site = load_profiles()[name]
        first = site.selectors(field)[0]
        only_first = site.model_copy(update={field: first, "alternatives": {}})
        body = page.read_text("utf-8").replace(was, now)
        if name == "poe":
            only_first = only_first.model_copy(update={"send": 'button[class*="ChatMessageSendButton"]'})
            body = body.replace(' data-button-send="true"', "")
        found = await report(still_page, body, only_first, recording_of(page))
        near = found.finding(field).candidate
        assert near, (name, was, now, field, candidate)
        if (found := near.selector) != candidate:
            wrong.append((name, was, now, field, found))
    assert wrong == []

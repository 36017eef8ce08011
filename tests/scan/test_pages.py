from __future__ import annotations

from typing import Any

import pytest
from lxml import html as lxml_html

from overlay.chat.sites.loader import load_profiles
from overlay.scan.pages import Page, select

html: Any = lxml_html
TURNS = '<div data-role="user">q</div><div data-role="assistant"><p id="inner">a</p></div>'


def page(body: str, head: str = "", before: str = "", url: str = "") -> Page:
    return Page(
        html.document_fromstring(f"<!doctype html>{before}<html><head>{head}</head><body>{body}"), url
    )


def by_id(of: Page, name: str) -> Any:
    root = next(iter(of.messages())).getroottree().getroot()
    return root.get_element_by_id(name)


@pytest.mark.parametrize(
    ("before", "head"),
    [
        ("<!-- saved from url=(0031)https://chatgpt.com/c/abcdefgh1 -->", ""),
        ("", "<!--\n Page saved with SingleFile\n url: https://chatgpt.com/c/abcdefgh1\n-->"),
        ("", '<link rel="canonical" href="https://chatgpt.com/c/abcdefgh1">'),
    ],
)
def test_the_address_is_what_the_saver_or_the_page_noted(before: str, head: str) -> None:
    assert page("x", head, before).url == "https://chatgpt.com/c/abcdefgh1"


@pytest.mark.parametrize(
    "head", ["", "<!-- plain -->", '<link rel="canonical" href="/x">', '<link rel="icon">']
)
def test_a_page_that_tells_no_address_has_none(head: str) -> None:
    assert page("x", head).url == ""


def test_the_profile_is_that_of_the_address() -> None:
    assert page("x", url="https://chatgpt.com/c/1").profile.name == "chatgpt"


@pytest.mark.parametrize("url", ["https://unknown.example/", "https://[", ""])
def test_where_no_one_knows_the_address_the_generic_profile_goes_first(url: str) -> None:
    assert page(TURNS, url=url).profile.name == "generic"


def test_where_no_one_knows_the_address_the_profile_that_finds_most_is_taken() -> None:
    found = page("<user-query>q</user-query><model-response>a</model-response>")
    assert found.profile.name == "gemini"
    assert len(found.messages()) == 2


@pytest.mark.parametrize(
    ("url", "conversation"),
    [
        ("https://unknown.example/c/abcdefgh1", "abcdefgh1"),
        ("https://unknown.example/x", "https://unknown.example/x"),
        ("", None),
    ],
)
def test_the_conversation_is_its_key_or_the_address(url: str, conversation: str | None) -> None:
    assert page("x", url=url).conversation == conversation


def test_what_is_in_a_message_has_its_role() -> None:
    found = page(TURNS)
    assert found.role(by_id(found, "inner")) == "assistant"


def test_a_users_message_stays_theirs_whatever_is_nested_in_it() -> None:
    found = page('<div data-role="user"><div data-role="assistant"><p id="inner">x</p></div></div>')
    assert found.role(by_id(found, "inner")) == "user"
    assert len(found.messages()) == 1


def test_what_is_in_no_message_has_no_role() -> None:
    found = page(TURNS + '<p id="out">x</p>')
    assert found.role(by_id(found, "out")) == "unknown"
    assert found.message(by_id(found, "out")) is None


def test_a_message_goes_by_the_sites_id_or_its_number() -> None:
    found = page(TURNS)
    one = found.messages()[0]
    assert found.name(one, 4) == "4"
    one.set("data-message-id", "M")
    assert found.name(one, 4) == "M"


def test_every_profiles_selectors_can_be_said_in_xpath() -> None:
    known = load_profiles().values()
    lost = [one.name for one in known for said in (one.user, one.assistant) if said and not select(said)]
    assert lost == []


def test_of_a_list_the_parts_that_cannot_be_said_are_left_out() -> None:
    assert len(select("p, a:::b, div")) == 2


THINKING = """<div data-virtual-list-item-key="7"><div class="ds-message"><div class="ds-think-content">
<p id="thought">t</p></div><div class="ds-markdown"><p id="said">a</p></div></div></div>"""
DEEPSEEK = "https://chat.deepseek.com/a/chat/s/0123abcd-0123-0123-0123-0123456789ab"


@pytest.mark.parametrize(("at", "role"), [("thought", "reasoning"), ("said", "assistant")])
def test_what_the_model_thinks_is_distinguished(at: str, role: str) -> None:
    found = page(THINKING, url=DEEPSEEK)
    assert found.role(by_id(found, at)) == role


def test_a_message_is_named_by_the_turn_around_it() -> None:
    found = page(THINKING, url=DEEPSEEK)
    assert found.name(by_id(found, "said"), 3) == "7"


def test_of_several_selectors_the_first_that_finds_messages_counts() -> None:
    body = '<article data-turn="assistant"><p data-message-author-role="assistant" id="a">x</p></article>'
    found = page(body, url="https://chatgpt.com/c/1")
    assert [message.get("id") for message in found.messages()] == ["a"]

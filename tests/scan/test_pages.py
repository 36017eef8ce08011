from __future__ import annotations

from typing import Any

from lxml import html as lxml_html

from overlay.scan.pages import Page, select
from overlay.sites.loader import load_profiles

html: Any = lxml_html
TURNS = '<div data-role="user">q</div><div data-role="assistant"><p id="inner">a</p></div>'


def page(body: str, head: str = "", before: str = "", url: str = "") -> Page:
    return Page(
        html.document_fromstring(f"<!doctype html>{before}<html><head>{head}</head><body>{body}"), url
    )


def by_id(of: Page, name: str) -> Any:
    root = next(iter(of.messages())).getroottree().getroot()
    return root.get_element_by_id(name)


def test_the_address_of_a_page_is_the_one_that_it_or_its_saver_wrote() -> None:
    url = "https://chatgpt.com/c/abcdefgh1"
    noted = [
        page("x", before=f"<!-- saved from url=(0031){url} -->"),
        page("x", f"<!--\n Page saved with SingleFile\n url: {url}\n-->"),
        page("x", f'<link rel="canonical" href="{url}">'),
    ]
    assert [one.url for one in noted] == [url] * 3
    heads = ["", "<!-- plain -->", '<link rel="canonical" href="/x">', '<link rel="icon">']
    assert [head for head in heads if page("x", head).url] == []


def test_the_profile_is_that_of_the_address_or_the_one_that_finds_most() -> None:
    assert page("x", url="https://chatgpt.com/c/1").profile.name == "chatgpt"
    urls = ["https://unknown.example/", "https://[", ""]
    assert [page(TURNS, url=url).profile.name for url in urls] == ["generic"] * 3
    found = page("<user-query>q</user-query><model-response>a</model-response>")
    assert found.profile.name == "gemini"
    assert len(found.messages()) == 2


def test_the_conversation_is_its_key_or_the_address() -> None:
    table: list[tuple[str, str | None]] = [
        ("https://unknown.example/c/abcdefgh1", "abcdefgh1"),
        ("https://unknown.example/x", "https://unknown.example/x"),
        ("", None),
    ]
    wrong = [
        (url, got) for url, conversation in table if (got := page("x", url=url).conversation) != conversation
    ]
    assert wrong == []


def test_an_element_has_the_role_of_its_message_and_the_user_goes_first() -> None:
    found = page(TURNS + '<p id="out">x</p>')
    assert found.role(by_id(found, "inner")) == "assistant"
    assert found.role(by_id(found, "out")) == "unknown"
    assert found.message(by_id(found, "out")) is None
    found = page('<div data-role="user"><div data-role="assistant"><p id="inner">x</p></div></div>')
    assert found.role(by_id(found, "inner")) == "user"
    assert len(found.messages()) == 1


def test_a_message_is_named_by_its_id_or_its_number() -> None:
    found = page(TURNS)
    one = found.messages()[0]
    assert found.name(one, 4) == "4"
    one.set("data-message-id", "M")
    assert found.name(one, 4) == "M"


def test_the_selectors_of_every_profile_can_be_written_in_xpath() -> None:
    known = load_profiles().values()
    lost = [one.name for one in known for said in (one.user, one.assistant) if said and not select(said)]
    assert lost == []
    assert len(select("p, a:::b, div")) == 2  # without the invalid part


THINKING = """<div data-virtual-list-item-key="7"><div class="ds-message"><div class="ds-think-content">
<p id="thought">t</p></div><div class="ds-markdown"><p id="said">a</p></div></div></div>"""
DEEPSEEK = "https://chat.deepseek.com/a/chat/s/0123abcd-0123-0123-0123-0123456789ab"


def test_reasoning_is_distinguished_and_a_message_is_named_by_the_turn_around_it() -> None:
    found = page(THINKING, url=DEEPSEEK)
    assert found.role(by_id(found, "thought")) == "reasoning"
    assert found.role(by_id(found, "said")) == "assistant"
    assert found.name(by_id(found, "said"), 3) == "7"


def test_of_several_selectors_the_first_that_finds_messages_counts() -> None:
    body = '<article data-turn="assistant"><p data-message-author-role="assistant" id="a">x</p></article>'
    found = page(body, url="https://chatgpt.com/c/1")
    assert [message.get("id") for message in found.messages()] == ["a"]

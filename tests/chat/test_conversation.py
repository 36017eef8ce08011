from __future__ import annotations

from overlay.chat.conversation import Conversation
from tests.support.scene import SITE

NEW, ONE, TWO = "https://x.example/", "https://x.example/c/one", "https://x.example/c/two"


def test_a_conversation_is_known_by_its_address_in_every_document() -> None:
    assert Conversation(SITE, "a", ONE).name == Conversation(SITE, "b", f"{ONE}?x#y").name == "site|one"


def test_a_new_chat_is_known_by_its_document() -> None:
    assert Conversation(SITE, "a", NEW).name != Conversation(SITE, "b", NEW).name


def test_a_new_chat_gets_its_address_once() -> None:
    shown = Conversation(SITE, "a", NEW)
    assert not shown.moved(NEW)
    assert shown.moved(ONE)
    assert not shown.moved(TWO)
    assert shown.name == "site|two"


def test_a_further_new_chat_in_a_document_is_none_of_the_earlier_ones() -> None:
    shown = Conversation(SITE, "a", NEW)
    names = [shown.name]
    for _ in range(2):
        shown.moved(ONE)
        shown.moved(NEW)
        names.append(shown.name)
    assert len(set(names)) == 3


def test_an_empty_page_without_an_address_begins_another_conversation() -> None:
    shown = Conversation(SITE, "a", NEW)
    before = shown.name
    shown.emptied()
    assert shown.name != before


def test_a_switch_is_counted_and_a_new_address_is_none() -> None:
    shown = Conversation(SITE, "a", NEW)
    counts: list[int] = []
    for url in (ONE, f"{ONE}?x", TWO, NEW):
        shown.moved(url)
        counts.append(shown.switches)
    assert counts == [0, 0, 1, 2]


def test_a_page_without_an_address_that_empties_is_a_switch() -> None:
    shown = Conversation(SITE, "a", NEW)
    shown.emptied()
    assert shown.switches == 1


def test_conversations_of_a_guessed_profile_are_distinguished_by_their_host() -> None:
    guess = SITE.model_copy(update={"guessed": True})
    elsewhere = ONE.replace("x.example", "y.example")
    names = {Conversation(guess, "a", url).name for url in (ONE, elsewhere)} | {
        Conversation(SITE, "a", ONE).name
    }
    assert len(names) == 3


def test_an_empty_page_with_an_address_is_the_same_conversation() -> None:
    shown = Conversation(SITE, "a", ONE)
    shown.emptied()
    shown.moved(NEW)
    assert Conversation(SITE, "a", ONE).name == "site|one"
    assert shown.name == "site|a.1"

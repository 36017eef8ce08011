from __future__ import annotations

from overlay.sites.check.words import parts, words_of_node, words_of_selectors
from tests.sites.check.trees import node


def test_a_name_is_made_of_its_words_however_it_is_written() -> None:
    wrong = [
        (name, found)
        for name in ["sendMessage", "send-message", "send_message", "Send message"]
        if (found := parts(name)) != {"send", "message"}
    ]
    assert wrong == []


def test_words_that_say_nothing_are_left_out() -> None:
    assert parts('div[data-testid="send"]:not([aria-label])') == {"send"}


def test_several_selectors_have_the_words_of_each_of_them() -> None:
    assert words_of_selectors(["#stop", ".halt"]) == {"stop", "halt"}


def test_an_element_tells_by_its_tag_and_the_names_it_bears() -> None:
    told = words_of_node(
        node("user-query#one.two", aria_label="three", data_role="four", style="five", box=None)
    )
    assert told == {"user", "query", "one", "two", "three", "four"}


def test_the_long_value_of_a_data_attribute_tells_nothing() -> None:
    assert words_of_node(node("p", data_state="word " * 20)) == {"state"}

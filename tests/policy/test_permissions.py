from __future__ import annotations

from dataclasses import replace

from overlay.policy.permissions import (
    SHOWN,
    ChatGrant,
    ChatGrants,
    GrantMatch,
    arguments_mark,
    arguments_shown,
    match_grants,
)
from tests.policy.caller import HERE, PLAIN, SITE

GRANT = ChatGrant("add", SITE, PLAIN.fingerprint, "")


def test_without_an_entry_nothing_applies() -> None:
    assert match_grants([], PLAIN, {}, HERE, "") == GrantMatch(holds=False)


def test_an_entry_for_the_tool_as_it_is_holds() -> None:
    assert match_grants([GRANT], PLAIN, {"a": 1}, HERE, "").holds


def test_an_entry_for_another_tool_site_or_arguments_says_nothing() -> None:
    others = [
        replace(GRANT, tool="sub"),
        replace(GRANT, site="https://other.example"),
        replace(GRANT, arguments=arguments_mark({"a": 2})),
    ]
    assert match_grants(others, PLAIN, {"a": 1}, HERE, "") == GrantMatch(holds=False)


def test_an_entry_for_another_definition_or_server_holds_no_more_and_says_which_it_was() -> None:
    assert match_grants([replace(GRANT, definition="d")], PLAIN, {}, HERE, "") == GrantMatch(
        False, definition="d"
    )
    assert match_grants([replace(GRANT, server="s")], PLAIN, {}, HERE, "t") == GrantMatch(False, server="s")


def test_of_several_entries_one_that_fits_is_enough() -> None:
    assert match_grants([GRANT, replace(GRANT, definition="d")], PLAIN, {}, HERE, "").holds


def test_a_permission_of_a_chat_moves_with_the_chat() -> None:
    chats = ChatGrants()
    chats.add("new", GRANT)
    chats.rename("new", "named")
    chats.rename("unknown", "named")
    assert chats.given == {"named": (GRANT,)}


def test_a_chat_that_is_renamed_to_itself_keeps_what_it_has() -> None:
    chats = ChatGrants()
    chats.add("one", GRANT)
    chats.rename("one", "one")
    assert chats.given["one"] == (GRANT,)


def test_a_second_yes_in_a_chat_takes_the_place_of_the_first() -> None:
    chats = ChatGrants()
    chats.add("one", replace(GRANT, definition="d"))
    chats.add("one", GRANT)
    assert chats.given["one"] == (GRANT,)


def test_equal_arguments_have_equal_marks_whatever_their_order() -> None:
    assert arguments_mark({"a": 1, "b": [2]}) == arguments_mark({"b": [2], "a": 1})
    assert len({arguments_mark(each) for each in ({"a": 1}, {"a": "1"}, {"a": True}, {"a": None}, {})}) == 5


def test_long_arguments_are_shown_in_part_and_it_is_said_how_much_is_left_out() -> None:
    shown = arguments_shown({"text": "x" * 5000}, {})
    assert len(shown) < SHOWN + 40
    assert shown.endswith("… (4012 more characters)")


def test_arguments_that_no_file_can_hold_are_shown_all_the_same() -> None:
    assert arguments_shown({"text": "é\ud800"}, {}) == '{"text": "é?"}'

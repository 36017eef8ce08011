"""A turn proves a profile, and a page can't make overlay propose another one. Each attack has a control without it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from observers.protocol import TreeNode, TurnEnded, TurnTree
from overlay.sites.check.snapshot import Node
from overlay.sites.loader import load_profiles
from overlay.sites.watch.mending import mended_fields, missed, new_profile
from overlay.sites.watch.proposal import Proposal, confirm, propose
from overlay.sites.watch.turn import Turn, turn_of
from tests.sites.check.trees import node
from tests.sites.learn.test_messages import nodes_of

START, NAMED = "https://chat.example/", "https://chat.example/c/0123abcd-0123-0123-0123-0123456789ab"
ENDED = TurnEnded(
    t="turn", number=1, user=True, assistant=True, streaming=True, box=True, by_key=True, button=True, sent=9, hash="",
    answer=99, looks=9,
)  # fmt: skip


def row(spec: str, number: int) -> Node:
    return node(spec, node("p", text=40), text=40, data_id=f"message-{number}")


def turn(rows: list[Node], *beside: Node, box: Node | None = None, looks: int = 9, **named: str) -> Turn:
    """A turn whose last two rows are the message and its answer."""
    box = box or node("textarea#box")
    log = node("section#log", *rows, text=40 * len(rows))
    nodes = nodes_of(node("main", log, *beside, box, text=log.text))
    mine, answer = (each.children[0] for each in rows[-2:])
    return Turn(nodes, mine, answer, box, None, by_key=True, during=[], looks=looks, after=NAMED,
                address=named.get("address", NAMED))  # fmt: skip


def sides(found: Proposal | None) -> tuple[str, str] | None:
    return (found.fields["user"], found.fields["assistant"]) if found else None


def pairs(count: int, mine: str = "div.me", theirs: str = "div.reply") -> list[Node]:
    return [row(spec, at + 1) for at, spec in enumerate((mine, theirs) * count)]


def test_one_turn_names_both_sides_and_the_box() -> None:
    found = propose(turn(pairs(1)))
    assert found
    assert found.fields == {"user": '[class~="me"]', "assistant": ".reply", "composer": "#box",
                            "kind": "textarea"}  # fmt: skip


def test_names_do_not_count_and_what_happened_does() -> None:
    assert sides(propose(turn(pairs(1, "div.assistant", "div.user")))) == (".assistant", ".user")


def test_a_name_that_only_the_newest_message_has_is_not_taken() -> None:
    assert sides(propose(turn(pairs(1, "div.latest.person", "div.last.reply")))) == (".person", ".reply")


def test_a_list_that_nobody_sees_makes_its_selector_unfit() -> None:
    hidden = node("div", node("div.reply", text=40, box=None), text=40, box=None)
    assert propose(turn(pairs(1), hidden)) is None
    assert propose(turn(pairs(1), node("div", node("div.other", text=40, box=None), text=40, box=None)))


def test_two_equal_chats_in_one_page_are_not_proposed() -> None:
    other = node("section", *pairs(1), node("textarea.write"), text=80)
    assert propose(turn(pairs(1), other, box=node("textarea.write"))) is None
    assert propose(turn(pairs(1), box=node("textarea.write"))) is not None


def test_an_answer_that_came_whole_needs_a_second_turn() -> None:
    first = propose(turn(pairs(1), looks=1))
    assert first
    assert not first.is_certain
    second = confirm(first, turn(pairs(2), looks=1))
    assert second
    assert second.is_certain


def test_a_page_that_swaps_the_sides_contradicts_its_first_turn() -> None:
    first = propose(turn(pairs(1)))
    assert first
    swapped = [*pairs(1), row("div.reply", 3), row("div.me", 4)]
    assert confirm(first, turn(swapped)) is None
    assert sides(confirm(first, turn(pairs(2)))) == sides(first)


def test_a_list_that_keeps_only_the_newest_messages_does_not_contradict_its_first_turn() -> None:
    first = propose(turn(pairs(2)))
    assert first
    kept = turn([row("div.me", 5), row("div.reply", 6), row("div.me", 7), row("div.reply", 8)])
    assert sides(confirm(first, kept)) == sides(first)


def test_a_name_that_moves_to_the_newest_message_is_not_kept() -> None:
    first = propose(turn([row("div.person.grand", 1), row("div.reply", 2)]))
    assert first
    assert "grand" in str(first.user)
    second = confirm(first, turn([row("div.person", 1), row("div.reply", 2), *pairs(1, "div.person.grand")]))
    assert second
    assert "grand" not in str(second.user)


def test_the_newest_turn_may_be_on_top() -> None:
    first = propose(turn(pairs(1)))
    assert first
    shown = pairs(2)
    mine, answer = shown[0].children[0], shown[1].children[0]
    assert sides(confirm(first, replace(turn(shown), mine=mine, answer=answer))) == sides(first)
    assert confirm(first, replace(turn([*shown, *pairs(1)]), mine=mine, answer=answer)) is None  # two more


def test_the_message_box_is_found_by_what_its_successor_shares_with_it() -> None:
    def replaced(before: str, after: str) -> Turn:
        box = node(f"textarea#{after}.write")
        return replace(turn(pairs(1), box=box), sent_from=node(f"textarea#{before}.write"))

    found = propose(replaced("wkbq", "pxvz"))
    assert found
    assert found.fields["composer"] == ".write"
    same = propose(replaced("prompt", "prompt"))
    assert same
    assert same.fields["composer"] == "#prompt"


def test_a_page_with_the_names_of_another_kind_is_no_chat_if_no_name_is_a_chat_s() -> None:
    def both(mine: str, theirs: str) -> list[Node]:
        return [node(spec, node("p", text=40), text=40) for spec in (mine, theirs)]

    assert propose(turn(both("div.cmd", "div.out"))) is None
    assert propose(turn(both("div.comment", "div.event"))) is None
    assert propose(turn(both("div.cmd", "div.reply")))
    assert propose(turn(both("div.cmd", "div.out"), box=node("textarea.chat-input")))


def test_an_answer_that_is_as_short_as_a_counter_is_not_certain() -> None:
    short = turn(pairs(1))
    short.answer.text = 5
    found = propose(short)
    assert found
    assert not found.is_certain


def test_ids_and_the_conversation_are_known_after_two_turns_if_they_hold() -> None:
    first = propose(turn(pairs(1), address=START))
    assert first
    held = confirm(first, turn(pairs(2)))
    assert held
    assert held.fields["message_id"] == "data-id"
    assert held.fields["conversation"] == "/c/([0-9a-f-]{36})"
    exchanged = pairs(2)
    ids = [each.attributes["data-id"] for each in exchanged]
    for each, other in zip(exchanged, [ids[1], ids[0], *ids[2:]], strict=True):
        each.attributes["data-id"] = other
    swapped = confirm(first, turn(exchanged))
    assert swapped
    assert "message_id" not in swapped.fields


@pytest.mark.parametrize(
    ("ups", "mine", "answer"), [((-1, 5, 0), 1, 2), ((0, 0, 0), 1, 2), ((-1, 0, 1), 1, 2), ((-1, 0, 0), 1, 1)]
)
def test_a_description_that_contradicts_itself_is_refused(
    ups: tuple[int, ...], mine: int, answer: int
) -> None:
    nodes = [TreeNode(up=up, tag="p", attributes={}, shown=True, text=3) for up in ups]
    tree = TurnTree(
        nodes=nodes, mine=mine, answer=answer, box=-1, pressed=-1, pressed_any=False, signs=[], address=""
    )
    assert turn_of(tree, ENDED, "") is None
    sound = [TreeNode(up=up, tag="p", attributes={}, shown=True, text=3) for up in (-1, 0, 0)]
    assert turn_of(tree.model_copy(update={"nodes": sound, "mine": 1, "answer": 2}), ENDED, "")


def test_a_profile_that_misses_one_side_gets_both_before_its_own() -> None:
    profile = load_profiles()["claude"]
    found = propose(turn(pairs(1)))
    assert found
    assert missed(profile, ENDED) == []
    assert missed(profile, ENDED.model_copy(update={"button": False})) == ["send"]
    missing = missed(profile, ENDED.model_copy(update={"assistant": False}))
    assert missing == ["assistant"]
    assert mended_fields(profile, found, missing) == {"user": '[class~="me"]', "assistant": ".reply"}


def test_a_new_profile_says_that_it_was_watched() -> None:
    found = propose(turn(pairs(1)))
    assert found
    text = new_profile(found, "mine", START)
    assert 'learned = "watched"' in text
    assert 'hosts = ["chat.example"]' in text

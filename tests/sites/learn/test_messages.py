"""Selectors that distinguish the two sides of a chat."""

from __future__ import annotations

from overlay.sites.check.snapshot import Node
from overlay.sites.learn.messages import choices, pair_that_holds
from tests.sites.check.trees import node


def nodes_of(root: Node) -> list[Node]:
    return [root, *(inner for child in root.children for inner in nodes_of(child))]


def custom(turns: int) -> list[Node]:
    """The same chat, with messages of one custom element that has its author in an attribute."""
    rows = [
        node("my-message", node("p", text=40), text=40, state="sent", at="9:41") for _ in range(2 * turns)
    ]
    for row, author in zip(rows, ("me", "bot") * turns, strict=True):
        row.attributes["from"] = author
    return nodes_of(node("main", node("section#log", *rows, text=80 * turns), node("textarea"), text=99))


def chat(
    turns: int, *, mine: str = "div.row.mine", theirs: str = "div.row.bot", box: str = "textarea"
) -> list[Node]:
    """The elements of a chat of so many exchanges, with a box below it."""
    rows = [node(side, node("p", text=40), text=40) for _ in range(turns) for side in (mine, theirs)]
    return nodes_of(node("main", node("section#log", *rows, text=80 * turns), node(box, text=5), text=99))


def paragraphs(nodes: list[Node]) -> list[Node]:
    return [each for each in nodes if each.tag == "p"]


def best(nodes: list[Node], after: list[Node]) -> tuple[str, str] | None:
    mine, theirs = paragraphs(nodes)[:2]
    pair = pair_that_holds(
        choices(nodes, mine, theirs, "user"), choices(nodes, theirs, mine, "assistant"), after
    )
    return (pair[0].pattern.css, pair[1].pattern.css) if pair else None


def test_a_class_of_one_side_is_taken_and_not_the_one_of_both() -> None:
    assert best(chat(1), chat(2)) == (".mine", ".bot")


def test_a_name_that_the_next_message_has_not_is_dropped_for_one_that_holds() -> None:
    first = chat(1, mine="div.row.first-of-day.mine")
    after = chat(2, mine="div.row.mine")
    assert best(first, after) == (".mine", ".bot")


def test_a_selector_that_finds_the_users_draft_as_well_is_not_taken() -> None:
    looks = {"theirs": "div.wide", "box": "textarea.wide"}
    assert best(chat(1, **looks), chat(2, **looks)) == (".mine", "#log .wide")


def test_a_class_of_two_letters_is_taken_if_it_names_the_author() -> None:
    looks = {"mine": "li.row.me", "theirs": "li.row.bot"}
    assert best(chat(1, **looks), chat(2, **looks)) == ('[class~="me"]', ".bot")


def test_an_attribute_of_the_page_s_own_element_tells_the_two_sides_apart() -> None:
    found = ('my-message[from="me"]', 'my-message[from="bot"]')
    assert best(custom(1), custom(2)) == found


def test_nothing_is_learned_if_the_second_exchange_looks_unlike_the_first() -> None:
    assert best(chat(1), chat(2, theirs="div.other.thing")) is None

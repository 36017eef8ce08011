from __future__ import annotations

from overlay.scan.message_tree import Node, in_order

FORK = {"a": Node(None, ["b", "c"]), "b": Node("a"), "c": Node("a", ["d"]), "d": Node("c")}
"""A message `a` with the answers `b` and `c`; `d` follows `c`."""


def order(nodes: dict[str, Node], current: str | None = None) -> str:
    return "".join(name for name, _ in in_order(nodes, current))


def shown(nodes: dict[str, Node], current: str | None = None) -> str:
    return "".join(name for name, branch in in_order(nodes, current) if branch == "current")


def test_a_parent_comes_before_its_children_and_children_in_their_order() -> None:
    assert order(FORK) == "abcd"
    assert order(dict(reversed(FORK.items()))) == "abcd"


def test_the_path_to_the_current_node_is_shown() -> None:
    assert {current: shown(FORK, current) for current in "abcd"} == {
        "a": "a",
        "b": "ab",
        "c": "ac",
        "d": "acd",
    }


def test_without_a_known_current_node_the_last_children_are_shown() -> None:
    assert [shown(FORK, current) for current in (None, "missing")] == ["acd", "acd"]


def test_parents_alone_and_children_alone_make_a_tree() -> None:
    up = {name: Node(node.parent) for name, node in FORK.items()}
    down = {name: Node(None, node.children) for name, node in FORK.items()}
    assert [(order(tree), shown(tree)) for tree in (up, down)] == [("abcd", "acd"), ("abcd", "acd")]


DAMAGED: dict[str, tuple[dict[str, Node], str]] = {
    "empty": ({}, ""),
    "a ring": ({"a": Node("b", ["b"]), "b": Node("a", ["a"])}, "ab"),
    "a ring below a root": ({"r": Node(None, ["a"]), "a": Node("r", ["b"]), "b": Node("a", ["a"])}, "rab"),
    "its own child": ({"a": Node("a", ["a"])}, "a"),
    "a missing parent and a missing child": ({"a": Node("x", ["y"])}, "a"),
    "the same child twice": ({"a": Node(None, ["b", "b"]), "b": Node("a")}, "ab"),
}


def test_each_node_of_a_damaged_tree_is_given_once() -> None:
    wrong = {
        name: got
        for name, (nodes, expected) in DAMAGED.items()
        for current in (None, *nodes)
        if (got := order(nodes, current)) != expected
    }
    assert wrong == {}


def test_a_long_chat_is_read_without_recursion() -> None:
    chain = {str(one): Node(str(one - 1) if one else None) for one in range(50_000)}
    assert sum(branch == "current" for _, branch in in_order(chain, "49999")) == 50_000

"""Selectors that name an element's surroundings, and the work that they cost on a page with many elements."""

from __future__ import annotations

import pytest

from overlay.sites.check.snapshot import Node
from overlay.sites.learn import patterns
from overlay.sites.learn.messages import choices
from tests.sites.check.trees import node
from tests.sites.learn.test_messages import nodes_of

NOBODY = frozenset[str]()


def rows(count: int) -> list[Node]:
    """Messages with many names, which only their last parts tell apart."""
    names = ".".join(f"name{at}" for at in range(40))

    def row(at: int) -> Node:
        side = "ab"[at % 2]
        inside = [node(f"span.part{part}.{side}{part}") for part in range(30)]
        return node(f"div.{names}", node(f"div.{names}", node("p", text=9), *inside, text=9), text=9)

    return [row(at) for at in range(count)]


def test_a_selector_finds_in_a_page_what_its_test_says_of_each_element() -> None:
    nodes = nodes_of(node("main", *rows(4)))
    mine, other = nodes[0].children[2].children[0], nodes[0].children[3]
    found = list(patterns.in_context(mine, NOBODY, [other]))
    assert len(found) > 1000
    assert [
        one.css for one in found if one.matched(nodes) != [each for each in nodes if one.test(each)]
    ] == []


def test_a_page_with_many_names_costs_a_bounded_number_of_looks_at_its_elements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = 0
    real = patterns.test_of

    def counting(css: str) -> patterns.Test:
        test = real(css)

        def counted(each: Node) -> bool:
            nonlocal looks
            looks += 1
            return test(each)

        return counted

    monkeypatch.setattr(patterns, "test_of", counting)
    both = rows(100)
    nodes = nodes_of(node("main", *both))
    mine, answer = (each.children[0].children[0] for each in both[-2:])
    assert choices(nodes, mine, answer, "user")
    assert looks < 150 * len(nodes)

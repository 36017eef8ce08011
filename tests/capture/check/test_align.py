from __future__ import annotations

import pytest

from overlay.capture.check import align as module
from overlay.capture.check.align import align
from overlay.capture.check.block_history import BlockHistory
from tests.capture.check.logs import story


def numbered(*names: str) -> list[BlockHistory]:
    return [story(name, block=number) for number, name in enumerate(names, 1)]


def names(pairs: list[tuple[BlockHistory, BlockHistory]]) -> list[tuple[str, str]]:
    return [(one.name, other.name) for one, other in pairs]


def test_a_missing_or_new_call_does_not_shift_the_others() -> None:
    found = align(numbered("a", "b", "c", "d"), numbered("a", "c", "d"))
    assert [one.name for one in found.missing] == ["b"]
    assert names(found.pairs) == [("a", "a"), ("c", "c"), ("d", "d")]
    assert found.extra == []
    found = align(numbered("a", "b"), numbered("a", "x", "b"))
    assert [one.name for one in found.extra] == ["x"]
    assert found.missing == []
    reads = [story("read", block=number, arguments={"path": str(number)}) for number in (1, 2, 3)]
    assert align(reads, [reads[0], reads[2]]).missing == [reads[1]]


def test_two_calls_are_the_same_if_name_or_arguments_agree() -> None:
    one = story("read", call_id="1", arguments={"path": "a", "from": 1})
    same = [
        story("read", call_id="1", arguments={"path": "b"}),
        story("read_file", call_id="1", arguments={"path": "a", "from": 1}),
    ]
    assert [other for other in same if align([one], [other]).pairs != [(one, other)]] == []
    others = [
        story("send", call_id="2", arguments={"to": "b"}, block=7),
        story("read", call_id="1", arguments={"path": "a", "from": 1}, kind="result"),
    ]
    for other in others:
        found = align([one], [other])
        assert found.missing == [one]
        assert found.extra == [other]


def test_of_equal_calls_that_with_the_same_states_is_paired() -> None:
    ran, waited = ["ready", "running", "done"], ["ready"]
    old = [story("read", *ran, block=1), story("read", *ran, block=2, kind="result")]
    new = [old[0], story("read", *waited, block=3), old[1]]
    for one, other in ((old, new), (new, old)):
        found = align(one, other)
        assert [(mine.block, theirs.block) for mine, theirs in found.pairs] == [(1, 1), (2, 2)]
        assert [each.block for each in (*found.extra, *found.missing)] == [3]


def test_a_call_at_another_place_has_moved() -> None:
    found = align(numbered("a", "b", "c"), numbered("b", "c", "a"))
    assert names(found.moved) == [("a", "a")]
    assert found.missing == []
    assert found.extra == []
    assert len(found.pairs) == 3


def test_of_very_many_differing_calls_neighbours_are_paired(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SQUARE", 1)
    before = [
        story("read", block=1, arguments={"a": 1}),
        story("gone", block=2, call_id="x"),
        story("end", block=3),
    ]
    after = [
        story("read", block=1, arguments={"a": 2}),
        story("new", block=9, call_id="y", arguments={"b": 1}),
    ]
    found = align(before, after)
    assert names(found.pairs) == [("read", "read")]
    assert [one.name for one in found.missing] == ["gone", "end"]
    assert [one.name for one in found.extra] == ["new"]

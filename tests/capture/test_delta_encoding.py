"""Packed lines give the same page, and are shorter if a page builds the same part again and again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from observers.recording_protocol import CopySubtree, Match, NewSubtree, Plain, RebuildChildren, SubtreeDiff
from overlay.capture.delta_encoding import pack, unpack
from overlay.capture.model import Closed, PackedStep, PageLine
from overlay.capture.recording import PAGE, CorruptRecording, Recording, write_lines
from tests.capture.record.lines import add, element, opened, remove, splice, step, text
from tests.capture.test_recording import folder

__all__ = ["folder"]
WORDS = [f"word{n} " for n in range(40)]


def answer(first: int, count: int, **attrs: str) -> dict[str, Any]:
    """A block of so many words, each in an element, numbered in order."""
    number = first + 1
    kids: list[dict[str, Any]] = []
    for word in WORDS[:count]:
        kids.append(element(number, "span", text(number + 1, word)))
        number += 2
    return element(first, "pre", *kids, **attrs)


def rebuilt(steps: int = 30, *, beside: bool = False) -> list[PageLine]:
    """All in an element is built anew, or with `beside` a part of it."""
    lines: list[PageLine] = [opened(element(2, "div", answer(10, 1), *([text(3, "!")] if beside else [])))]
    before = 10
    for n in range(1, steps + 1):
        lines.append(step(n, remove(before), add(2, answer(1000 * n, n + 1))))
        before = 1000 * n
    return [*lines, Closed(at=99, doc=1)]


def agains(lines: list[PageLine]) -> list[CopySubtree | RebuildChildren]:
    return [
        op
        for line in pack(lines)
        if isinstance(line, PackedStep)
        for op in line.ops
        if isinstance(op, CopySubtree | RebuildChildren)
    ]


NEW = [30, NewSubtree(new=Plain(tag="span", kids=[Plain(text=WORDS[30])]))]


def test_a_part_that_is_rebuilt_is_reported_by_what_is_new() -> None:
    found = agains(rebuilt(beside=True))
    assert len(found) == 30
    assert found[-1].o == "again"
    assert found[-1].what == SubtreeDiff(kids=NEW)  # type: ignore[union-attr]


def test_an_element_in_which_all_is_rebuilt_is_reported_by_what_is_new() -> None:
    found = agains(rebuilt())
    assert len(found) == 30
    assert found[-1].o == "anew"
    assert found[-1].kids == [Match(like=SubtreeDiff(kids=NEW))]  # type: ignore[union-attr]


def test_unpacking_gives_what_was_packed() -> None:
    for beside in (False, True):
        assert list(unpack(list(pack(rebuilt(beside=beside))))) == rebuilt(beside=beside)


def test_each_part_of_a_rebuilt_row_is_like_the_part_in_its_place() -> None:
    before = [answer(10, 3), answer(20, 5), text(40, "!")]
    ops = [remove(10), remove(20), add(2, answer(200, 5), before=40), add(2, answer(100, 3), before=200)]
    found = agains([opened(element(2, "div", *before)), step(1, *ops)])
    assert [again.like for again in found if isinstance(again, CopySubtree)] == [20, 10]
    before = [answer(10, 3), text(40, "!")]
    ops = [remove(10), add(2, answer(200, 5), before=40), add(2, answer(100, 3), before=200)]
    assert len(agains([opened(element(2, "div", *before)), step(1, *ops)])) == 1


def test_the_size_of_a_step_grows_only_with_its_new_parts() -> None:
    size = [
        len(line.model_dump_json(exclude_defaults=True))
        for line in pack(rebuilt())
        if isinstance(line, PackedStep)
    ]
    assert max(size) < 250


CHANGED = {
    "a text": element(100, "p", text(101, "onetwo"), element(102, "b", text(103, "bold"), text(104, "!"))),
    "an attribute": element(
        100, "p", text(101, "one"), element(102, "b", text(103, "bold"), text(104, "!")), title="t"
    ),
    "a kid less": element(100, "p", text(101, "one"), element(102, "b", text(103, "bold"))),
    "a kid more": element(
        100, "p", text(101, "one"), element(102, "b", text(103, "bold"), text(104, "!")), text(105, "x")
    ),
    "another kid": element(100, "p", text(101, "one"), element(102, "i", text(103, "bold"), text(104, "!"))),
    "a comment": element(
        100, "p", {"id": 101, "comment": "c"}, element(102, "b", text(103, "bold"), text(104, "!"))
    ),
    "a kid of svg": element(
        100, "p", text(101, "one"), {**element(102, "b", text(103, "bold")), "ns": "svg"}
    ),
    "nothing": element(100, "p", text(101, "one"), element(102, "b", text(103, "bold"), text(104, "!"))),
}


def test_a_rebuilt_part_with_one_change_is_packed() -> None:
    before = element(10, "p", text(11, "one"), element(12, "b", text(13, "bold"), text(14, "!")))
    wrong: list[tuple[str, bool]] = []
    for name, changed in CHANGED.items():
        for beside in ([], [text(3, "!")]):
            lines: list[PageLine] = [
                opened(element(2, "div", before, *beside)),
                step(1, remove(10), add(2, changed)),
            ]
            if len(agains(lines)) != 1 or list(unpack(list(pack(lines)))) != lines:
                wrong.append((name, bool(beside)))
    assert wrong == []


def test_other_changes_are_written_as_they_are() -> None:
    first = opened(
        element(
            2,
            "div",
            element(10, "p", text(11, "a"), text(12, "b"), text(13, "c"), {"id": 14, "comment": ""}),
            text(3, "!"),
        ),
        element(20, "div"),
    )
    cases: dict[str, list[PageLine]] = {
        name: [first, step(1, *ops), step(2, remove(10))] for name, ops in PLAIN.items()
    }
    cases["an element that gets little"] = [
        opened(element(2, "div", answer(10, 3))),
        step(1, remove(10), add(2, text(20, "a")), add(2, text(21, "b"))),
    ]
    cases["an unknown document"] = [step(1, remove(2))]
    wrong = [
        name for name, lines in cases.items() if agains(lines) or list(unpack(list(pack(lines)))) != lines
    ]
    assert wrong == []


PLAIN = {
    "another tag": [remove(10), add(2, element(100, "div", text(101, "a"), text(102, "b"), text(103, "c")))],
    "a small part": [remove(10), add(2, element(100, "p", text(101, "a")))],
    "numbers out of order": [
        remove(10),
        add(2, element(100, "p", text(102, "a"), text(101, "b"), text(103, "c"))),
    ],
    "a box that holds something": [
        remove(10),
        add(2, element(100, "p", text(101, "a"), {"id": 102, "tag": "input", "value": "v"}, text(103, ""))),
    ],
    "a shadow root": [
        remove(10),
        add(
            2,
            {
                **element(100, "p", text(101, "a"), text(102, "b"), text(103, "")),
                "shadow": {"id": 104, "kids": [text(105, "s")]},
            },
        ),
    ],
    "another parent": [
        remove(10),
        add(20, element(100, "p", text(101, "a"), text(102, "b"), text(103, "c"))),
    ],
    "a part that was moved": [remove(10), add(2, {"id": 10})],
    "nothing that left": [add(2, element(100, "p", text(101, "a"), text(102, "b"), text(103, "c")))],
    "other changes": [
        splice(11, 0, 1, "z"),
        {"o": "attr", "id": 10, "name": "a", "value": "1"},
        {"o": "attr", "id": 10, "name": "a", "value": None},
        {"o": "value", "id": 10, "value": "v"},
        {"o": "shadow", "id": 10, "shadow": {"id": 30}},
        splice(14, 0, 0, "c"),
        {"o": "url", "url": "/x"},
        remove(999),
        add(999, text(1000, "x")),
        add(2, {"id": 998}),
    ],
}


def test_a_likeness_of_what_was_changed_before_is_of_what_it_was_then() -> None:
    before = element(10, "p", text(11, "one"), text(12, "two"), text(13, "three"))
    after = element(100, "p", text(101, "ONE"), text(102, "two"), text(103, "three"), title="x")
    lines: list[PageLine] = [
        opened(element(2, "div", before, text(3, "!"))),
        step(1, splice(11, 0, 3, "ONE"), {"o": "attr", "id": 10, "name": "title", "value": "x"}),
        step(2, remove(10), add(2, after)),
    ]
    assert [again.what for again in agains(lines) if isinstance(again, CopySubtree)] == [
        SubtreeDiff(kids=[3])
    ]
    assert list(unpack(list(pack(lines)))) == lines


def test_a_likeness_of_an_unknown_node_is_a_corrupt_recording(folder: Path) -> None:
    broken = [
        CopySubtree(o="again", parent=1, id=9, like=8, what=SubtreeDiff()),
        RebuildChildren(o="anew", id=8, first=9, kids=[]),
        RebuildChildren(o="anew", id=2, first=9, kids=[3]),
        CopySubtree(o="again", parent=1, id=9, like=2, what=SubtreeDiff(text=(0, 0, "x"))),
        CopySubtree(o="again", parent=1, id=9, like=2, what=SubtreeDiff(kids=[Match(like=SubtreeDiff())])),
    ]
    place = Recording.open(folder).folder
    for op in broken:
        write_lines(place / PAGE, [opened(element(2, "p")), PackedStep(at=1, doc=1, n=1, ops=[op])])
        with pytest.raises(CorruptRecording, match=r"node [28]"):
            list(Recording.open(place).page())

from __future__ import annotations

from typing import Any

import pytest

from overlay.capture.pytest_support.literals import Seen, compare, literal, read

DONE = Seen("read", {"path": "a", "deep": {"x": 1}}, "done")


@pytest.mark.parametrize(
    "wanted",
    [
        "read",
        ("read",),
        ("read", "done"),
        ("read", {"path": "a", "deep": {"x": 1}}),
        ("read", {"path": ..., "deep": ...}, "done"),
        ("read", "done", {"path": "a", "deep": {"x": ...}}),
    ],
)
def test_what_a_test_does_not_care_for_is_left_out(wanted: Any) -> None:
    assert compare(read([wanted]), [DONE]) == []


@pytest.mark.parametrize(
    ("wanted", "wrong"),
    [
        ([("read", "failed")], ["read: the state is done, not failed"]),
        ([("read", {"path": "b", "deep": ...})], ['read: argument path is "a", not "b"']),
        ([("read", {"path": "a", "deep": ..., "more": 1})], ["read: argument more is missing"]),
        ([("read", {"path": ..., "deep": ..., "more": ...})], ["read: argument more is missing"]),
        ([("read", {"path": "a"})], ['read: argument deep is new: {"x": 1}']),
        ([], ['+ read(path="a", deep={"x": 1}) done is there and was not expected']),
        (["list", "read"], ["- list(…) is missing"]),
        (
            ["send"],
            ["- send(…) is missing", '+ read(path="a", deep={"x": 1}) done is there and was not expected'],
        ),
    ],
)
def test_what_is_wrong_is_named(wanted: list[Any], wrong: list[str]) -> None:
    assert compare(read(wanted), [DONE]) == wrong


def test_one_that_is_missing_shifts_no_other() -> None:
    seen = [Seen("a", {}, "done"), Seen("c", {}, "done")]
    assert compare(read(["a", "b", "c"]), seen) == ["- b(…) is missing"]


def test_another_name_with_the_same_arguments_is_one_difference() -> None:
    assert compare(read([("load", {"path": "a"})]), [Seen("read", {"path": "a"}, "done")]) == [
        "load: the name is read"
    ]


@pytest.mark.parametrize("wanted", [("read", 1), ("read", "done", "done"), ({},), (1,)])
def test_what_can_not_be_meant_is_refused(wanted: Any) -> None:
    with pytest.raises(TypeError, match="is not a block"):
        read([wanted])


def test_a_state_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'finished' is not a state"):
        read([("read", "finished")])


def test_what_is_there_can_be_pasted_into_the_test() -> None:
    assert compare(read(eval(literal([DONE]))), [DONE]) == []

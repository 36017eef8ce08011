from __future__ import annotations

from typing import Any

import pytest

from overlay.capture.pytest_support.literals import Seen, compare, literal, read, why

DONE = Seen("read", {"path": "a", "deep": {"x": 1}}, "done")


def test_an_expected_block_may_leave_out_arguments_and_state() -> None:
    table: list[Any] = [
        "read",
        ("read",),
        ("read", "done"),
        ("read", {"path": "a", "deep": {"x": 1}}),
        ("read", {"path": ..., "deep": ...}, "done"),
        ("read", "done", {"path": "a", "deep": {"x": ...}}),
    ]
    wrong = [(wanted, got) for wanted in table if (got := compare(read([wanted]), [DONE])) != []]
    assert wrong == []


def test_each_difference_from_the_expected_blocks_is_named() -> None:
    table: list[tuple[list[Any], list[str]]] = [
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
    ]
    wrong = [(wanted, got) for wanted, wrong in table if (got := compare(read(wanted), [DONE])) != wrong]
    assert wrong == []


def test_a_missing_block_does_not_shift_the_following_blocks() -> None:
    seen = [Seen("a", {}, "done"), Seen("c", {}, "done")]
    assert compare(read(["a", "b", "c"]), seen) == ["- b(…) is missing"]


def test_another_name_with_the_same_arguments_is_one_difference() -> None:
    assert compare(read([("load", {"path": "a"})]), [Seen("read", {"path": "a"}, "done")]) == [
        "load: the name is read"
    ]


def test_an_invalid_expected_block_is_refused() -> None:
    wrong: list[Any] = [("read", 1), ("read", "done", "done"), ({},), (1,), {"read": {"path": "a"}}, 1, None]
    for wanted in wrong:
        with pytest.raises(TypeError, match="is not a block"):
            read([wanted])
    with pytest.raises(ValueError, match="'finished' is not a state"):
        read([("read", "finished")])


def test_what_is_no_list_of_blocks_is_refused() -> None:
    nothing: list[Any] = ["read", {"read": {}}, 1, None]
    for wanted in nothing:
        with pytest.raises(TypeError, match=r"is not a list of blocks: write \["):
            read(wanted)
    one: list[Any] = [("read", "done"), ("read", {"path": "a"})]
    for wanted in one:
        with pytest.raises(TypeError, match="is one block, not a list of blocks"):
            read(wanted)


def test_why_a_call_has_another_state_is_told() -> None:
    seen = [
        Seen("read", {}, "failed", why("", "ValueError: no\nsuch zone", "tool_execution_failed")),
        Seen("read", {}, "ready", why("Not run automatically: it is hidden.", None, None)),
    ]
    assert compare(read([("read", "done")] * 2), seen) == [
        "read: the state is failed, not done (ValueError: no such zone)",
        "read: the state is ready, not done (Not run automatically: it is hidden.)",
    ]


def test_the_present_blocks_are_written_as_a_test_writes_them() -> None:
    assert compare(read(eval(literal([DONE]))), [DONE]) == []

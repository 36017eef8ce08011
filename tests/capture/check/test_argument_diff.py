from __future__ import annotations

from typing import Any

from overlay.capture.check.argument_diff import places, shown


def test_each_place_that_differs_has_its_path() -> None:
    table: list[tuple[Any, Any, list[tuple[str, str, Any, Any]]]] = [
        ({"path": "a"}, {}, [("path", "missing", "a", None)]),
        ({}, {"path": "a"}, [("path", "extra", None, "a")]),
        ({"path": "a"}, {"path": "b"}, [("path", "changed", "a", "b")]),
        ({"a": {"b": [1, {"c": 2}]}}, {"a": {"b": [1, {"c": 3}]}}, [("a.b[1].c", "changed", 2, 3)]),
        ({"a": [1]}, {"a": [1, 2]}, [("a[1]", "extra", None, 2)]),
        ({"a": [1, 2]}, {"a": [1]}, [("a[1]", "missing", 2, None)]),
        ({"a": 1}, {"a": "1"}, [("a", "changed", 1, "1")]),
        ({"a": True}, {"a": 1}, [("a", "changed", True, 1)]),
        ({"a": {"b": 1}}, {"a": {"b": 1}}, []),
    ]
    wrong = [
        (expected, got, seen)
        for expected, got, found in table
        if (seen := list(places(expected, got))) != found
    ]
    assert wrong == []


def test_texts_of_several_lines_are_shown_as_a_diff_and_other_values_as_json() -> None:
    assert shown("one\ntwo", "one\nthree")[2] == [(" ", "one"), ("-", "two"), ("+", "three")]
    assert shown(["a"], None) == ('["a"]', "null", [])

from typing import Any

import pytest

from overlay.detection.python_calls import SIZE_LIMIT, read_calls
from overlay.detection.stream_buffer import NotACall
from overlay.detection.tool_index import ToolIndex
from tests.detection.helpers import found, tool
from tests.support.table import for_each

NONE = ToolIndex()


EXPECTED: list[tuple[Any, Any]] = [
    ("[f(a=1, b='x')]", [("f", {"a": 1, "b": "x"})]),
    ("f(a=[1, (2,)], b={'k': None}), g()", [("f", {"a": [1, [2]], "b": {"k": None}}), ("g", {})]),
    ("a.b(c=-1.5)\nd(e=true)", [("a.b", {"c": -1.5}), ("d", {"e": True})]),
    ("print(f(a=1))", [("f", {"a": 1})]),
    ("f(**{'a': 1})", [("f", {"a": 1})]),
    ("f(a='x' 'y')", [("f", {"a": "xy"})]),
]


@for_each(("text", "expected"), EXPECTED)
def test_literals_are_read(text: str, expected: object) -> None:
    assert [(call.name, call.arguments) for call in read_calls(text, NONE)] == expected


def test_arguments_without_names_take_those_of_the_schema() -> None:
    index = ToolIndex([tool("f", a="string", b="integer")])
    assert read_calls("f('x', 2)", index)[0].arguments == {"a": "x", "b": 2}


@for_each(
    "text",
    [
        "f(a=g())", "f(a=x)", "f(1)", "f(a=1", "x = f()", "1 + 1", "f(**[1])", "f(a={**{}})", "f(a=b'x')", "f(a=1j)",
        "(lambda: 0)()", "f(a=__import__('os'))", "[f(), 1]", "f(a=1 if x else 2)", "f(a=" + "-" * 5000 + "1)", "\0",
    ],
)  # fmt: skip
def test_anything_but_calls_of_literals_is_refused(text: str) -> None:
    with pytest.raises(NotACall):
        read_calls(text, NONE)


def test_a_text_without_end_is_refused() -> None:
    with pytest.raises(NotACall):
        read_calls("f(a='" + "x" * SIZE_LIMIT + "')", NONE)


def test_each_call_has_its_own_span() -> None:
    text = "  [é(a='é'),\n  g()]"
    assert [text[slice(*call.span)] for call in read_calls(text, NONE)] == ["é(a='é')", "g()"]


@for_each(
    "text",
    [
        "[f(a=1)](http://x)",
        "[f(a=1)][0]",
        "[f(a=(1]",
        "[f(a=1) for x in y]",
        "[f(a=" + "(" * 200 + ")]",
        "see [f] and [1]",
        "[f(a='x]",
        '[f(a="""x]',
        "[f(a='x\\",
    ],
)
def test_a_list_of_something_else_is_no_call(text: str) -> None:
    assert found(text, [tool("f", a="string")]) == []


@for_each("text", ["[f(a='''x]''')]", '[f(a="\\"]")]', "[f(a='x', # why ]\n)]"])
def test_brackets_in_strings_do_not_count(text: str) -> None:
    assert len(found(text, [tool("f", a="string")])) <= 1


def test_without_tools_a_list_counts_only_alone() -> None:
    assert found("[f(a=1)]") == [("f", {"a": 1})]
    assert found("so: [f(a=1)]") == []
    assert found("[f(a=1)] so") == []


def test_every_name_has_to_be_a_tool() -> None:
    assert found("[f(), g()]", [tool("f")]) == []

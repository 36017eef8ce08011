import pytest

from overlay.detection.lenient_python import Mender
from overlay.detection.stream_buffer import NotACall
from tests.support.table import for_each


@for_each(
    ("text", "named"),
    [
        ("f(a='it's', b=1)", {"a": "it's", "b": 1}),
        ("f(a='x\ny')", {"a": "x\ny"}),
        ("f(a=['p', 'q's'], b=(1, 2.5))", {"a": ["p", "q's"], "b": [1, 2.5]}),
        ("f(a={'k': 'it's', 1: None}, b=true)", {"a": {"k": "it's", "1": None}, "b": True}),
        ("f(a='''it's''', b='\\d\\n') # so", {"a": "it's", "b": "\\d\n"}),
    ],
)
def test_values_are_literals_with_any_quotes_inside(text: str, named: dict[str, object]) -> None:
    assert [call.named for call in Mender(text).calls()] == [named]


def test_calls_are_in_a_list_or_behind_one_another() -> None:
    for text in ("[f('a'), g.h()]", "f('a')\ng.h()", "f('a'); g.h()"):
        assert [(call.name, call.placed) for call in Mender(text).calls()] == [("f", ["a"]), ("g.h", [])]


def test_a_span_is_where_its_call_is() -> None:
    text = "[f(a='it's'), g()]"
    assert [text[slice(*call.span)] for call in Mender(text).calls()] == ["f(a='it's')", "g()"]


@for_each(
    "text",
    [
        "f(a=b)",
        "f(a=open('x'))",
        "f(a='x",
        "f",
        "f(a=1",
        "[f()",
        "f() and more",
        "f(a=1_)",
        "f(a=" + "[" * 200 + ")",
    ],
)
def test_python_that_is_no_complete_call_of_literals_is_no_call(text: str) -> None:
    with pytest.raises(NotACall):
        Mender(text).calls()

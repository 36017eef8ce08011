import math

import pytest

from overlay.detection.lenient_json import SIZE_LIMIT, InvalidJson, loads
from tests.support.table import for_each


def test_strict_json_is_not_mended() -> None:
    assert loads('{"a": [1, 2.5, null]}') == ({"a": [1, 2.5, None]}, False)


@for_each(
    ("text", "expected"),
    [
        ('{"a": 1,}', {"a": 1}),
        ("[1, 2, ]", [1, 2]),
        ("{'a': 'b'}", {"a": "b"}),
        ("{“a”: ‘b’}", {"a": "b"}),
        ('{"a": True, "b": None, "c": undefined}', {"a": True, "b": None, "c": None}),
        ('// c\n{"a": 1 /* x */} # end', {"a": 1}),
        ('{"a": "x\ny"}', {"a": "x\ny"}),
        ('{"a": "he said "no" twice"}', {"a": 'he said "no" twice'}),
        ("{'a': 'it\\'s', }", {"a": "it's"}),
        ('{"a": "\\d\\u00e9\\u12",}', {"a": "\\dé\\u12"}),
        ('{"a": 1_000, "b": +2, "c": .5,}', {"a": 1000, "b": 2, "c": 0.5}),
        ("[-Infinity, 12345678901234567890123,]", [-math.inf, 12345678901234567890123]),
        ('{"a": "x\\\ny"}', {"a": "xy"}),
    ],
)
def test_nearly_json_is_mended(text: str, expected: object) -> None:
    assert loads(text) == (expected, True)


@for_each("text", ['{"a": [1, {"b": 2', '{"a": [1, {"b": 2,'])
def test_missing_brackets_are_added_on_demand(text: str) -> None:
    assert loads(text, close=True) == ({"a": [1, {"b": 2}]}, True)


@for_each(
    ("text", "why"),
    [
        ('{"a" 1}', "expected ':' after a key at position 5"),
        ("{+: 1}", "expected a key, found '+' at position 1"),
        ('{"a": 1 "b": 2}', "expected ',' or '}', found '\"' at position 8"),
        ('{"a": 1', "unexpected end at position 7"),
        ('{"a": ', "unexpected end at position 6"),
        ('{"a": "x', "a string isn't closed at position 6"),
        ("{} x", "unexpected 'x' at position 3"),
        ("[" * 300, "nested too deep"),
        ("[" * 200_000, "nested too deep"),
        ("{'a': 1.2.3}", "unexpected '1' at position 6"),
        ('{"a": what}', "unexpected 'w' at position 6"),
    ],
)
def test_json_that_can_not_be_mended_is_an_error_with_its_position(text: str, why: str) -> None:
    with pytest.raises(InvalidJson) as caught:
        loads(text)
    assert why in str(caught.value)


def test_large_text_is_not_mended() -> None:
    with pytest.raises(InvalidJson):
        loads("[1,]" + " " * SIZE_LIMIT)


def test_lone_surrogates_are_replaced_everywhere() -> None:
    assert loads('{"\\ud800": ["\\udfff", "\\ud83d\\ude00"]}')[0] == {"\ufffd": ["\ufffd", "😀"]}


def test_surrogate_pairs_survive_mending() -> None:
    assert loads("{'a': '\\ud83d\\ude00'}")[0] == {"a": "😀"}


def test_an_integer_past_pythons_limit_is_an_error() -> None:
    with pytest.raises(InvalidJson):
        loads("[" + "1" * 5000 + ",]")

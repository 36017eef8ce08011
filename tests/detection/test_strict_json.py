import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.detection.strict_json import end_of, members_at, pairs_at, string_at
from tests.support.table import for_each

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
values = st.recursive(
    scalars, lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=4), one, max_size=3)
)


@given(value=st.dictionaries(st.text(max_size=4), values), indent=st.sampled_from([None, 1]))
def test_an_object_ends_where_it_was_written(value: dict[str, object], indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    pairs, end = pairs_at(f"x {text} y", 2) or ((), 0)
    assert end == 2 + len(text)
    assert [key for key, _ in pairs] == list(value)


@given(value=st.dictionaries(st.text(max_size=4), values))
@pytest.mark.thorough
def test_members_have_their_values_and_places(value: dict[str, object]) -> None:
    text = json.dumps(value)
    found = members_at(text, 0)
    assert [(one.key, one.value, json.loads(text[one.start : one.end])) for one in found] == [
        (key, one, one) for key, one in value.items()
    ]


@for_each("text", ['{"a": 1', '{"a": }', "{a: 1}", '{"a": 1,}', '{"a": "\n"}', "[", '["\\x"]', "[" * 5000])
def test_incomplete_or_lenient_json_is_left_alone(text: str) -> None:
    assert end_of(text, 0) is None


@for_each("size", [100, 2040, 2048, 2060, 70_000, 200_000])
def test_a_long_object_is_read_though_it_is_tried_in_parts(size: int) -> None:
    text = json.dumps({"a": "x" * size, "b": [1]})
    assert end_of(text + "}" * 9, 0) == len(text)


@for_each(("text", "said"), [('"a\\n\\u00e4"', "a\nä"), ('"\\ud83d\\ude00"', "😀"), ('""', "")])
def test_a_string_is_decoded(text: str, said: str) -> None:
    assert string_at(f"{text} x", 0) == (said, len(text))


@for_each("text", ['"a', '"a\\"', '"\\x"', '"\\ud83d"', '"\n"'])
def test_a_string_that_is_cut_off_or_not_strict_is_left_alone(text: str) -> None:
    assert string_at(text, 0) is None

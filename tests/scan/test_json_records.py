from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.scan import json_records
from overlay.scan.json_records import elements, first_sign, lines, parsed
from overlay.scan.model import Unreadable
from tests.scan.helpers import opened

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(JSON, max_size=6), st.booleans(), st.integers(1, 40))
def test_elements_are_those_of_the_array_however_it_is_cut(
    value: list[Any], ascii_only: bool, chunk: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_records, "_CHUNK", chunk)
        text = json.dumps(value, ensure_ascii=ascii_only, indent=chunk % 3 or None)
        assert list(elements(opened(text.encode("utf-8", "surrogatepass")))) == value


def test_elements_come_before_the_file_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_records, "_CHUNK", 8)
    file = opened('[{"a": 1}, ' + '{"b": 2}, ' * 100 + "{}]")
    assert next(elements(file)) == {"a": 1}
    assert file.tell() < 40


@pytest.mark.parametrize("text", ['[{"a": 1}, {"b"', '[{"a": 1}, "b', '[{"a": 1}'])
def test_what_comes_before_a_cut_is_given_and_the_cut_is_reported(text: str) -> None:
    found = elements(opened(text))
    if text.count("1}, "):
        assert next(found) == {"a": 1}
    with pytest.raises(Unreadable, match="cut off"):
        next(found)


def test_a_comma_without_a_value_is_reported() -> None:
    with pytest.raises(Unreadable, match="comma"):
        list(elements(opened("[1,,2]")))


def test_an_element_past_the_limit_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_records, "_CHUNK", 8)
    with pytest.raises(Unreadable, match="split it"):
        list(elements(opened('["' + "x" * 100 + '"]'), limit=50))


def test_an_array_that_is_not_utf_8_is_reported() -> None:
    with pytest.raises(Unreadable, match="not UTF-8"):
        list(elements(opened(b'["\xff"]')))


def test_lines_have_their_numbers_and_empty_ones_are_passed_over() -> None:
    assert list(lines(opened('\ufeff{"a": 1}\n\n  \r\n[2]'))) == [(1, {"a": 1}), (4, [2])]


def test_a_broken_line_is_reported_and_the_next_is_read() -> None:
    found = list(lines(opened(b'{"a\n\xff\n3\n')))
    assert [(number, isinstance(value, Unreadable)) for number, value in found] == [
        (1, True),
        (2, True),
        (3, False),
    ]


def test_a_line_past_the_limit_is_passed_over_and_counted_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_records, "_CHUNK", 8)
    found = list(lines(opened("[" + "1," * 50 + "1]\n2\n"), limit=20))
    assert found[0][0] == 1
    assert "longer than" in str(found[0][1])
    assert found[1] == (2, 2)


def test_json_nested_past_all_reason_is_reported() -> None:
    with pytest.raises(Unreadable, match="nested too deeply"):
        parsed("[" * 200_000)


@pytest.mark.parametrize(("text", "sign"), [("\ufeff \n[1", "["), ("", ""), ("x", "x")])
def test_the_first_sign_is_the_first_that_is_no_blank(text: str, sign: str) -> None:
    file = opened(text)
    assert first_sign(file) == sign
    assert file.tell() == 0

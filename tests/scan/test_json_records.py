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


def test_elements_before_a_cut_are_given_and_the_cut_is_reported() -> None:
    for text in ('[{"a": 1}, {"b"', '[{"a": 1}, "b', '[{"a": 1}'):
        found = elements(opened(text))
        if text.count("1}, "):
            assert next(found) == {"a": 1}
        with pytest.raises(Unreadable, match="cut off"):
            next(found)


def test_a_broken_array_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_records, "_CHUNK", 8)
    broken: list[tuple[str | bytes, int, str]] = [
        ("[1,,2]", 50, "comma"),
        ("[1 2]", 50, "not valid JSON"),
        ('[{"a" 1}, 2]', 50, "not valid JSON"),
        (b'["\xff"]', 50, "not UTF-8"),
        ('["' + "x" * 100 + '"]', 50, "split it"),
    ]
    for text, limit, why in broken:
        with pytest.raises(Unreadable, match=why):
            list(elements(opened(text), limit=limit))


def test_lines_have_their_numbers_and_a_broken_one_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(lines(opened('\ufeff{"a": 1}\n\n  \r\n[2]'))) == [(1, {"a": 1}), (4, [2])]
    found = [(number, isinstance(value, Unreadable)) for number, value in lines(opened(b'{"a\n\xff\n3\n'))]
    assert found == [(1, True), (2, True), (3, False)]
    monkeypatch.setattr(json_records, "_CHUNK", 8)
    long, short = lines(opened("[" + "1," * 50 + "1]\n2\n"), limit=20)
    assert long[0] == 1
    assert "longer than" in str(long[1])
    assert short == (2, 2)


def test_json_that_is_nested_too_deeply_is_reported() -> None:
    with pytest.raises(Unreadable, match="nested too deeply"):
        parsed("[" * 200_000)


def test_the_first_sign_is_the_first_character_that_is_not_blank() -> None:
    for text, sign in {"\ufeff \n[1": "[", "": "", "x": "x"}.items():
        file = opened(text)
        assert first_sign(file) == sign
        assert file.tell() == 0

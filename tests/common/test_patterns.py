import pytest

from overlay.common.patterns import LONGEST, PatternError, PatternUnsupported, compiled
from tests.support.table import for_each


def test_a_pattern_that_explodes_elsewhere_takes_linear_time():
    assert compiled("^(a+)+$").search("a" * 100_000 + "!") is None


def test_a_pattern_is_found_anywhere():
    assert compiled("b+").search("abbc") is not None


def test_groups_are_given_where_they_are_asked_for():
    assert compiled("(?P<who>[a-z]+)!", groups=True).search("hi ann!")["who"] == "ann"


def test_case_counts_unless_it_is_to_be_ignored():
    assert [compiled("A", ignore_case=ignored).search("a") is not None for ignored in (False, True)] == [
        False,
        True,
    ]


def test_half_of_a_pair_is_matched_as_any_character():
    assert compiled("^.$").search("\ud800") is not None


@for_each("pattern", ["(?=a)", r"(a)\1", "a++", "(a{1000}){1000}", "a" * (LONGEST + 1), "(?<!a)b"])
def test_a_pattern_without_a_bound_is_distinguished_from_a_text_that_is_no_pattern(pattern: str):
    with pytest.raises(PatternUnsupported):
        compiled(pattern)


@for_each("pattern", ["(", "[a", "*"])
def test_a_text_that_is_no_pattern_is_refused(pattern: str):
    with pytest.raises(PatternError) as caught:
        compiled(pattern)
    assert not isinstance(caught.value, PatternUnsupported)

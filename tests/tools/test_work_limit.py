import pytest

from overlay.tools.work_limit import TooMuchWork, Work, length, sizes_of
from tests.support.table import for_each


def test_steps_can_be_spent_until_there_are_none():
    work = Work(2)
    work.spend(2)
    with pytest.raises(TooMuchWork):
        work.spend()


def test_a_container_is_as_large_as_what_is_in_it():
    value = {"key": ["x" * 100]}
    assert sizes_of(value)[id(value)] >= 103


def test_a_value_inside_of_itself_twice_counts_twice():
    inner = ["x" * 100]
    value = [inner, inner]
    assert sizes_of(value)[id(value)] >= 200


@for_each(("value", "entries"), [({"a": 1}, 1), ([1, 2], 2), ("text", 0), (3, 0)])
def test_only_containers_have_entries(value: object, entries: int):
    assert length(value) == entries

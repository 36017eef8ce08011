import pytest

from overlay.demo.history import finished_calls
from overlay.demo.results import parse_results


@pytest.mark.parametrize("count", [0, 1, 50])
def test_each_call_is_answered_by_the_turn_after_it(count: int) -> None:
    turns = finished_calls(count)
    answered = [parse_results(turn.text)[0].call_id for turn in turns[2:-1:2]]
    assert answered == [f"h{number}" for number in range(1, count + 1)]


def test_the_turns_alternate() -> None:
    roles = [turn.role for turn in finished_calls(4)]
    assert roles == ["user", "assistant"] * 5


def test_three_formats_take_turns() -> None:
    texts = [turn.text for turn in finished_calls(3) if turn.role == "assistant"]
    marks = ["<invoke", "function_call_start", "<tool:read_file>"]
    assert [mark in text for mark, text in zip(marks, texts, strict=False)] == [True, True, True]


def test_the_last_turn_holds_no_call() -> None:
    assert "read_file" not in finished_calls(2)[-1].text

from overlay.demo.history import finished_calls
from overlay.demo.results import parse_results


def test_a_history_alternates_calls_in_three_formats_with_their_results() -> None:
    for count in (0, 1, 50):
        turns = finished_calls(count)
        answered = [parse_results(turn.text)[0].call_id for turn in turns[2:-1:2]]
        assert answered == [f"h{number}" for number in range(1, count + 1)]
    turns = finished_calls(4)
    assert [turn.role for turn in turns] == ["user", "assistant"] * 5
    texts = [turn.text for turn in turns if turn.role == "assistant"]
    marks = ["<invoke", "function_call_start", "<tool:read_file>"]
    assert [mark in text for mark, text in zip(marks, texts, strict=False)] == [True, True, True]
    assert "read_file" not in turns[-1].text

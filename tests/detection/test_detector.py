from overlay.detection import StreamDetector
from tests.detection.helpers import found

CALL = '<invoke name="f"><parameter name="k">v</parameter></invoke>'


def test_no_ordinary_text_is_held_back() -> None:
    detector = StreamDetector()
    detector.feed("Hello, this is a < b and nothing else. ")
    assert detector.pending_from is None


def test_held_points_at_what_may_become_a_call() -> None:
    detector = StreamDetector()
    detector.feed("Hello <inv")
    assert detector.pending_from == 6


def test_held_is_released_by_an_unknown_key() -> None:
    detector = StreamDetector()
    detector.feed('x {"na')
    assert detector.pending_from == 2
    detector.feed('tion": "NL", ')
    assert detector.pending_from is None


def test_the_length_of_a_detector_is_that_of_its_text() -> None:
    detector = StreamDetector()
    detector.feed("abc")
    assert detector.length == 3


def test_finish_is_idempotent() -> None:
    detector = StreamDetector()
    detector.feed('<invoke name="f">')
    assert len(detector.finish()) == 1
    assert detector.finish() == []


def test_a_fenced_call_counts() -> None:
    assert found(f"```xml\n{CALL}\n```") == [("f", {"k": "v"})]


def test_a_call_that_fills_a_block_of_another_language_counts() -> None:
    assert found(f"```python\n{CALL}\n```\n") == [("f", {"k": "v"})]


def test_a_call_among_code_is_text() -> None:
    assert found(f"```python\nx = '''{CALL}'''\n```\n") == []


def test_a_block_given_by_its_label_needs_no_fence() -> None:
    assert found(CALL, fence="xml") == [("f", {"k": "v"})]
    assert found(f"print('{CALL}')", fence="python") == []


def test_a_quoted_line_is_no_call() -> None:
    assert found(f"> {CALL}\n") == []


def test_inline_code_is_no_call() -> None:
    assert found(f"Write `{CALL}` to call f.") == []


def test_reasoning_is_no_call() -> None:
    assert found(f"<think>I could {CALL}</think> Done.") == []


def test_a_result_is_no_call() -> None:
    assert found(f"<function_result>{CALL}</function_result>") == []


def test_a_full_text_gives_the_calls_that_its_deltas_give() -> None:
    text = 'So:\n\n<invoke name="f"></invoke>\n\n```python\n{"name": "f", "arguments": {}}\n```\n' * 3
    detector = StreamDetector()
    for char in text:
        detector.feed(char)
    detector.finish()
    assert StreamDetector().read_whole(text) == detector.calls

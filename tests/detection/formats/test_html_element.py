from overlay.detection import detect
from overlay.detection.examples import Example
from overlay.detection.formats.html_element import EXAMPLES
from tests.detection.helpers import streamed
from tests.support.table import for_each

OWN = {"element"}


@for_each("example", EXAMPLES)
def test_its_calls_are_taken_by_no_other_family(example: Example) -> None:
    assert {call.format for call in detect(example.text, example.definitions())} <= OWN


@for_each("example", EXAMPLES)
def test_its_spans_are_the_text_of_its_calls(example: Example) -> None:
    text = f"So: \n{example.text}\n"
    for call in detect(text, example.definitions()):
        assert text[slice(*call.span)] == call.raw


@for_each("example", EXAMPLES)
def test_its_calls_are_open_before_they_end(example: Example) -> None:
    events, calls = streamed(example.text, 1, example.definitions())
    kinds = [type(event).__name__ for event in events]
    assert kinds.count("CallOpened") == kinds.count("CallClosed") == len(calls)

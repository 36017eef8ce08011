"""The calls of a text are the same however the text is split into deltas."""

import importlib
import pkgutil
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from overlay.detection import StreamDetector, detect
from overlay.detection import formats as package
from tests.detection.helpers import found, streamed
from tests.support.table import for_each

TEXTS = [
    example.text
    for info in pkgutil.iter_modules(package.__path__)
    for example in importlib.import_module(f"{package.__name__}.{info.name}").EXAMPLES
]
PROSE = [
    "So:\n",
    "\n```xml\n",
    "\n```\n",
    "`",
    "> ",
    " <",
    "{",
    "[",
    "<think>",
    "</think>",
    "Example:\n",
    "é😀",
    "İ",
    "Do not run ",
    '{"a": 1} ',
    "now ",
    "\r\n",
]
pieces = st.lists(st.sampled_from(TEXTS) | st.sampled_from(PROSE), min_size=1, max_size=4)


@given(parts=pieces, data=st.data())
def test_splits_change_nothing(parts: list[str], data: st.DataObject) -> None:
    text = "".join(parts)
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=12).map(sorted))
    detector = StreamDetector()
    for start, end in pairwise([0, *cuts, len(text)]):
        detector.feed(text[start:end])
    detector.finish()
    assert repr(sorted(detector.calls, key=lambda call: call.span)) == repr(detect(text))


@given(parts=pieces, data=st.data())
def test_shown_text_is_never_taken_back_but_by_an_event(parts: list[str], data: st.DataObject) -> None:
    text = "".join(parts)
    size = data.draw(st.integers(1, 9))
    detector = StreamDetector()
    events = [event for at in range(0, len(text), size) for event in detector.feed(text[at : at + size])]
    events += detector.finish()
    opened = {event.call for event in events if type(event).__name__ == "CallOpened"}
    ended = {event.call for event in events if type(event).__name__ in ("CallClosed", "CallWithdrawn")}
    assert opened == ended


@given(st.text(max_size=200))
def test_any_text_is_read_without_an_error(text: str) -> None:
    detect(text)


@for_each(
    "text",
    [
        f"<{'a' * 60}.tool>\n<k>x</k>\n</{'a' * 60}.tool>",
        f"<{'a' * 130}.tool>\n<k>x</k>\n</{'a' * 130}.tool>",
        '```python\nx = 1 <read_file> {"name": "f", "arguments": {}}\n```\n<path>y</path>',
        "````<tool:f>{}</tool>`python\n```",
    ],
)
def test_texts_on_which_deltas_once_made_a_difference(text: str) -> None:
    for size in (1, 2, 3, 7):
        assert repr(streamed(text, size)[1]) == repr(detect(text))


FOUND_BY_FUZZING = [
    # The bracket is no call, and so does not prolong the example.
    "Example[]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=f>",
    # The block's content is read as Python first, and then again from its start.
    '```tool_code\nf(<invoke name="f"></invoke> ',
    '```tool_code\n]{"function":{"name":"f"',
    # The backtick ends a part of an opener, and may begin code.
    "TOOL_CALL`: f\nOBJECT: cup\n\nDone.",
    # `İ` is two characters in lower case, so the place of the opener's beginning was wrong.
    'İ\n&lt;tool_call&gt;{"name": "f", "arguments": {}}&lt;/tool_call&gt;',
]


def in_two(text: str, at: int) -> str:
    detector = StreamDetector()
    detector.feed(text[:at])
    detector.feed(text[at:])
    detector.finish()
    return repr(detector.calls)


def test_texts_that_fuzzing_found_read_alike_at_once_and_in_pieces() -> None:
    wrong = [text for text in FOUND_BY_FUZZING if repr(streamed(text)[1]) != repr(detect(text))]
    wrong += [
        text
        for text in FOUND_BY_FUZZING
        if {in_two(text, at) for at in range(len(text))} != {repr(detect(text))}
    ]
    assert wrong == []


CALL = '{"name": "f", "arguments": {}}'


@for_each(
    "before",
    [
        'Do not run {"city": "Paris"} for now:\n',
        'Do not run {"a": 1}, {"a": 2} then\n',
        "Do not run [1] yet ",
        'Do not run {"a": 1}:\nList the files:\n',
        'Do not run this:\n{"a": 1} (Example)\n',
        'Do not run {"a": "' + "x " * 155 + '"} for now:\n',
        # What looks like a call in the label of an item is read, and is none.
        'Do not run these:\n{"a": 1}\n- Use {a: b; c}:\n',
        'Do not run these:\n[{"a": 1}]\n1. As [f(x)]:\n',
        "Do not run these:\n```python\nprint(1)\n```\n- Use <tool_call>:\n",
    ],
)
def test_words_that_forbid_a_call_count_over_data(before: str) -> None:
    assert (found(before + CALL), *(streamed(before + CALL, size)[1] for size in (1, 4, 40))) == (
        [],
        [],
        [],
        [],
    )


@for_each(
    "before",
    [
        'Do not run this:\n{"city": "Paris"}\nRun this now:\n',
        'Do not run this: {"a": 1}. Run this: ',
        'I could not run {"city": "Paris"}, so I try:\n',
        'In the example {"a": 1} was given; now I run it:\n',
    ],
)
def test_words_that_forbid_a_call_do_not_count_where_words_after_data_ask_for_one(before: str) -> None:
    assert [len(found(before + CALL)), *(len(streamed(before + CALL, size)[1]) for size in (1, 4, 40))] == [
        1
    ] * 4

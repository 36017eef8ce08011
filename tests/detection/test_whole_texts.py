from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.detection import StreamDetector, ToolCall, WholeTextDetector, detect
from overlay.detection.registry import call_formats
from tests.detection.test_cases import CASES

TEXTS = [str(case["text"]) for case in CASES]
TOOL = {
    "name": "measure",
    "parameters": {"properties": {"k": {"type": "integer"}}},
    "fallbacks": {"natural_language": [r"measure (?P<k>\d+)"]},
}
PARTS = ("", "\n", "`", "```\n", "~~~json\n", "{", "[", "<", "\n> ", "For example:\n", "<think>")


def test_each_text_of_the_corpus_gives_what_detect_gives_in_any_order() -> None:
    detector = WholeTextDetector()
    mixed = random.Random(1).sample(TEXTS, len(TEXTS))
    assert [text for text in (*TEXTS, *mixed) if detector.calls(text) != detect(text)] == []


@given(st.data())
def test_pieces_of_texts_give_what_detect_gives(data: Any) -> None:
    detector = WholeTextDetector()
    for _ in range(4):
        first, second = data.draw(st.sampled_from(TEXTS)), data.draw(st.sampled_from(TEXTS))
        cut = data.draw(st.integers(0, len(first)))
        text = first[:cut] + data.draw(st.sampled_from(PARTS)) + second[cut % (len(second) + 1) :]
        assert detector.calls(text) == detect(text)


def test_the_tools_the_fallbacks_and_the_label_are_those_of_the_detector() -> None:
    texts = ("I will measure 7 now.", '{"name": "measure", "arguments": {"k": "7"}}', "measure(k=7)")
    wrong = [
        (text, fallbacks, fence)
        for text in texts
        for fallbacks in (False, True)
        for fence in (None, "tool_code")
        if WholeTextDetector([TOOL], fallbacks=fallbacks).calls(text, fence)
        != StreamDetector([TOOL], fallbacks=fallbacks, fence=fence).read_whole(text)
    ]
    assert wrong == []


def test_a_call_after_a_lone_surrogate_is_found() -> None:
    text = '\ud800 {"name": "f", "arguments": {"k": "\udc00"}}'
    assert WholeTextDetector().calls(text) == detect(text)


def test_a_key_that_is_written_with_escapes_is_found() -> None:
    texts = (
        r'{"\u006e\u0061me": "f", "argu\u006dents": {}}',
        r"```json" "\n" r'{"n\u0061me": "f", "\u0061rguments": {"k": 1}}' "\n```\n",
    )
    detector = WholeTextDetector()
    assert [
        text for text in texts if len(detector.calls(text)) != 1 or detector.calls(text) != detect(text)
    ] == []


def test_each_call_of_the_corpus_has_a_word_that_its_format_needs() -> None:
    needs = {family.id: family.needs for family in call_formats() if family.needs}
    calls = [call for text in TEXTS for call in detect(text) if call.format in needs]
    assert len(calls) > 30
    assert [call for call in calls if not any(word in call.raw.lower() for word in needs[call.format])] == []


def test_an_announcement_before_several_blocks_counts_as_when_the_text_is_streamed() -> None:
    said = (
        "For example:",
        "Do not run this.",
        "Then this ran for a while, as was to be seen before:",
        "Or:",
        "",
    )
    block = "```python\nx = 1\n```"
    call = '{"name": "f", "arguments": {}}'
    texts = [
        f"{one}\n{block}\n{two}\n{block}\n{three}\n{call}\n"
        for one, two, three in itertools.product(said, repeat=3)
    ]
    detector = WholeTextDetector()
    found = [len(detector.calls(text)) for text in texts]
    assert found == [len(streamed(text)) for text in texts]
    assert set(found) == {0, 1}


def streamed(text: str) -> list[ToolCall]:
    detector = StreamDetector()
    for at in range(0, len(text), 7):
        detector.feed(text[at : at + 7])
    detector.finish()
    return detector.calls


def test_a_text_after_one_that_ended_in_a_call_is_read_as_if_it_were_alone() -> None:
    detector = WholeTextDetector()
    for cut in ('<invoke name="f"><parameter name="k">v', "```python\nx", "<think>", "Example:", "`"):
        detector.calls(cut)
        assert [call.name for call in detector.calls('{"name": "f", "arguments": {}}')] == ["f"]


def test_an_invalid_tool_is_reported() -> None:
    with pytest.raises(ValueError, match="has no name"):
        WholeTextDetector([{}])


def test_a_call_that_only_the_label_of_its_code_block_makes_one_is_found() -> None:
    for marker in ("```", "~~~"):
        text = f"{marker}tool_code\nmeasure(k=7)\n{marker}\n"
        assert [call.name for call in WholeTextDetector().calls(text)] == ["measure"]

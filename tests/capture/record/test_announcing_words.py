"""A minimal recording keeps the words that announce an example, and no others."""

from __future__ import annotations

import itertools

from overlay.capture.model import Delta
from overlay.capture.record.anonymize import Calls
from overlay.detection import detect
from overlay.detection.surroundings import OBJECT, surroundings_of

CALL = '{"name": "f", "arguments": {}}'
TAG = '<tool:f>{"q": "instead of"}</tool>'
SAID = (
    "Example for Ann:",
    "Dear Ann, do not run this.",
    "Ann told Ben so, as was to be seen before:",
    "Or:",
    "I list the files of Ann:",
    "Ann lists her files:",
    "",
)
BETWEEN = ("```python\nx = 1\n```", "", CALL)
TEXTS = [
    "\n".join((first, between, second, between, third, CALL, ""))
    for first, second, third in itertools.product(SAID, repeat=3)
    for between in BETWEEN
] + [
    f"Example:\n- {CALL}\n\nOr:\n- {CALL}\n",
    f"Example:\n{CALL}\nOr:\n---\n{CALL}\n",
    f"For example: {TAG} or {TAG}\n",
    f"For example:\n{TAG} or\n{TAG}",
    f"A {{x}} example: {CALL}",
    f"Use [f], for example: {CALL}",
    f"Example: {CALL} or {CALL}",
    f"{TAG} Now I do it:\n{CALL}",
    "[1] a\n" * 600 + f"Do not run this:\n{CALL}",
]


def calls_of(*texts: str) -> Calls:
    deltas = [
        Delta(at_ms=0, n=1, doc=1, unit=number, at=0, text=text, length=len(text))
        for number, text in enumerate(texts)
    ]
    return Calls.of(deltas, [])


def masked(text: str) -> str:
    return calls_of(text).masked(text)


def found(text: str) -> list[tuple[int, int]]:
    return [call.span for call in detect(text)]


def test_the_masked_text_has_the_same_calls_after_each_announcement() -> None:
    assert [text for text in TEXTS if found(masked(text)) != found(text)] == []


def test_a_code_block_has_the_same_surroundings_in_the_masked_text() -> None:
    texts = [
        "\n".join((*said, "")) for said in itertools.product(SAID, [OBJECT, ""], SAID, [OBJECT, ""], SAID)
    ]
    texts.append(f"Example:\n{OBJECT}\nOr:\n- ")
    wrong = [text for text in texts if surroundings_of(masked(text)) != surroundings_of(text)]
    assert wrong == []


def test_only_the_words_stay_that_announce_an_example() -> None:
    wanted = {
        "For example, Ann would read it like this:\n{": "Xxx example, Xxx xxxxx xxxx xx xxxx xxxx:\n{",
        "Ben, we will not run this:\n{": "Xxx, xx xxxx not run xxxx:\n{",
        "Beispiel für Ann:\n```": "Beispiel xxx Xxx:\n```",
        "例如：\n{": "例如：\n{",
        "I read the file of Ann:\n{": "X xxxx xxx xxxx xx Xxx:\n{",
        "Ann said that it is an example. She left.\n{": "Xxx xxxx xxxx xx xx xx xxxxxxx. Xxx xxxx.\n{",
        'Ann, for example: {"name": "f"} she': 'Xxx, xxx example: {"xxxx": "x"} xxx',
    }
    assert {text: masked(text) for text in wanted} == wanted


def test_of_a_name_that_begins_as_such_a_word_only_that_part_stays() -> None:
    texts = ("Please do not tell Callum:\n{", "Ask Rufus, the shop is nicht auf:\n{", "Müllerbeispiel:\n{")
    assert [masked(text) for text in texts] == [
        "Xxxxxx do not xxxx Callxx:\n{",
        "Xxx Rufxx, xxx xxxx xx nicht auf:\n{",
        "Xxxxxxbeispiel:\n{",
    ]


def test_such_a_word_is_masked_in_other_lines() -> None:
    text = f"Callum will not run\n\nDo not run this:\n{CALL}"
    assert masked(text).startswith("Xxxxxx xxxx xxx xxx\n\nXx not run xxxx:\n")


def test_a_line_keeps_such_words_while_it_is_written_and_between_marks() -> None:
    line = "Do not run this:"
    calls = calls_of(f"{line}\n{CALL}")
    assert [calls.masked(line[:size]) for size in (2, 5, 8, 16)] == [
        "Xx",
        "Xx no",
        "Xx not r",
        "Xx not run xxxx:",
    ]
    assert calls.masked("> Do *not* run this!") == "> Xx *not* run xxxx!"

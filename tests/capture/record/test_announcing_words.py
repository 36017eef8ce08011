"""A minimal recording keeps the words that make a call an example, and no others."""

from __future__ import annotations

import itertools

from overlay.capture.model import Delta
from overlay.capture.record.announcing_words import announcing_words
from overlay.capture.record.anonymize import Calls
from overlay.detection import detect
from overlay.detection.surroundings import OBJECT, surroundings_of

CALL = '{"name": "f", "arguments": {}}'
SAID = (
    "Example for Ann:",
    "Dear Ann, do not run this.",
    "Ann told Ben so, as was to be seen before:",
    "Or:",
    "I list the files of Ann:",
    "Ann lists her files:",
    "",
)


def masked(text: str) -> str:
    delta = Delta(at_ms=0, n=1, doc=1, unit=1, at=0, text=text, length=len(text))
    return Calls.of([delta], []).masked(text)


def calls(text: str) -> list[tuple[int, int]]:
    return [found.span for found in detect(text)]


def test_the_masked_text_has_the_same_calls_after_each_announcement() -> None:
    texts = [
        "\n".join((first, between, second, between, third, CALL, ""))
        for first, second, third in itertools.product(SAID, repeat=3)
        for between in ("```python\nx = 1\n```", "", CALL)
    ]
    assert [text for text in texts if calls(masked(text)) != calls(text)] == []


def test_a_code_block_has_the_same_surroundings_in_the_masked_text() -> None:
    texts = [
        "\n".join((*said, "")) for said in itertools.product(SAID, [OBJECT, ""], SAID, [OBJECT, ""], SAID)
    ]
    wrong = [text for text in texts if surroundings_of(masked(text)) != surroundings_of(text)]
    assert wrong == []


def test_only_the_words_stay_that_announce_an_example() -> None:
    wanted = {
        "For example, Ann would read it like this:\n{": {"example"},
        "Ben, we will not run this:\n{": {"not", "run"},
        "Beispiel für Ann:\n```": {"beispiel"},
        "例如：\n{": {"例", "如"},
        'Ann, for example: {"name": "f"} and more': {"example"},
        "I read the file of Ann:\n{": set[str](),
        "Ann said that it is an example. She left.\n{": set[str](),
    }
    assert {text: set(announcing_words([text])) for text in wanted} == wanted


def test_a_kept_word_is_masked_within_other_words() -> None:
    assert masked(f"Notes of Ann\n\nDo not run this:\n{CALL}").startswith("Xxxxx xx Xxx\n")

from __future__ import annotations

from typing import Any

from overlay.detection import detect
from tests.beds.cases import CASES, END
from tests.beds.model import Model, text_of


def said(*texts: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": text} for text in texts]


def test_a_conversation_gets_the_answer_of_its_last_case() -> None:
    one, two = "<function_result>1</function_result>", "<function_result>2</function_result>"
    rounds = CASES["rounds"].answers
    wanted: dict[tuple[str, ...], str] = {
        ("Please, case:code",): CASES["code"].answers[0],
        ("case:rounds",): rounds[0],
        ("case:rounds", one): rounds[1],
        ("case:rounds", one, two): rounds[2],
        ("case:fenced", one, two): END,
        ("case:rounds", one, "case:rounds"): rounds[0],
        ("Hello",): END,
    }
    found = {texts: Model().answer(said(*texts)).answers[0] for texts in wanted}
    assert found == wanted


def test_an_applications_own_questions_are_not_written_down() -> None:
    model = Model()
    model.answer(said("### Task: make a title"))
    assert model.said == []


def test_the_last_message_with_a_text_is_found_as_it_was_received() -> None:
    model = Model()
    for text in ("first\n\tone", "first\n\ttwo", "other"):
        model.answer(said(text))
    assert (model.find("first"), model.find("nowhere")) == ("first\n\ttwo", "")


def test_a_message_in_parts_is_read_without_its_pictures() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "image_url"}, {"type": "input_text", "text": "b"}, 3]
    assert (text_of(parts), text_of("c"), text_of(None)) == ("a\n\nb", "c", "")


def test_every_case_holds_calls_of_its_own_but_words_code_and_a_quote() -> None:
    plain = {key for key, case in CASES.items() if not detect(case.answers[0])}
    assert plain == {"code", "rivers", "quote"}

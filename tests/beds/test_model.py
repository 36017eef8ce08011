from __future__ import annotations

from typing import Any

from overlay.detection import detect
from tests.beds.cases import CASES, END
from tests.beds.model import Model, text_of


def said(*texts: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": text} for text in texts]


def test_a_message_that_names_a_case_gets_its_answer() -> None:
    assert Model().answer(said("Please, case:code")).answers == CASES["code"].answers


def test_each_result_moves_on_to_the_next_answer() -> None:
    turns = said(
        "case:rounds", "<function_result>1</function_result>", "<function_result>2</function_result>"
    )
    found = [Model().answer(turns[: count + 1]).answers[0] for count in range(3)]
    assert found == list(CASES["rounds"].answers)


def test_after_the_last_answer_there_is_only_its_end() -> None:
    turns = said(
        "case:fenced", "<function_result>1</function_result>", "<function_result>2</function_result>"
    )
    assert Model().answer(turns).answers == (END,)


def test_a_new_question_counts_anew() -> None:
    turns = said("case:rounds", "<function_result>1</function_result>", "case:rounds")
    assert Model().answer(turns).answers[0] == CASES["rounds"].answers[0]


def test_a_message_of_no_case_gets_the_end() -> None:
    assert Model().answer(said("Hello")).answers == (END,)


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

from __future__ import annotations

from typing import Any

from overlay.calls.approvals import Answer
from overlay.ui.panel.messages import QuestionAnswered
from overlay.ui.panel.questions import OpenQuestion, Questions
from tests.ui.panel.room import question


def say(asked: OpenQuestion, scope: Any = "once", **more: Any) -> QuestionAnswered:
    plain = {"t": "answer", "question": asked.id, "nonce": asked.nonce, "scope": scope} | more
    return QuestionAnswered.model_validate(plain)


async def test_an_answer_reaches_its_question() -> None:
    questions = Questions()
    first, second = questions.add(question()), questions.add(question())
    assert questions.take(say(second, "tool"))
    assert (second.answer.result(), first.answer.done()) == (Answer("tool"), False)


async def test_a_reason_goes_with_a_no_and_with_nothing_else() -> None:
    questions = Questions()
    no, yes = questions.add(question()), questions.add(question())
    questions.take(say(no, "deny", reason=" not today "))
    questions.take(say(yes, "once", reason="sure"))
    assert (no.answer.result(), yes.answer.result()) == (Answer("deny", "not today"), Answer("once"))


async def test_an_answer_counts_once() -> None:
    questions = Questions()
    asked = questions.add(question())
    questions.take(say(asked, "deny"))
    assert not questions.take(say(asked, "once"))
    assert asked.answer.result() == Answer("deny")


async def test_an_answer_to_an_unknown_question_is_not_accepted() -> None:
    wrong: list[object] = []
    for other in [{"nonce": "x"}, {"question": "x"}]:
        questions = Questions()
        asked = questions.add(question())
        if questions.take(say(asked).model_copy(update=other)):
            wrong.append(other)
        if asked.answer.done():
            wrong.append(other)
    assert wrong == []


async def test_the_nonce_of_another_question_is_none() -> None:
    questions = Questions()
    first, second = questions.add(question()), questions.add(question())
    assert not questions.take(say(first, nonce=second.nonce))


async def test_an_answer_that_the_question_does_not_offer_is_not_accepted() -> None:
    questions = Questions()
    asked = questions.add(question(offers=("once", "deny")))
    assert not questions.take(say(asked, "tool"))
    assert not asked.answer.done()


async def test_a_question_can_be_denied_without_an_offer() -> None:
    questions = Questions()
    asked = questions.add(question(offers=("once",)))
    assert questions.take(say(asked, "deny"))


async def test_a_withdrawn_question_takes_no_answer() -> None:
    questions = Questions()
    asked = questions.add(question())
    questions.drop(asked)
    assert (questions.take(say(asked)), len(questions)) == (False, 0)


async def test_all_can_be_denied_at_once() -> None:
    questions = Questions()
    open_ones = [questions.add(question()), questions.add(question())]
    open_ones[1].answer.cancel()
    questions.deny_all("closed")
    assert open_ones[0].answer.result() == Answer("deny", "closed")
    assert list(questions) == []

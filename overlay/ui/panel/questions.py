"""The questions that stand in the panel, each with an id and a nonce that nobody can guess."""

from __future__ import annotations

import asyncio
import hmac
import itertools
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field

from overlay.calls.approvals import Answer, Question
from overlay.ui.panel.messages import QuestionAnswered, QuestionCard

arrival = itertools.count().__next__
"""Gives everything that is asked its place in the line."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenQuestion:
    """One open question. `answer` is what the person says; `cards` keeps what is shown of it, once that has
    been worked out.
    """

    question: Question
    answer: asyncio.Future[Answer]
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    nonce: str = field(default_factory=lambda: secrets.token_hex(16))
    at: int = field(default_factory=arrival)
    cards: dict[int, QuestionCard] = field(default_factory=dict[int, QuestionCard])


class Questions:
    """Open questions in the order they came."""

    def __init__(self) -> None:
        self._open: dict[str, OpenQuestion] = {}

    def __iter__(self) -> Iterator[OpenQuestion]:
        """Give the open questions."""
        return iter(list(self._open.values()))

    def __len__(self) -> int:
        """Return how many are open."""
        return len(self._open)

    def add(self, question: Question) -> OpenQuestion:
        """A question comes up."""
        asked = OpenQuestion(question, asyncio.get_running_loop().create_future())
        self._open[asked.id] = asked
        return asked

    def drop(self, asked: OpenQuestion) -> None:
        """The question is over, answered or withdrawn."""
        self._open.pop(asked.id, None)

    def take(self, message: QuestionAnswered) -> bool:
        """Give the answer to its question, and return True.

        False if there is no such question any more, the nonce is not its, or that answer was not on offer.
        """
        asked = self._open.get(message.question)
        if asked is None or not hmac.compare_digest(asked.nonce.encode(), message.nonce.encode()):
            return False
        if message.scope not in (*asked.question.offers, "deny"):
            return False
        reason = message.reason.strip() if message.scope == "deny" else ""
        self._end(asked, Answer(message.scope, reason))
        return True

    def deny_all(self, reason: str = "") -> None:
        """Everything that is open is denied."""
        for asked in self:
            self._end(asked, Answer("deny", reason))

    def _end(self, asked: OpenQuestion, answer: Answer) -> None:
        self.drop(asked)
        if not asked.answer.done():
            asked.answer.set_result(answer)

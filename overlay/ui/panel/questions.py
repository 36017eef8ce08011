"""The open questions of the panel, each with an id and a random nonce."""

from __future__ import annotations

import asyncio
import hmac
import itertools
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field

from overlay.calls.approvals import Answer, Question
from overlay.ui.panel.messages import QuestionAnswered
from overlay.ui.panel.state import QuestionCard

arrival = itertools.count().__next__
"""Returns the next number; questions and forms are shown in this order."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenQuestion:
    """One open question. `answer` resolves to the user's answer; `cards` caches its cards by dwell."""

    question: Question
    answer: asyncio.Future[Answer]
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    nonce: str = field(default_factory=lambda: secrets.token_hex(16))
    at: int = field(default_factory=arrival)
    cards: dict[int, QuestionCard] = field(default_factory=dict[int, QuestionCard])


class Questions:
    """The open questions, oldest first."""

    def __init__(self) -> None:
        self._open: dict[str, OpenQuestion] = {}

    def __iter__(self) -> Iterator[OpenQuestion]:
        """Iterate over the open questions."""
        return iter(list(self._open.values()))

    def __len__(self) -> int:
        """Return the number of open questions."""
        return len(self._open)

    def add(self, question: Question) -> OpenQuestion:
        """Add a question."""
        asked = OpenQuestion(question, asyncio.get_running_loop().create_future())
        self._open[asked.id] = asked
        return asked

    def drop(self, asked: OpenQuestion) -> None:
        """Remove the question: it was answered or withdrawn."""
        self._open.pop(asked.id, None)

    def take(self, message: QuestionAnswered) -> bool:
        """Apply the answer to its question and return True.

        Returns False if the question is no longer open, the nonce is wrong, or the answer was not offered.
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
        """Deny every open question."""
        for asked in self:
            self._end(asked, Answer("deny", reason))

    def _end(self, asked: OpenQuestion, answer: Answer) -> None:
        self.drop(asked)
        if not asked.answer.done():
            asked.answer.set_result(answer)

"""The questions about calls that are open in the panel."""

from __future__ import annotations

from dataclasses import dataclass, field

from overlay.calls.approvals import Answer, Question
from overlay.ui.panel.messages import QuestionAnswered
from overlay.ui.panel.open_requests import OpenRequest, OpenRequests
from overlay.ui.panel.state import QuestionCard


@dataclass(slots=True, eq=False)
class OpenQuestion(OpenRequest[Answer]):
    """One open question. `cards` caches its cards by dwell."""

    question: Question
    cards: dict[int, QuestionCard] = field(default_factory=dict[int, QuestionCard])


class Questions(OpenRequests[OpenQuestion]):
    """The open questions, oldest first."""

    def add(self, question: Question) -> OpenQuestion:
        """Add a question."""
        return self.open(OpenQuestion(question))

    def take(self, message: QuestionAnswered) -> bool:
        """Apply the answer to its question and return True.

        Returns False if the question is no longer open, the nonce is wrong, or the answer was not offered.
        """
        asked = self.find(message.question, message.nonce)
        if asked is None or message.scope not in (*asked.question.offers, "deny"):
            return False
        reason = message.reason.strip() if message.scope == "deny" else ""
        self.end(asked, Answer(message.scope, reason))
        return True

    def deny_all(self, reason: str = "") -> None:
        """Deny every open question."""
        for asked in self:
            self.end(asked, Answer("deny", reason))

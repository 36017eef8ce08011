"""Asks the user in the panel: for approvals, and with the forms of servers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, TypeVar

from overlay.calls.approvals import Answer, Question
from overlay.calls.call import Call
from overlay.tools.mcp.elicitation import Elicitation
from overlay.tools.mcp.elicitation import FormAnswer as FormAnswer
from overlay.ui.panel.cards import DWELL, card_of
from overlay.ui.panel.forms import Forms, form_card
from overlay.ui.panel.messages import FormFilled, PanelMessage, QuestionAnswered
from overlay.ui.panel.panel import GONE, Panel
from overlay.ui.panel.questions import Questions
from overlay.ui.panel.state import FormCard, QuestionCard

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class QuestionsChanged:
    """The number of questions and forms that wait in the panel is now `waiting`."""

    waiting: int


class PanelPrompts:
    """The questions of a panel; it is an Approver, and its `elicit` is an Elicitor.

    A question opens the panel's window and brings it to the front. When the window is lost, open questions
    are denied and forms cancelled. `dwell` is in milliseconds; see `cards`.
    """

    def __init__(self, panel: Panel, *, dwell: int = DWELL) -> None:
        self.questions = Questions()
        self.forms = Forms()
        self._panel = panel
        self._dwell = dwell
        self._wanted = ""
        panel.add(self)

    async def __call__(self, question: Question) -> Answer:
        """Ask the user for an approval; see `Approver`."""
        asked = self.questions.add(question)
        try:
            return await self._answered(asked.answer, question.tool.name)
        finally:
            self.questions.drop(asked)
            self._changed()

    async def elicit(self, elicitation: Elicitation) -> FormAnswer:
        """Show the user a server's form; see `Elicitor`. Raises FormError if the form can't be shown."""
        form = self.forms.add(elicitation)
        try:
            return await self._answered(form.answer, elicitation.server)
        finally:
            self.forms.drop(form)
            self._changed()

    def show(self, call: Call | None) -> None:
        """Show the question about the call first, and bring the window to the front, if there is one."""
        for asked in self.questions:
            if call is not None and asked.question.call == call.id:
                self._wanted = asked.id
                self._panel.changed()
                self._panel.show_question()

    def state(self) -> dict[str, Any]:
        """Return the cards of all open questions and forms: the one of `show`, then the oldest first."""
        cards: dict[int, QuestionCard | FormCard] = {
            asked.at: card_of(asked, dwell=self._dwell) for asked in self.questions
        }
        cards |= {form.at: form_card(form, dwell=self._dwell) for form in self.forms}
        return {
            "questions": sorted((cards[at] for at in sorted(cards)), key=lambda card: card.id != self._wanted)
        }

    async def carry_out(self, message: PanelMessage) -> str | None:
        """Give an answer to its question or form; return None for any other message."""
        match message:
            case QuestionAnswered():
                return "" if self.questions.take(message) else GONE
            case FormFilled():
                return "" if self.forms.take(message) else GONE
            case _:
                return None

    def window_lost(self) -> None:
        """Deny open questions and cancel open forms: the user can't see them any more."""
        self.questions.deny_all()
        self.forms.cancel_all()

    async def _answered(self, answer: asyncio.Future[T], about: str) -> T:
        """Bring the window to the front, and return the user's answer.

        The desktop may not allow that; a notification then names the tool or server (`about`).
        """
        await self._panel.bring_back()
        self._changed()
        self._panel.announce(about)
        return await answer

    def _changed(self) -> None:
        self._panel.changed()
        self._panel.events.publish(QuestionsChanged(len(self.questions) + len(self.forms)))

"""The cards of questions: complete, and with every hidden or misleading character escaped."""

from __future__ import annotations

import json
from typing import Any

from overlay.common.language import translate
from overlay.common.terminal_text import visible
from overlay.policy.tool_effects import effect_words
from overlay.ui.panel.questions import OpenQuestion
from overlay.ui.panel.state import QuestionCard

DWELL = 500
"""Milliseconds in which a new card's buttons ignore presses, which may be meant for something else."""
LONGEST = 1_000
"""The most characters of a tool's own description: it must not push the arguments out of view."""


def card_of(asked: OpenQuestion, *, dwell: int = DWELL) -> QuestionCard:
    """Return the card of an open question; it is made once, since arguments may be megabytes."""
    if dwell not in asked.cards:
        asked.cards[dwell] = _card(asked, dwell)
    return asked.cards[dwell]


def _card(asked: OpenQuestion, dwell: int) -> QuestionCard:
    question = asked.question
    return QuestionCard(
        id=asked.id,
        nonce=asked.nonce,
        tool=visible(question.tool.name),
        server=visible(question.tool.server or ""),
        says=visible(_cut(question.tool.description.strip())),
        about=[translate(word) for word in effect_words(question.effects)],
        danger=question.effects.dangerous,
        site=visible(question.site),
        reason=visible(translate(question.reason)),
        warnings=[visible(translate(line)) for line in question.warnings],
        preview=visible(question.preview),
        arguments=pretty(question.arguments),
        offers=[scope for scope in question.offers if scope != "deny"],
        command=visible(question.command),
        dwell=dwell,
    )


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def pretty(arguments: dict[str, Any]) -> str:
    r"""Return all arguments as JSON on several lines; invisible characters are written as `\uXXXX`."""
    return visible(json.dumps(arguments, indent=2, ensure_ascii=False, default=repr))


def brief(arguments: dict[str, Any], most: int = 300) -> str:
    """Return the arguments on one line, cut to `most` characters."""
    text = json.dumps(arguments, ensure_ascii=False, default=repr)
    return visible(text if len(text) <= most else f"{text[:most]}…")

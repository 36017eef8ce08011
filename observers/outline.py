"""Asks one document's isolated world to outline something, and checks its answer."""

from __future__ import annotations

from pydantic import ValidationError

from observers.document import Document
from observers.messages import BadMessage, Outline, Outlined


async def outline(document: Document, wanted: Outline) -> list[str]:
    """Outline the spots in the page; give for each why it could not be, "" if it was.

    Raises playwright's Error when the document is gone, BadMessage for an answer that is none of ours.
    """
    answer = await document.ask("function (wanted) { return this.outline(wanted); }", wanted.model_dump())
    try:
        problems = Outlined.model_validate(answer).problems
    except ValidationError as error:
        raise BadMessage(str(error)[:300]) from error
    if len(problems) != len(wanted.spots):
        raise BadMessage(f"{len(problems)} answers to {len(wanted.spots)} spots")
    return problems

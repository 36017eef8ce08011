"""What a check finds: differences, and a verdict for each recording. Plain data, so that it goes from process
to process as JSON.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, InstanceOf

Raw = InstanceOf[str]  # page text may hold lone surrogates, which a plain `str` field refuses

Kind = Literal[
    "call",  # missing or extra
    "argument",
    "reading",  # name, id, format, role: how the text was read
    "state",
    "result",
    "order",
    "event",
    "when",
    "dom",
    "aria",
    "page",
    "picture",
]
KINDS: dict[Kind, str] = {
    "call": "calls",
    "argument": "arguments",
    "reading": "reading",
    "state": "states",
    "result": "results",
    "order": "order",
    "event": "events",
    "when": "moments",
    "dom": "block DOM",
    "aria": "accessibility",
    "page": "page DOM",
    "picture": "pictures",
}
"""Each kind in the words that a person reads."""

Mark = Literal[" ", "-", "+", "…"]
DiffLine = tuple[Mark, Raw]
"""A line of a diff: in both, only expected, only got, or how many were left out."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Pictures(_Model):
    """A block as it was and as it is now, as files; `difference` shows what differs. A path is "" where there
    is no such picture. `share` is the part of the pixels that differ, `box` (x, y, width, height in pixels)
    where they are.
    """

    expected: str = ""
    got: str = ""
    difference: str = ""
    share: Annotated[float, Field(ge=0, le=1)] = 1
    box: tuple[int, int, int, int] | None = None


class Difference(_Model):
    """One thing that is not as it was.

    `what` names it in one line. `block` is its number in what was expected (in what came, for an extra one),
    `step` the step of the page at which it shows first. `expected` and `got` are single values, `diff` lines
    of something longer. `also` are the other places with the very same difference. `follows`: it comes of
    another difference of that block, and alone says nothing new.
    """

    kind: Kind
    what: Raw
    block: int | None = None
    name: Raw = ""
    call_id: Raw = ""
    step: int | None = None
    status: str = ""
    expected: Raw = ""
    got: Raw = ""
    diff: list[DiffLine] = Field(default_factory=list[DiffLine])
    also: list[str] = Field(default_factory=list[str])
    follows: bool = False
    pictures: Pictures | None = None


class Moment(_Model):
    """One event on the timeline of a report: a block (None: the chat) came to `kind` at step `n`."""

    n: int
    block: int | None
    kind: str
    name: Raw = ""


Outcome = Literal["same", "different", "error", "updated"]


class Verdict(_Model):
    """What a check says of one recording. `problem` is why it could not be checked; `notes` are what changed
    around it since it was made (versions, the site's profile), which may explain a difference.
    """

    name: str
    folder: str
    outcome: Outcome
    differences: list[Difference] = Field(default_factory=list[Difference])
    problem: str = ""
    notes: list[str] = Field(default_factory=list[str])
    seconds: float = 0
    steps: int = 0
    blocks: int = 0
    expected: list[Moment] = Field(default_factory=list[Moment])
    got: list[Moment] = Field(default_factory=list[Moment])

    @property
    def ok(self) -> bool:
        """The recording gives what it gave, or what it gives was accepted."""
        return self.outcome in ("same", "updated")

"""The result of a check: differences, and a verdict for each recording. Processes exchange them as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, InstanceOf

from overlay.common.language import mark

Raw = InstanceOf[str]  # page text may hold lone surrogates, which a plain `str` field refuses

Kind = Literal[
    "site",  # the page itself, as the profile sees it
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
    "site": mark("the site"),
    "call": mark("calls"),
    "argument": mark("arguments"),
    "reading": mark("reading"),
    "state": mark("states"),
    "result": mark("results"),
    "order": mark("order"),
    "event": mark("events"),
    "when": mark("moments"),
    "dom": mark("block DOM"),
    "aria": mark("accessibility"),
    "page": mark("page DOM"),
    "picture": mark("pictures"),
}
"""The name of each kind in messages."""

Mark = Literal[" ", "-", "+", "…"]
DiffLine = tuple[Mark, Raw]
"""A line of a diff: " " in both, "-" only expected, "+" only got, "…" how many lines are left out."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Pictures(_Model):
    """Paths of a block's screenshots, expected and new; `difference` is a picture of what differs.

    A path is "" if there is no such picture. `share` (0 to 1) is the share of pixels that differ, `box` the
    rectangle around them (x, y, width, height in pixels).
    """

    expected: str = ""
    got: str = ""
    difference: str = ""
    share: Annotated[float, Field(ge=0, le=1)] = 1
    box: tuple[int, int, int, int] | None = None


class Difference(_Model):
    """One difference from the expected result.

    `what` describes it in one line. `block` is the number of the block in the expected result (for a new
    block: in the new result), `step` the first step with the difference. `expected` and `got` are single
    values, `diff` are the lines of longer ones. `also` lists other places with the same difference. `follows`
    is True if another difference causes this one. `mend` says what mends it.
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
    mend: Raw = ""
    pictures: Pictures | None = None


class Moment(_Model):
    """One event on a report's timeline: a block (None: the chat) had the event `kind` at step `n`."""

    n: int
    block: int | None
    kind: str
    name: Raw = ""


Outcome = Literal["same", "different", "error", "updated"]


class Verdict(_Model):
    """The result for one recording. `problem` says why it could not be checked; `notes` list what changed
    since it was made (versions, the site profile), which may explain a difference.
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
        """Whether the result is as expected, or was accepted."""
        return self.outcome in ("same", "updated")

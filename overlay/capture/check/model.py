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
    """Paths of a block's screenshots. A path is "" if there is no such picture."""

    expected: str = ""
    """The accepted picture."""
    got: str = ""
    """The new picture."""
    difference: str = ""
    """A picture of what differs."""
    share: Annotated[float, Field(ge=0, le=1)] = 1
    """The share of pixels that differ."""
    box: tuple[int, int, int, int] | None = None
    """The rectangle around them: x, y, width, height in pixels."""
    masks: list[tuple[int, int, int, int]] = Field(default_factory=list[tuple[int, int, int, int]])
    """The rectangles that are not compared."""


def place(block: int | None, status: str, viewport: str = "") -> str:
    """Return the name of a block's state, "" without a block."""
    return "" if block is None else " ".join(filter(None, (f"block {block}", status, viewport)))


class Difference(_Model):
    """One difference from the expected result."""

    kind: Kind
    """The part that differs."""
    what: Raw
    """The difference in one line."""
    block: int | None = None
    """Number of the block in the expected result; for a new block, in the new result."""
    name: Raw = ""
    """Name of its tool."""
    call_id: Raw = ""
    """Id of its call."""
    step: int | None = None
    """The first step with the difference."""
    status: str = ""
    """State of the block."""
    viewport: str = ""
    """The size of the page in which the pictures differ, "" for the recorded one."""
    expected: Raw = ""
    """The expected value."""
    got: Raw = ""
    """The value now."""
    diff: list[DiffLine] = Field(default_factory=list[DiffLine])
    """The lines of longer values."""
    also: list[str] = Field(default_factory=list[str])
    """Other places with the same difference."""
    follows: bool = False
    """Another difference causes this one."""
    harmless: bool = False
    """A change of the site by which overlay loses nothing."""
    mend: Raw = ""
    """The command that mends it, "" if there is none."""
    pictures: Pictures | None = None
    """The pictures that differ."""

    @property
    def place(self) -> str:
        """The block and its state, as in `also` of another difference."""
        return place(self.block, self.status, self.viewport)


class Shown(_Model):
    """A moment that a report shows, with its accepted and its new picture.

    It is a block that came to `status`, with the block's `title`; or, of two recordings of a site, the page
    at the end of `turn`.
    """

    title: Raw = ""
    status: str = ""
    turn: int = 0
    block: int | None = None
    name: Raw = ""
    call_id: Raw = ""
    step: int | None = None
    viewport: str = ""
    pictures: Pictures
    problem: str = ""
    """The reason why the pictures can't be compared."""

    @property
    def place(self) -> str:
        """The block and its state, as `Difference.place`."""
        return place(self.block, self.status, self.viewport)

    @property
    def differs(self) -> bool:
        """Whether the pictures are not the same, or one of them is missing."""
        pictures = self.pictures
        return bool(pictures.difference) or not (pictures.expected and pictures.got)


class Moment(_Model):
    """One event on a report's timeline: a block (None: the chat) had the event `kind` at step `n`."""

    n: int
    block: int | None
    kind: str
    name: Raw = ""


Outcome = Literal["same", "different", "error", "updated"]


NO_RESULT = "there was no expected result"
"""The note of a verdict on a recording whose first result was accepted."""


class Verdict(_Model):
    """The result for one recording. `problem` says why it could not be checked; `notes` list what changed
    since it was made (versions, the site profile), which may explain a difference. `live`: the live site was
    recorded again, and nothing was replayed.
    """

    name: str
    folder: str
    outcome: Outcome
    live: bool = False
    differences: list[Difference] = Field(default_factory=list[Difference])
    problem: str = ""
    notes: list[str] = Field(default_factory=list[str])
    seconds: float = 0
    steps: int = 0
    blocks: int = 0
    expected: list[Moment] = Field(default_factory=list[Moment])
    got: list[Moment] = Field(default_factory=list[Moment])
    shown: list[Shown] = Field(default_factory=list[Shown])

    @property
    def ok(self) -> bool:
        """Whether the result is as expected, or was accepted."""
        return self.outcome in ("same", "updated")

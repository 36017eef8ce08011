"""The lines of a recording (see docs/recordings.md): the page's documents and steps, what came from outside,
and what overlay made of them.

Times are milliseconds since the recording began. A step is what one report of the page's observer held; steps
of all documents are numbered in one row, from 1. Node 1 is the document itself. A block is meant by its
number in the order of detection, from 1: ids are made anew in each run.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, InstanceOf, TypeAdapter

VERSION = 1
"""Goes up when an older overlay can't read what a newer one writes."""

Millis = Annotated[float, Field(ge=0)]
NodeId = Annotated[int, Field(ge=1)]
Raw = InstanceOf[str]  # page text may hold lone surrogates, which a plain `str` field refuses


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Node(_Model):
    """A node of the page. Exactly one of `tag`, `text`, `comment`, `doctype` is there; a node with none of
    them is one that the document had before (it was moved).
    """

    id: NodeId
    tag: str | None = None
    ns: Literal["svg", "math"] | None = None
    attrs: list[tuple[str, Raw]] = Field(default_factory=list[tuple[str, Raw]])
    kids: list[Node] = Field(default_factory=list["Node"])
    shadow: Shadow | None = None
    value: Raw | None = None
    """What a box holds, where that is not what its markup says."""
    text: Raw | None = None
    comment: Raw | None = None
    doctype: str | None = None


class Shadow(_Model):
    """An open shadow root; `id` is the root's own."""

    id: NodeId
    kids: list[Node] = Field(default_factory=list[Node])
    sheets: list[Raw] = Field(default_factory=list[Raw])
    """Texts of the constructed sheets it adopted."""


class Add(_Model):
    """`node` goes into `parent` before `before` (none: at the end)."""

    o: Literal["add"]
    parent: NodeId
    before: NodeId | None = None
    node: Node


class Remove(_Model):
    """The node leaves its parent."""

    o: Literal["del"]
    id: NodeId


class Splice(_Model):
    """From UTF-16 offset `at` of a text or comment, `cut` units go and `text` comes."""

    o: Literal["text"]
    id: NodeId
    at: Annotated[int, Field(ge=0)]
    cut: Annotated[int, Field(ge=0)]
    text: Raw


class Attribute(_Model):
    """An attribute gets a value, or goes (None)."""

    o: Literal["attr"]
    id: NodeId
    name: str
    value: Raw | None


class Value(_Model):
    """What a box holds now: its text, or "true"/"false" for one to tick."""

    o: Literal["value"]
    id: NodeId
    value: Raw


class Attach(_Model):
    """An element got a shadow root, or its root other sheets (`shadow.kids` are then empty)."""

    o: Literal["shadow"]
    id: NodeId
    shadow: Shadow


class Sheets(_Model):
    """The constructed sheets of the document, or the rules that script put into the `style` element `id`."""

    o: Literal["sheets"]
    id: NodeId | None = None
    sheets: list[Raw]


class Address(_Model):
    """The document's address changed without a new document."""

    o: Literal["url"]
    url: str


Op = Annotated[
    Add | Remove | Splice | Attribute | Value | Attach | Sheets | Address, Field(discriminator="o")
]


class Opened(_Model):
    """A document began, and this is what it held once it was parsed. `frame` is the element of another
    document in which it stands, (document, node).
    """

    t: Literal["document"] = "document"
    at: Millis
    doc: Annotated[int, Field(ge=1)]
    page: Annotated[int, Field(ge=1)] = 1
    frame: tuple[int, int] | None = None
    url: str
    title: Raw = ""
    tree: list[Node]
    sheets: list[Raw] = Field(default_factory=list[Raw])


class Step(_Model):
    """What changed at once."""

    t: Literal["step"] = "step"
    at: Millis
    doc: int
    n: Annotated[int, Field(ge=1)]
    ops: list[Op]


class Again(_Model):
    """In the file only: a node and all in it is built anew after the likeness of one that left in this step,
    `like`; `what` is new (see `overlay.capture.delta_encoding`). Its numbers follow each other from `id`.
    """

    o: Literal["again"]
    parent: NodeId
    before: NodeId | None = None
    id: NodeId
    like: NodeId
    what: dict[str, Any]


class Anew(_Model):
    """In the file only: all in node `id` leaves, and what comes is built after its likeness, as `kids` of an
    Again say. The numbers follow each other from `first`.
    """

    o: Literal["anew"]
    id: NodeId
    first: NodeId
    kids: list[Any]


PackedOp = Annotated[
    Add | Remove | Splice | Attribute | Value | Attach | Sheets | Address | Again | Anew,
    Field(discriminator="o"),
]


class PackedStep(_Model):
    """A step as it is written."""

    t: Literal["step"] = "step"
    at: Millis
    doc: int
    n: Annotated[int, Field(ge=1)]
    ops: list[PackedOp]


class Closed(_Model):
    """The document went away."""

    t: Literal["closed"] = "closed"
    at: Millis
    doc: int


PackedLine = Annotated[Opened | PackedStep | Closed, Field(discriminator="t")]
PageLine = Annotated[Opened | Step | Closed, Field(discriminator="t")]


class Pressed(_Model):
    """A person pressed a block's button after step `n`."""

    t: Literal["press"] = "press"
    at: Millis
    n: int
    block: int
    action: Literal["execute", "cancel", "touch", "insert", "submit", "resend"]


class Answered(_Model):
    """A person was asked whether a call may run, and said so."""

    t: Literal["answer"] = "answer"
    at: Millis
    n: int
    block: int
    verdict: dict[str, Any]


class Ran(_Model):
    """A tool ran: from `at` for `took` milliseconds. `result` is what it gave as text parts and whether it
    failed, as `overlay.tools.result` writes it.
    """

    t: Literal["ran"] = "ran"
    at: Millis
    n: int
    block: int
    name: str
    arguments: dict[str, Any]
    took: Millis
    result: dict[str, Any]


class Put(_Model):
    """A text was put into the composer (`sent` False), or what stood there was sent."""

    t: Literal["put"] = "put"
    at: Millis
    n: int
    blocks: list[int]
    sent: bool
    exact: bool = True
    problem: str = ""


InputLine = Annotated[Pressed | Answered | Ran | Put, Field(discriminator="t")]


class Delta(_Model):
    """A piece of a watched text as the page told it: from UTF-16 offset `at` of unit `unit` the tail is
    `text`.
    """

    at_ms: Millis
    n: int
    doc: int
    unit: int
    at: int
    text: Raw
    length: int


class LogLine(_Model):
    """One thing that overlay made of it, after step `n`; only what changed of the block is there."""

    n: int
    block: int | None
    kind: str
    text: str = ""
    info: dict[str, Any] = Field(default_factory=dict[str, Any])


class Drawn(_Model):
    """A block as it was drawn when it came into a state: its DOM, one element a line, its accessibility tree,
    and the name of its picture, if one was taken.
    """

    block: int
    status: str
    dom: str
    aria: str
    picture: str = ""


class Redaction(_Model):
    """How often a rule took something out before the recording was written."""

    rule: str
    count: int


class Asset(_Model):
    """Something the page looks like: `file` in `assets/`."""

    url: str
    file: str
    type: str


class Manifest(_Model):
    """`recording.json`. `profile` is the site's whole profile and `config` overlay's settings as they were;
    `tools` are the definitions that were there, with their policy classes; `origin` says whether the page was
    captured live, imported from a file, or reconstructed by hand.
    """

    format: Literal["overlay-recording"] = "overlay-recording"
    version: int = VERSION
    made: str
    target: str
    url: str
    origin: Literal["live", "imported", "reconstructed"] = "live"
    minimal: bool = False
    overlay: str
    browser: str
    profile: dict[str, Any]
    config: dict[str, Any]
    tools: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])
    width: int = 1280
    height: int = 800
    dark: bool = False
    ended: str = ""
    """Why the recording ended."""
    length: Millis = 0
    steps: int = 0
    redacted: list[Redaction] = Field(default_factory=list[Redaction])
    assets: list[Asset] = Field(default_factory=list[Asset])


PAGE_LINE: TypeAdapter[PageLine] = TypeAdapter(PageLine)
PACKED_LINE: TypeAdapter[PackedLine] = TypeAdapter(PackedLine)
INPUT_LINE: TypeAdapter[InputLine] = TypeAdapter(InputLine)
TAGGED = (Opened, Step, PackedStep, Closed, Pressed, Answered, Ran, Put)

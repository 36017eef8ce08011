"""The lines of a recording (see docs/recordings.md): the page's documents and steps, the inputs (user, tools,
message box), and overlay's events.

Times are milliseconds since the recording began. A step holds the mutation records of one MutationObserver
callback; the steps of all documents share one numbering, from 1. Node 1 is the document. A block is
identified by its number in the order of detection, from 1, because block ids are random in each run. The
operations without a tree are those that the page sends (`observers.recording_protocol`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter

from observers.block_view import Status
from observers.protocol import Action, Relation
from observers.recording_protocol import (
    CopySubtree,
    MaySend,
    NodeData,
    Number,
    NumberOrZero,
    Raw,
    RebuildChildren,
    RemoveNode,
    SetAttribute,
    SetSheets,
    SetUrl,
    SetValue,
    SpliceText,
)
from overlay.calls.block_context import Visibility

Millis = Annotated[float, Field(ge=0)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Node(NodeData):
    """A node of the page with what it contains. Exactly one of `tag`, `text`, `comment`, `doctype` is set. A
    node with none of them refers to a node that the document already has (it was moved).
    """

    kids: list[Node] = Field(default_factory=list["Node"])
    shadow: Shadow | None = None


class Shadow(_Model):
    """An open shadow root; `id` is the id of the root, not of its host."""

    id: Number
    kids: list[Node] = Field(default_factory=list[Node])
    sheets: list[Raw] = Field(default_factory=list[Raw])
    """Texts of its adopted (constructed) style sheets."""


class Add(_Model):
    """Insert `node` into `parent` before the node `before` (0: at the end)."""

    o: Literal["add"]
    parent: Number
    before: NumberOrZero = 0
    node: Node


class Attach(_Model):
    """Attach a shadow root to an element, or set the sheets of its root (`shadow.kids` is then empty)."""

    o: Literal["shadow"]
    id: Number
    shadow: Shadow


Op = Annotated[
    Add | Attach | RemoveNode | SpliceText | SetAttribute | SetValue | SetSheets | SetUrl | MaySend,
    Field(discriminator="o"),
]


class Opened(_Model):
    """A document was opened; `tree` is its content once it was parsed. `frame` is the element that contains
    it, as (document number, node id), or None for a top document.
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
    """The operations of one MutationObserver callback."""

    t: Literal["step"] = "step"
    at: Millis
    doc: int
    n: Annotated[int, Field(ge=1)]
    ops: list[Op]


PackedOp = Annotated[
    Add
    | Attach
    | RemoveNode
    | SpliceText
    | SetAttribute
    | SetValue
    | SetSheets
    | SetUrl
    | MaySend
    | CopySubtree
    | RebuildChildren,
    Field(discriminator="o"),
]


class PackedStep(_Model):
    """A step as it is written to the file, with deltas."""

    t: Literal["step"] = "step"
    at: Millis
    doc: int
    n: Annotated[int, Field(ge=1)]
    ops: list[PackedOp]


class Closed(_Model):
    """The document was closed."""

    t: Literal["closed"] = "closed"
    at: Millis
    doc: int


class UncheckedStep(_Model):
    """A step with unchecked operations, as in the file. The page applies them."""

    t: Literal["step"] = "step"
    at: Millis
    doc: int
    n: Annotated[int, Field(ge=1)]
    ops: list[dict[str, Any]]


UncheckedLine = Annotated[Opened | UncheckedStep | Closed, Field(discriminator="t")]
PackedLine = Annotated[Opened | PackedStep | Closed, Field(discriminator="t")]
PageLine = Annotated[Opened | Step | Closed, Field(discriminator="t")]


class Pressed(_Model):
    """The user pressed a block's button after step `n`; `values` are the texts of its form."""

    t: Literal["press"] = "press"
    at: Millis
    n: int
    block: int
    action: Action
    values: dict[str, str] = {}


class Answered(_Model):
    """The user answered the approval request of a call."""

    t: Literal["answer"] = "answer"
    at: Millis
    n: int
    block: int
    verdict: dict[str, Any]


class Ran(_Model):
    """A tool ran: from `at` for `took` milliseconds. `result` is its result or error as
    `overlay.capture.tool_results.as_plain` writes it.
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
    """A text was inserted into the message box (`sent` False), or the content of the box was sent."""

    t: Literal["put"] = "put"
    at: Millis
    n: int
    blocks: list[int]
    sent: bool
    exact: bool = True
    problem: str = ""


class Looked(_Model):
    """overlay looked how the page shows a call that is due; `found` is the result, None: no page answered.

    `ended` is False if the recording ended before the look. `first`: the assistant had just written the call,
    and overlay decided on it.
    """

    t: Literal["look"] = "look"
    at: Millis
    n: int
    block: int
    found: Visibility | None = None
    ended: bool = True
    first: bool = False


class Related(_Model):
    """The page told whether it shows a call of the tool `name` a second time: `found` is its relation to each
    equal call that was there before. `ended` is False if the recording ended before the answer.
    """

    t: Literal["related"] = "related"
    at: Millis
    n: int
    name: str
    found: list[Relation] = Field(default_factory=list[Relation])
    ended: bool = True


class RecalledResult(_Model):
    """The result of a call of an earlier run, as in `overlay.calls.outcome.Outcome`."""

    text: str
    error_code: str | None = None
    private: bool = False
    folded: bool = False
    notice: str = ""


class Recalled(_Model):
    """The ledger had a call of an earlier run that is equal to one in the page: its state and its result.

    `id` is the call's number, from 1: a page that was loaded again has the same calls. `chat` says in which
    of the conversations of document `doc`, from 1; `arguments` are as the model wrote them. `uncertain`: the
    call may be of another conversation.
    """

    t: Literal["recalled"] = "recalled"
    at: Millis
    n: int
    id: int = 0
    doc: int
    chat: Annotated[int, Field(ge=1)] = 1
    name: str
    call_id: str | None = None
    arguments: dict[str, Any]
    turn: str = ""
    replies_to: str = ""
    status: Status
    note: str = ""
    started: bool = False
    inserted: bool = False
    uncertain: bool = False
    result: RecalledResult | None = None


class Tainted(_Model):
    """A conversation had seen private data or untrusted text before this run.

    It is the conversation `chat` of document `doc`, both from 1; or, if not `named`, any chat of the site
    that has no address.
    """

    t: Literal["tainted"] = "tainted"
    at: Millis
    n: int
    doc: int
    chat: Annotated[int, Field(ge=1)] = 1
    named: bool = True
    private: bool = False
    untrusted: bool = False


InputLine = Annotated[
    Pressed | Answered | Ran | Put | Looked | Related | Recalled | Tainted, Field(discriminator="t")
]


class Delta(_Model):
    """A change of a watched text, as the page sent it: unit `unit` is `text` from UTF-16 offset `at` to its
    end.
    """

    at_ms: Millis
    n: int
    doc: int
    unit: int
    at: int
    text: Raw
    length: int


def _status_word(word: Any) -> Any:
    return "scheduled" if word == "waiting" else word


def _with_status_word(info: dict[str, Any]) -> dict[str, Any]:
    return info | {"status": _status_word(info["status"])} if "status" in info else info


def _with_status_attribute(dom: str) -> str:
    return dom.replace('data-status="waiting"', 'data-status="scheduled"')


StatusWord = Annotated[str, BeforeValidator(_status_word)]
"""The kind of an event, or a status. Earlier recordings say `waiting` for `scheduled`."""


class LogLine(_Model):
    """One event of overlay."""

    n: int
    """The step of the recording after which it happened."""
    block: int | None
    """Number of the block, from 1. None: it is not about a block."""
    kind: StatusWord
    """The kind of the event."""
    text: str = ""
    """More about it."""
    info: Annotated[dict[str, Any], BeforeValidator(_with_status_word)] = Field(
        default_factory=dict[str, Any]
    )
    """The changed fields of the block, as in BlockInfo."""


class Drawn(_Model):
    """A block as it was rendered when it entered a state: its DOM (one element a line), its accessibility
    tree, and the file name of its screenshot, if one was taken.
    """

    block: int
    status: StatusWord
    dom: Annotated[str, BeforeValidator(_with_status_attribute)]
    aria: str
    picture: str = ""


PACKED_LINE: TypeAdapter[PackedLine] = TypeAdapter(PackedLine)
UNCHECKED_LINE: TypeAdapter[UncheckedLine] = TypeAdapter(UncheckedLine)
INPUT_LINE: TypeAdapter[InputLine] = TypeAdapter(InputLine)
TAGGED = (Opened, Step, PackedStep, Closed, Pressed, Answered, Ran, Put, Looked, Related, Recalled, Tainted)

Replied = dict[int, list[int]]
"""The numbers of the sendings that got a reply, ascending, by document (overlay.capture.replay.replies)."""

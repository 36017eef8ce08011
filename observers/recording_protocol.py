"""Entries from the page's recorder; `tools/make_types.py` writes their types in JavaScript."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, InstanceOf, StringConstraints, TypeAdapter

Number = Annotated[int, Field(ge=1, le=2**31)]
"""The number of a node; 1 is the document itself."""
NumberOrZero = Annotated[int, Field(ge=0, le=2**31)]
Offset = Annotated[int, Field(ge=0, le=2**31)]
Pixels = Annotated[int, Field(ge=0, le=100_000)]
Epoch = Annotated[float, Field(ge=0, le=1e14)]
"""Milliseconds since 1970."""
Raw = InstanceOf[str]
Name = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Url = Annotated[str, StringConstraints(max_length=100_000)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class NodeData(_Model):
    """A node; a known node that moved has only its number."""

    id: Number
    tag: Name | None = None
    ns: Literal["svg", "math"] | None = None
    attrs: list[tuple[Name, Raw]] = Field(default_factory=list[tuple[str, Raw]])
    value: Raw | None = None
    text: Raw | None = None
    comment: Raw | None = None
    doctype: str | None = None


class AddNode(_Model):
    """Insert `node` into `parent` before node `before` (0: at the end)."""

    o: Literal["add"]
    parent: Number
    before: NumberOrZero
    node: NodeData


class Plain(_Model):
    """A node and its descendants, without numbers."""

    tag: Name | None = None
    ns: Literal["svg", "math"] | None = None
    attrs: list[tuple[Name, Raw]] = Field(default_factory=list[tuple[str, Raw]])
    text: Raw | None = None
    comment: Raw | None = None
    kids: list[Plain] = Field(default_factory=list["Plain"])


class Match(_Model):
    """A node that equals the one at its position, except for `like`."""

    like: SubtreeDiff


class NewSubtree(_Model):
    """A node that does not resemble the one at its position."""

    new: Plain


Kids = list[Annotated[Number | Match | NewSubtree, Field(union_mode="left_to_right")]]
"""The children, in order; an integer n means n children that are equal to those at their positions."""


class SubtreeDiff(_Model):
    """The differences of a node; `text` is a splice: UTF-16 offset, units to cut, the new text."""

    attrs: list[tuple[Name, Raw]] | None = None
    text: tuple[Offset, Offset, Raw] | None = None
    kids: Kids = Field(default_factory=list[int | Match | NewSubtree])


class CopySubtree(_Model):
    """Insert a copy of the subtree `like` at the time of its removal in this step, changed as `what` says.

    It is inserted before node `before` (0: at the end). The new nodes are numbered from `id` on, in document
    order.
    """

    o: Literal["again"]
    parent: Number
    before: NumberOrZero = 0
    id: Number
    like: Number
    what: SubtreeDiff


class RebuildChildren(_Model):
    """Replace all children of node `id` by `kids`, which are described relative to the old children.

    The new nodes are numbered from `first` on.
    """

    o: Literal["anew"]
    id: Number
    first: Number
    kids: Kids


class RemoveNode(_Model):
    """Remove the node from its parent."""

    o: Literal["del"]
    id: Number


class SpliceText(_Model):
    """Replace `cut` units from UTF-16 offset `at` of a text node by `text`."""

    o: Literal["text"]
    id: Number
    at: Offset
    cut: Offset
    text: Raw


class SetAttribute(_Model):
    """Set an attribute to `value`, or remove it (None)."""

    o: Literal["attr"]
    id: Number
    name: Name
    value: Raw | None


class SetValue(_Model):
    """Set the value of a form control: its text, or "true" or "false" for a checkbox or radio button."""

    o: Literal["value"]
    id: Number
    value: Raw


class AttachShadow(_Model):
    """Attach the open shadow root `root` to element `id`; the root's nodes follow."""

    o: Literal["root"]
    id: Number
    root: Number
    sheets: list[Raw]


class SetSheets(_Model):
    """Set the style sheets of `id`.

    For the document (0) or a shadow root: its constructed sheets; for a `style` element: the rules that a
    script inserted.
    """

    o: Literal["sheets"]
    id: NumberOrZero = 0
    sheets: list[Raw]


class SetUrl(_Model):
    """Set the document's address, which changed without a new document."""

    o: Literal["url"]
    url: Url


class MaySend(_Model):
    """The user may send what the message box holds now: they pressed Enter, or something in the page."""

    o: Literal["sent"]


Op = Annotated[
    AddNode
    | CopySubtree
    | RebuildChildren
    | RemoveNode
    | SpliceText
    | SetAttribute
    | SetValue
    | AttachShadow
    | SetSheets
    | SetUrl
    | MaySend,
    Field(discriminator="o"),
]


class PageInfo(_Model):
    """The environment of a page: the viewport in CSS pixels, and whether it has a dark colour scheme."""

    width: Pixels
    height: Pixels
    dark: bool


class DocumentStarted(_Model):
    """A document was parsed; the next MutationStep contains all of it.

    `frame` is the number of the frame element in the parent document, 0 if it is not known.
    """

    k: Literal["begin"]
    at: Epoch
    url: Url
    title: Raw
    frame: NumberOrZero
    about: PageInfo


class MutationStep(_Model):
    """The changes of one MutationObserver callback; with `over` False, a part of them."""

    k: Literal["step"]
    at: Epoch
    ops: Annotated[list[Op], Field(max_length=20_000)]
    over: bool


Entry = Annotated[DocumentStarted | MutationStep, Field(discriminator="k")]
ENTRIES: TypeAdapter[list[Entry]] = TypeAdapter(list[Entry], config=ConfigDict(defer_build=True))

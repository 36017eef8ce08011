"""What the page's recorder tells: the Python twin of `injected_js/recording/recording_types.js`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, InstanceOf, StringConstraints

Number = Annotated[int, Field(ge=1, le=2**31)]
"""Of a node; 1 is the document itself."""
Perhaps = Annotated[int, Field(ge=0, le=2**31)]
Offset = Annotated[int, Field(ge=0, le=2**31)]
Epoch = Annotated[float, Field(ge=0, le=1e14)]
"""Milliseconds since 1970."""
Raw = InstanceOf[str]
Name = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Url = Annotated[str, StringConstraints(max_length=100_000)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class NodeData(_Model):
    """A node; one that is known already (it was moved) has nothing but its number."""

    id: Number
    tag: Name | None = None
    ns: Literal["svg", "math"] | None = None
    attrs: list[tuple[Name, Raw]] = Field(default_factory=list[tuple[str, Raw]])
    value: Raw | None = None
    text: Raw | None = None
    comment: Raw | None = None
    doctype: str | None = None


class AddNode(_Model):
    """`node` goes into `parent` before `before` (0: at the end)."""

    o: Literal["add"]
    parent: Number
    before: Perhaps
    node: NodeData


class Plain(_Model):
    """A node and all in it, without numbers."""

    tag: Name | None = None
    ns: Literal["svg", "math"] | None = None
    attrs: list[tuple[Name, Raw]] = Field(default_factory=list[tuple[str, Raw]])
    text: Raw | None = None
    comment: Raw | None = None
    kids: list[Plain] = Field(default_factory=list["Plain"])


class Match(_Model):
    """A node like the one in its place, but for this."""

    like: SubtreeDiff


class NewSubtree(_Model):
    """A node that does not resemble the one in its place."""

    new: Plain


Kids = list[Number | Match | NewSubtree]
"""A number stands for so many that are just alike."""


class SubtreeDiff(_Model):
    """What is new of a node; `text`: from this UTF-16 offset so many units go, and this comes."""

    attrs: list[tuple[Name, Raw]] | None = None
    text: tuple[Offset, Offset, Raw] | None = None
    kids: Kids = Field(default_factory=list[int | Match | NewSubtree])


class CopySubtree(_Model):
    """A part is built anew: as `like` and all in it was when it left in this step, but for `what`. Its nodes
    are numbered from `id` on, in the order of the page.
    """

    o: Literal["again"]
    parent: Number
    before: Perhaps
    id: Number
    like: Number
    what: SubtreeDiff


class RebuildChildren(_Model):
    """All in node `id` left, and what stands in it now is built after its likeness, numbered from `first`."""

    o: Literal["anew"]
    id: Number
    first: Number
    kids: Kids


class RemoveNode(_Model):
    """The node leaves its parent."""

    o: Literal["del"]
    id: Number


class SpliceText(_Model):
    """From UTF-16 offset `at` of a text, `cut` units go and `text` comes."""

    o: Literal["text"]
    id: Number
    at: Offset
    cut: Offset
    text: Raw


class SetAttribute(_Model):
    """An attribute gets a value, or goes (None)."""

    o: Literal["attr"]
    id: Number
    name: Name
    value: Raw | None


class SetValue(_Model):
    """What a box holds now."""

    o: Literal["value"]
    id: Number
    value: Raw


class AttachShadow(_Model):
    """An element has the open shadow root `root`; what stands in it follows."""

    o: Literal["root"]
    id: Number
    root: Number
    sheets: list[Raw]


class SetSheets(_Model):
    """Constructed sheets of the document (0) or of a root, or what script put into a `style` element."""

    o: Literal["sheets"]
    id: Perhaps
    sheets: list[Raw]


class SetUrl(_Model):
    """The address changed without a new document."""

    o: Literal["url"]
    url: Url


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
    | SetUrl,
    Field(discriminator="o"),
]


class DocumentStarted(_Model):
    """A document was parsed; the next moment holds all of it. `frame` is the number of the element of the
    parent document in which it stands, 0 where that is not known.
    """

    k: Literal["begin"]
    at: Epoch
    url: Url
    title: Raw
    frame: Perhaps


class MutationStep(_Model):
    """What one report of the observer held, or with `over` False a part of it."""

    k: Literal["step"]
    at: Epoch
    ops: Annotated[list[Op], Field(max_length=20_000)]
    over: bool


Entry = Annotated[DocumentStarted | MutationStep, Field(discriminator="k")]

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


class Fresh(_Model):
    """A node; one that is known already (it was moved) has nothing but its number."""

    id: Number
    tag: Name | None = None
    ns: Literal["svg", "math"] | None = None
    attrs: list[tuple[Name, Raw]] = Field(default_factory=list[tuple[str, Raw]])
    value: Raw | None = None
    text: Raw | None = None
    comment: Raw | None = None
    doctype: str | None = None


class Put(_Model):
    """`node` goes into `parent` before `before` (0: at the end)."""

    o: Literal["add"]
    parent: Number
    before: Perhaps
    node: Fresh


class Plain(_Model):
    """A node and all in it, without numbers."""

    tag: Name | None = None
    ns: Literal["svg", "math"] | None = None
    attrs: list[tuple[Name, Raw]] = Field(default_factory=list[tuple[str, Raw]])
    text: Raw | None = None
    comment: Raw | None = None
    kids: list[Plain] = Field(default_factory=list["Plain"])


class Alike(_Model):
    """A node like the one in its place, but for this."""

    like: Likeness


class Newborn(_Model):
    """A node that does not resemble the one in its place."""

    new: Plain


Kids = list[Number | Alike | Newborn]
"""A number stands for so many that are just alike."""


class Likeness(_Model):
    """What is new of a node; `text`: from this UTF-16 offset so many units go, and this comes."""

    attrs: list[tuple[Name, Raw]] | None = None
    text: tuple[Offset, Offset, Raw] | None = None
    kids: Kids = Field(default_factory=list[int | Alike | Newborn])


class Again(_Model):
    """A part is built anew: as `like` and all in it was when it left in this step, but for `what`. Its nodes
    are numbered from `id` on, in the order of the page.
    """

    o: Literal["again"]
    parent: Number
    before: Perhaps
    id: Number
    like: Number
    what: Likeness


class Anew(_Model):
    """All in node `id` left, and what stands in it now is built after its likeness, numbered from `first`."""

    o: Literal["anew"]
    id: Number
    first: Number
    kids: Kids


class Taken(_Model):
    """The node leaves its parent."""

    o: Literal["del"]
    id: Number


class Spliced(_Model):
    """From UTF-16 offset `at` of a text, `cut` units go and `text` comes."""

    o: Literal["text"]
    id: Number
    at: Offset
    cut: Offset
    text: Raw


class Named(_Model):
    """An attribute gets a value, or goes (None)."""

    o: Literal["attr"]
    id: Number
    name: Name
    value: Raw | None


class Valued(_Model):
    """What a box holds now."""

    o: Literal["value"]
    id: Number
    value: Raw


class Rooted(_Model):
    """An element has the open shadow root `root`; what stands in it follows."""

    o: Literal["root"]
    id: Number
    root: Number
    sheets: list[Raw]


class Styled(_Model):
    """Constructed sheets of the document (0) or of a root, or what script put into a `style` element."""

    o: Literal["sheets"]
    id: Perhaps
    sheets: list[Raw]


class Addressed(_Model):
    """The address changed without a new document."""

    o: Literal["url"]
    url: Url


Op = Annotated[
    Put | Again | Anew | Taken | Spliced | Named | Valued | Rooted | Styled | Addressed,
    Field(discriminator="o"),
]


class Begun(_Model):
    """A document was parsed; the next moment holds all of it. `frame` is the number of the element of the
    parent document in which it stands, 0 where that is not known.
    """

    k: Literal["begin"]
    at: Epoch
    url: Url
    title: Raw
    frame: Perhaps


class Moment(_Model):
    """What one report of the observer held, or with `over` False a part of it."""

    k: Literal["step"]
    at: Epoch
    ops: Annotated[list[Op], Field(max_length=20_000)]
    over: bool


Entry = Annotated[Begun | Moment, Field(discriminator="k")]

"""The manifest of a recording, `recording.json`: what was recorded, with which settings, and what is missing
(see docs/recordings.md).
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from overlay.capture.model import Millis

VERSION = 3
"""The format version. It increases when an older overlay can't read what a newer one writes."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


GapCause = Literal["frame", "window", "late", "refused", "flood"]


class Gap(_Model):
    """A part of the page that overlay saw and the recording lacks."""

    at: Millis
    """The time from which it is missing."""
    n: int
    """The step after which it is missing."""
    url: str
    """The address of the document."""
    why: GapCause
    """The cause: `frame` (a frame of another site, or in another frame), `window` (one without an address),
    `late` (the recording of the document began too late), `refused` (a change was too large) or `flood` (the
    page changed too much).
    """


class Redaction(_Model):
    """How many different secrets a rule removed before the recording was written."""

    rule: str
    count: int


class Asset(_Model):
    """A style sheet, image or font of the page; `file` is its name in `assets/`."""

    url: str
    file: str
    type: str


class Manifest(_Model):
    """The content of `recording.json`. `profile` is the full site profile and `config` overlay's settings at
    the time of recording; `tools` are the tool definitions, with their policy classes; `origin` says whether
    the page was captured live, imported from a file, or reconstructed by hand.
    """

    format: Literal["overlay-recording"] = "overlay-recording"
    version: int = Field(default=VERSION, ge=1)
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
    rules: dict[str, Any] = {}
    """The user's rules for these tools, as `overlay.capture.user_rules` writes them."""
    width: int = 1280
    height: int = 800
    dark: bool = False
    ended: str = ""
    """Why the recording ended."""
    gaps: list[Gap] = Field(default_factory=list[Gap])
    length: Millis = 0
    steps: int = 0
    read: list[int] = Field(default_factory=list[int])
    """The documents of which overlay had read something when they were closed or the recording ended, in this
    order.
    """
    unread: dict[int, int] = Field(default_factory=dict[int, int])
    """By document of these that was closed: the first step that overlay had not read then."""
    redacted: list[Redaction] = Field(default_factory=list[Redaction])
    assets: list[Asset] = Field(default_factory=list[Asset])
    files: dict[str, str] = Field(default_factory=dict[str, str])
    """The SHA-256 of each other file that was recorded, by its path, without `expected/`."""

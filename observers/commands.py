"""The commands to the page; `tools/make_types.py` writes their types in JavaScript."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from observers.block_view import BlockView
from observers.protocol import Raw, Short


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class EnableHiding(_Model):
    """The hiding rule is in force: text may be hidden."""

    c: Literal["enable_hiding"] = "enable_hiding"


class Pong(_Model):
    """Answer a Ping, or acknowledge a Batch."""

    c: Literal["pong"] = "pong"


class RecordingAck(_Model):
    """Acknowledge a large piece of a recording."""

    c: Literal["recording_ack"] = "recording_ack"


class Unhide(_Model):
    """Show the raw text of block `unit`, which contains no call."""

    c: Literal["unhide"] = "unhide"
    unit: int


class Hide(_Model):
    """Hide block `unit` as a whole (a fence), or in ranges (a message's text)."""

    c: Literal["hide"] = "hide"
    unit: int
    spans: list[tuple[int, int]] = Field(default_factory=list[tuple[int, int]])
    """UTF-16 ranges of the unit's text that blocks replace."""
    judged: int = 0
    """The UTF-16 offset up to which the text has been scanned for calls."""


class RenderBlock(_Model):
    """Draw a block, or update it."""

    c: Literal["render_block"] = "render_block"
    block: str
    unit: int
    index: int
    """Its position among the unit's blocks."""
    view: BlockView


class AppendArgument(_Model):
    """Append text to an argument of a block."""

    c: Literal["append_argument"] = "append_argument"
    block: str
    key: str
    text: str
    done: bool
    """The argument is complete."""


class RemoveBlock(_Model):
    """Remove a block."""

    c: Literal["remove_block"] = "remove_block"
    block: str


class Resync(_Model):
    """Ask the page to send all of `unit`'s text again."""

    c: Literal["resync"] = "resync"
    unit: int


class SetFullText(_Model):
    """Set the full text of block `unit`, read from the page's code editor."""

    c: Literal["set_full_text"] = "set_full_text"
    unit: int
    text: Raw


class MessageRefused(_Model):
    """Reject a message: the page shows the text that it hid while it waited for Python's verdict."""

    c: Literal["message_refused"] = "message_refused"


class Strip(_Model):
    """The content of the strip near the message box, which is removed if there is none."""

    questions: int
    """How many wait for the user in the panel."""
    tools: int
    """How many can be described to the model of this new chat; 0: no offer."""
    line: str
    """The outcome of the last press, "" if there is nothing to say."""
    unread: str
    """That code blocks can't be read, and why; "" if all were read."""
    found: str = ""
    """The finding in a chat that no profile fits, "" for none; it has a button that shows it."""


class ShowStrip(_Model):
    """Show the strip near the message box, or update it."""

    c: Literal["show_strip"] = "show_strip"
    strip: Strip


class RestartFrames(_Model):
    """Contact the frames that did not answer again: overlay's script runs in all of them now."""

    c: Literal["restart_frames"] = "restart_frames"


class SiteEntry(_Model):
    """A site's profile, as an entry of the page script's table of sites."""

    name: str
    origins: list[str]
    hosts: list[str]
    sign: str
    profile: dict[str, Any]


class UseSite(_Model):
    """Read the document with another profile from now on."""

    c: Literal["use_site"] = "use_site"
    site: SiteEntry


class Detach(_Model):
    """Restore the page to what the site made, and stop."""

    c: Literal["detach"] = "detach"


class Spot(_Model):
    """One outline: of the element that shows `text`, or of the area `box` of the chat's newest picture."""

    text: Short
    box: tuple[float, float, float, float] | None
    """Top, left, bottom, right, in thousandths of the picture's height and width."""
    label: Short


class Outline(_Model):
    """Outline `spots` for `seconds`; previous outlines are removed."""

    spots: Annotated[list[Spot], Field(max_length=50)]
    seconds: Annotated[float, Field(gt=0, le=600)]


class PartOutline(_Model):
    """An outline of all elements that a selector finds: those of the user's side, or those of the answers."""

    selector: Annotated[str, StringConstraints(max_length=2000)]
    side: Literal["user", "assistant"]
    label: Short


class Outlined(_Model):
    """The result of Outline."""

    problems: list[Short]
    """For each spot, the reason why it could not be outlined, "" if it was."""


Command = (
    EnableHiding
    | Pong
    | RecordingAck
    | Unhide
    | Hide
    | RenderBlock
    | AppendArgument
    | RemoveBlock
    | Resync
    | SetFullText
    | MessageRefused
    | ShowStrip
    | RestartFrames
    | UseSite
    | Detach
)


def encode(commands: list[Command]) -> str:
    """Return the commands as JSON text for the page; fields that were not set are left out."""
    plain: list[dict[str, Any]] = [
        command.model_dump(exclude_unset=True) | {"c": command.c} for command in commands
    ]
    return json.dumps(plain)

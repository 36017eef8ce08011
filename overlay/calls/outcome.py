"""The outcome of a call, and the progress of its run."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from observers.block_view import Picture
from overlay.calls.failures import advice_on
from overlay.tools import ToolAudio, ToolError


@dataclass(slots=True)
class Outcome:
    """The outcome of a call: the text for the user and the model, and an error code if it failed."""

    text: str
    """The result, or what went wrong, for the user and the model."""
    error_code: str | None = None
    """The kind of the failure; None if the call succeeded."""
    private: bool = False
    """The tool reads private data."""
    encoded: str | None = None
    """The text for the model, once it has been made."""
    kept: Path | None = None
    """The file with the full text, if that is too long for the chat."""
    pictures: list[Picture] = field(default_factory=list[Picture])
    """Shown to the user."""
    folded: bool = False
    """A block shows only the size and the first words until the user opens it: the data is private."""
    notice: str = ""
    """A line for the model: which arguments ran, if the user changed them."""
    edited: bool = False
    """The user changed `encoded`."""
    advice: str = ""
    """A line for the user: what to do about a failure."""
    sounds: list[ToolAudio] = field(default_factory=list[ToolAudio])
    """Played for the user."""

    @classmethod
    def of(cls, error: ToolError, tool: str) -> Outcome:
        """Return the outcome of a call of `tool` that ended with `error`."""
        return cls(error.message, error.code, advice=advice_on(error, tool))

    @property
    def error(self) -> bool:
        """Whether the call failed."""
        return self.error_code is not None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: `share` from 0 to 1, None if unknown, and the tool's own words."""

    share: float | None = None
    text: str = ""

    @property
    def line(self) -> str:
        """Both as one line."""
        share = "" if self.share is None else f"{self.share:.0%}"
        return " ".join(filter(None, (share, self.text.strip())))

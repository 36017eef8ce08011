"""Status of a server, for the panel and the command line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

State = Literal["connecting", "ready", "failed", "disabled"]


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """One server's status at one moment."""

    key: str
    """Its name in its file."""
    state: State
    """Whether it can be used."""
    kind: str
    """How it is reached."""
    target: str
    """Its command line or address."""
    source: str
    """The file that describes it."""
    fingerprint: str
    """Fingerprint of its configuration."""
    reason: str = ""
    """Why it is `failed`; while it is `connecting`, why it failed before, or that it waits for a sign-in."""
    tools: list[str] = field(default_factory=list[str])
    """Names of its tools."""
    problems: list[str] = field(default_factory=list[str])
    """The tools that could not be added, and why."""
    retry_in: float | None = None
    """Seconds until the next automatic attempt. None: no attempt."""
    log: Path | None = None
    """The file with what it writes to stderr."""
    sign_in: str = ""
    """The address at which it waits for a sign-in; empty: it does not."""

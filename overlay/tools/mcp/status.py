"""Status of a server, for the panel and the command line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

State = Literal["connecting", "ready", "failed", "disabled"]


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """One server's status at one moment.

    `reason` says why the server is `failed`; while it is `connecting`, why it failed before, or that it waits
    for the user to sign in at the address `sign_in` (otherwise ""). `tools` are the names of its tools in the
    registry, `problems` the tools that could not be added and why, `retry_in` the seconds until the next
    automatic attempt (None: no attempt), `fingerprint` that of its configuration.
    """

    key: str
    state: State
    kind: str
    target: str
    source: str
    fingerprint: str
    reason: str = ""
    tools: list[str] = field(default_factory=list[str])
    problems: list[str] = field(default_factory=list[str])
    retry_in: float | None = None
    log: Path | None = None
    sign_in: str = ""

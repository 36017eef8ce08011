"""How a server is, for the panel, the command line and whoever asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

State = Literal["connecting", "ready", "failed", "disabled"]


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """One server at one moment.

    `reason` says why it is `failed` (or, while it is `connecting` again, why it was; or that it waits for the
    person to sign in, at the address `sign_in`, which is "" otherwise), `tools` are the names
    its tools have here, `problems` the tools that could not be taken over and why, `retry_in` the seconds
    after which it is tried again by itself (None: not at all), `fingerprint` that of its configuration.
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

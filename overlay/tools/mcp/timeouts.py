"""Timeouts and retry intervals for servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from overlay.tools.mcp.size_limits import ServerLimits

LIMITS = ServerLimits()
RETRY_FIRST, RETRY_MOST = 0.5, 300.0


def backoff(attempt: int) -> float:
    """Return the seconds before attempt 1, 2, 3 …: 0.5, doubled each time, up to 300."""
    return min(RETRY_MOST, RETRY_FIRST * 2 ** min(attempt - 1, 20))


@dataclass(frozen=True, slots=True)
class ServerTimeouts:
    """Timeouts in seconds, and the limits.

    `connect`: until a server must have listed its tools; `call`: timeout of its tools; `wait`: how long a
    call waits for a server that is connecting; `probe`: until a server must answer after a failed call;
    `steady`: uptime after which a connection counts as good, and the retry pauses start from the first again;
    `retry`: the pause before attempt 1, 2, … to connect again; `sign_in`: the user's time to sign in;
    `attach`: until a server must answer for a prompt or resource. `limits`: how much a server may send.
    """

    connect: float = 30.0
    call: float | None = 120.0
    wait: float = 10.0
    probe: float = 10.0
    steady: float = 30.0
    retry: Callable[[int], float] = backoff
    sign_in: float = 300.0
    attach: float = 30.0
    limits: ServerLimits = LIMITS

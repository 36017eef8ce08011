"""How patiently servers are watched over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from overlay.tools.mcp.size_limits import Limits

LIMITS = Limits()
RETRY_FIRST, RETRY_MOST = 0.5, 300.0


def backoff(attempt: int) -> float:
    """Seconds before attempt 1, 2, 3 …: half a second, doubled each time, at most five minutes."""
    return min(RETRY_MOST, RETRY_FIRST * 2 ** min(attempt - 1, 20))


@dataclass(frozen=True, slots=True)
class ServerTimeouts:
    """All in seconds, but for the last.

    `connect`: until a server must have listed its tools; `call`: the time limit of its tools; `wait`: how
    long a call waits for a server that is just connecting; `probe`: until a server that a call failed on must
    answer again; `steady`: after how long a connection counts as good, so that pauses begin anew; `retry`:
    the pause before attempt 1, 2, … to connect again; `sign_in`: how long the person has to sign in.
    `limits` are no seconds: how much it may send.
    """

    connect: float = 30.0
    call: float | None = 120.0
    wait: float = 10.0
    probe: float = 10.0
    steady: float = 30.0
    retry: Callable[[int], float] = backoff
    sign_in: float = 300.0
    limits: Limits = LIMITS

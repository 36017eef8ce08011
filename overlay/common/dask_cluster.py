"""Connects to a Dask cluster. Dask is an optional library, imported only here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from overlay.common.errors import UsageError

CONNECT = 10.0
"""Seconds in which the scheduler must answer."""


def dask_client(scheduler: str) -> Any:
    """Return a client of the cluster whose scheduler has that address.

    Raises UsageError if Dask is not installed here, or no scheduler answers.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UsageError(
            "--engine dask needs Dask, which is not installed",
            advice="Type: python -m pip install 'chat-overlay[scan]'",
        ) from None
    try:
        return distributed.Client(scheduler, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise UsageError(
            f"no Dask scheduler answers at {scheduler}: {problem}",
            advice="Give the address that `dask scheduler` printed, such as tcp://10.0.0.5:8786.",
        ) from None


def check_engine(engine: str, scheduler: str | None, jobs: int | None) -> None:
    """Raise UsageError if the options --engine, --scheduler and --jobs of a command don't fit together."""
    if engine == "dask" and not scheduler:
        raise UsageError(
            "--engine dask needs --scheduler", advice="Give its address: --scheduler tcp://host:8786"
        )
    if engine == "local" and scheduler:
        raise UsageError("--scheduler is for a cluster", advice="Add: --engine dask")
    if engine == "dask" and jobs:
        raise UsageError("--jobs is for this machine", advice="A cluster works with the workers it has.")

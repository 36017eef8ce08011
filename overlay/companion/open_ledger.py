"""Opens the ledger of a run and removes the calls that are too old to keep."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from overlay.calls.ledger import Ledger, LedgerError
from overlay.calls.ledger.pruning import prune
from overlay.companion.config import LedgerConfig


async def open_ledger(ledger: Ledger, limits: LedgerConfig, notify: Callable[[str], None]) -> None:
    """Open the ledger; tell the user what was removed, or why it can't be used. The caller closes it."""
    try:
        await asyncio.to_thread(ledger.open)
        removed = await asyncio.to_thread(prune, ledger, days=limits.days or None, rows=limits.rows or None)
        if removed:
            notify(f"The ledger forgot {removed} old calls ({limits.words}; see docs/ledger.md).")
    except LedgerError as error:
        notify(f"{error}\nUntil then overlay shows calls, but runs none.")

"""The ledger: every call, who allowed it and what came of it; it outlives restarts and crashes."""

from overlay.ledger.fault import LedgerError
from overlay.ledger.ledger import Ledger
from overlay.ledger.place import default_path
from overlay.ledger.row import Note, Row, Status

__all__ = ["Ledger", "LedgerError", "Note", "Row", "Status", "default_path"]

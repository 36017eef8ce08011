"""The ledger: a database of calls, who allowed them and their outcomes, kept across restarts and crashes."""

from overlay.calls.ledger.errors import LedgerError
from overlay.calls.ledger.ledger import Ledger
from overlay.calls.ledger.location import default_path
from overlay.calls.ledger.redacted_row import Note, RedactedRow, RowStatus

__all__ = ["Ledger", "LedgerError", "Note", "RedactedRow", "RowStatus", "default_path"]

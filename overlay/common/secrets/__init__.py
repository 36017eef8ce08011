"""Finds secrets in a text by how they look, and writes `[redacted]` in their place."""

from overlay.common.secrets.finding import REDACTED, Span, find, hide
from overlay.common.secrets.names import holds_secret, is_secret_name

__all__ = ["REDACTED", "Span", "find", "hide", "holds_secret", "is_secret_name"]

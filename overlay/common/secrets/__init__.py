"""Finds secrets in a text by their form, and replaces them with `[redacted]`."""

from overlay.common.secrets.finding import REDACTED, Span, find, hide
from overlay.common.secrets.names import holds_secret, is_secret_name

__all__ = ["REDACTED", "Span", "find", "hide", "holds_secret", "is_secret_name"]

"""Removes secrets from a stream, such as a program's log, before any of it is written."""

from __future__ import annotations

from overlay.common.secrets.finding import hide

LONGEST = 65_536
"""Maximum number of bytes to hold back; a longer line or key is searched in parts."""
_BEGIN, _END = b"-----BEGIN", b"-----END"


class LineRedactor:
    """Takes pieces of a stream, and returns whole lines without secrets; a private key stays in one piece."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> bytes:
        """Add the next piece, and return what may be written now."""
        self._held += data
        end = self._held.rfind(b"\n") + 1
        begun = self._held.rfind(_BEGIN, 0, end)
        if begun >= 0 and self._held.find(_END, begun, end) < 0:
            end = self._held.rfind(b"\n", 0, begun) + 1
        if len(self._held) - end > LONGEST:
            end = len(self._held)
        return self._take(end)

    def flush(self) -> bytes:
        """Return the rest, at the end of the stream."""
        return self._take(len(self._held))

    def _take(self, end: int) -> bytes:
        if not end:
            return b""
        text = self._held[:end].decode("utf-8", "surrogateescape")
        del self._held[:end]
        return hide(text).encode("utf-8", "surrogateescape")

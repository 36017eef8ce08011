"""Format of a text file that an edit must keep: encoding, byte order mark and line ends."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.tools.errors import ToolError

MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


@dataclass(frozen=True, slots=True)
class Form:
    """Format of a file's text. A new file is UTF-8 with the line ends of the given text."""

    mark: bytes = b""
    encoding: str = "utf-8"
    line_end: str = ""

    def fitted(self, text: str) -> str:
        """Return `text` in this format: if all line ends of the file are CRLF, single LFs become CRLF."""
        return text.replace("\n", "\r\n") if self.line_end == "\r\n" and "\r" not in text else text

    def encode(self, text: str) -> bytes:
        """Return the bytes of `text` in this format."""
        return self.mark + self.fitted(text).encode(self.encoding)


def read_text(data: bytes, name: str) -> tuple[str, Form]:
    """Return a file's bytes as text with its line ends unchanged, and its format.

    Raises ToolError tool_execution_failed for bytes that are not text, so that such a file is not
    overwritten.
    """
    mark = next((mark for mark in MARKS if data.startswith(mark)), b"")
    encoding = MARKS.get(mark, "utf-8")
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise ToolError("tool_execution_failed", f"{name!r} is not a text file: it is not replaced by text")
    crlf = "\r\n" in text and text.count("\n") == text.count("\r\n")
    return text, Form(mark, encoding, "\r\n" if crlf else "")

"""A text file's outer form: encoding, byte order mark and line ends, which an edit must not change."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.tools.errors import ToolError

MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


@dataclass(frozen=True, slots=True)
class Form:
    """How the text stands in the file; a new file is plain UTF-8 with whatever line ends it is given."""

    mark: bytes = b""
    encoding: str = "utf-8"
    line_end: str = ""

    def fitted(self, text: str) -> str:
        """`text` as it will stand there: where all line ends of the file are CRLF, bare ones become so."""
        return text.replace("\n", "\r\n") if self.line_end == "\r\n" and "\r" not in text else text

    def encode(self, text: str) -> bytes:
        """The bytes of `text` as it will stand there."""
        return self.mark + self.fitted(text).encode(self.encoding)


def read_text(data: bytes, name: str) -> tuple[str, Form]:
    """A file's bytes as text, its line ends as they are, and its form.

    Raises ToolError tool_execution_failed for bytes that are no text: such a file is not to be replaced by
    one.
    """
    mark = next((mark for mark in MARKS if data.startswith(mark)), b"")
    encoding = MARKS.get(mark, "utf-8")
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise ToolError("tool_execution_failed", f"{name!r} is no text file: it is not replaced by text")
    crlf = "\r\n" in text and text.count("\n") == text.count("\r\n")
    return text, Form(mark, encoding, "\r\n" if crlf else "")

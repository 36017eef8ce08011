from __future__ import annotations

from overlay.tools.mcp.log_file import LONGEST, LineRedactor
from tests.common.secrets.planted import PASSWORD, block
from tests.support.table import for_each

KEY = block("PRIVATE KEY")
TEXT = f"one\nDB_PASSWORD={PASSWORD}\n{KEY}\ncaf\u00e9 two"


def through(text: bytes, size: int) -> bytes:
    lines = LineRedactor()
    pieces = [lines.feed(text[at : at + size]) for at in range(0, len(text), size)]
    return b"".join([*pieces, lines.flush()])


@for_each("size", [1, 7, 64, 100_000])
def test_however_it_comes_no_secret_is_left(size: int) -> None:
    assert through(TEXT.encode(), size) == b"one\nDB_PASSWORD=[redacted]\n[redacted]\ncaf\xc3\xa9 two"


def test_whole_lines_are_given_at_once() -> None:
    assert LineRedactor().feed(b"one\ntwo") == b"one\n"


def test_a_key_that_never_ends_is_not_held_for_ever() -> None:
    lines = LineRedactor()
    given = b"".join(lines.feed(b"-----BEGIN PRIVATE KEY-----\n") for _ in range(LONGEST // 10))
    assert given


def test_bytes_that_are_no_text_stay() -> None:
    assert through(b"a\xff\xfe\n\x00", 2) == b"a\xff\xfe\n\x00"

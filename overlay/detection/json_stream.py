"""Reads JSON as it streams in: finds where a value ends and passes on the decoded text of strings meanwhile.

The grammar is JSON (RFC 8259) with strings in other quotes, comments, trailing commas and bare words, so that
the end of nearly valid JSON is found too. Validity isn't checked here: at its end, a whole value is passed to
`lenient_json.loads`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .stream_buffer import SOLID, EndOfInput, NotACall, Parser, StreamBuffer
from .strict_json import end_of, string_at

Sink = Callable[[str], None]

QUOTES = "\"'“‘"
_CLOSER = {'"': '"', "'": "'", "“": '”“"', "‘": "’‘'"}
_STOP = {quote: re.compile(rf"[\\{closers}]") for quote, closers in _CLOSER.items()}
_STOP_STRICT = re.compile(r'[\\"\n]')
_NESTED = re.compile(r"[\"'“‘{}\[\]/<]")
_WORD_END = re.compile(r"[\s,:{}\[\]\"'<]")
_PLAIN_KEY = re.compile(r'\s*+(?:,\s*+)?+(?:"([^"\\\n]*+)"\s*+:|\})')
_AFTER_STRING = ",:}]"
BARE_START = re.compile(r"[\w$]")
_BARE_END = re.compile(r"[^\w$.-]")
LONGEST_BARE = 64
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}
_DEEPEST = 1000


class MalformedJson(NotACall):
    """The text at `at` (absolute) is not JSON."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why if " at position " in why else f"{why} at position {at}")
        self.at = at


def skip_space_and_comments(s: StreamBuffer) -> Parser[str]:
    """Skip white space and comments; return the code point after them, "" at the end of the text."""
    found = SOLID.search(s.buf, s.pos)
    if found and found[0] not in "/#":
        s.pos = found.start()
        return found[0]
    while True:
        char = yield from s.space()
        if char not in ("/", "#"):
            return char
        two = yield from s.peek(2)
        if two == "//" or char == "#":
            yield from s.until(_LINE_END)
        elif two == "/*":
            s.pos += 2
            while not (yield from s.take("*/")):
                s.pos += 1
                yield from s.until(_STAR)
        else:
            return char


_LINE_END = re.compile(r"\n")
_STAR = re.compile(r"\*")


def string(s: StreamBuffer, sink: Sink | None = None, *, strict: bool = False) -> Parser[None]:
    """Read a string from its opening quote to past its closing one.

    `sink` gets the decoded text in pieces. Quotes other than `"` close the string only where a value can end,
    since they also occur inside words. `strict` rejects a raw line break.
    """
    quote = s.buf[s.pos]
    whole = string_at(s.buf, s.pos) if quote == '"' else None
    if whole:
        text, s.pos = whole
        if text and sink:
            sink(text)
        return
    stop = _STOP_STRICT if strict and quote == '"' else _STOP[quote]
    s.pos += 1
    parts: list[str] = []
    try:
        while True:
            buf, pos = s.buf, s.pos
            found = stop.search(buf, pos)
            place = found.start() if found else len(buf)
            if place > pos:
                parts.append(buf[pos:place])
            s.pos = place
            if found is None:
                if s.eof:
                    raise EndOfInput
                if sink and parts:
                    sink("".join(parts))
                parts.clear()
                s.fast_path = (stop.search, sink) if sink else None
                yield
                s.fast_path = None
                continue
            char = buf[place]
            if char == "\\":
                simple = _ESCAPES.get(buf[place + 1 : place + 2])
                if simple is None:
                    parts.append((yield from escape(s)))
                else:
                    parts.append(simple)
                    s.pos += 2
            elif char == "\n":
                raise MalformedJson(s.at, "line break inside a string")
            else:
                s.pos += 1
                if quote == '"':
                    return
                end = s.at
                after = yield from s.space()
                if after in _AFTER_STRING:
                    s.rewind(end)
                    return
                parts.append(char + s.slice(end, s.at))
    finally:
        if sink and parts:
            sink("".join(parts))


def escape(s: StreamBuffer) -> Parser[str]:
    """Read an escape from its backslash; return the text it encodes."""
    two = yield from s.peek(2)
    if len(two) < 2:
        raise EndOfInput
    if two[1] != "u":
        s.pos += 2
        return _ESCAPES.get(two[1], two[1] if two[1] in "\"\\/'“”‘’" else two)
    code = yield from _unicode(s)
    if 0xD800 <= code < 0xDC00 and (yield from s.peek(2)) == "\\u":
        low = yield from _unicode(s)
        if 0xDC00 <= low < 0xE000:
            return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00))
        return "\ufffd" + _scalar(low)
    return _scalar(code)


def _scalar(code: int) -> str:
    return "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)


def _unicode(s: StreamBuffer) -> Parser[int]:
    text = yield from s.peek(6)
    try:
        code = int(text[2:], 16)
    except ValueError:
        code = 0xFFFD
    s.pos += len(text)
    return code


def value(s: StreamBuffer, *, strict: bool = False, closer: re.Pattern[str] | None = None) -> Parser[None]:
    """Read one value of any kind to past its end; its content may be invalid.

    Raises `MalformedJson` if there is none, or if `closer` (it matches the tag that ends the construct around
    the JSON) comes before the value's end.
    """
    char = yield from skip_space_and_comments(s)
    if char == "":
        raise EndOfInput
    if char in QUOTES:
        yield from string(s, strict=strict)
    elif char in "{[":
        end = end_of(s.buf, s.pos)
        if end is None:
            yield from _nested(s, strict, closer)
        else:
            s.pos = end
    elif char in ",:}]<":
        raise MalformedJson(s.at, f"no value before {char!r}")
    else:
        yield from word(s)


def word(s: StreamBuffer) -> Parser[str]:
    """Read a number or a bare word; return it."""
    start = s.at
    while True:
        found = _WORD_END.search(s.buf, s.pos)
        if found:
            s.pos = found.start()
            return s.slice(start, s.at)
        s.pos = len(s.buf)
        if s.eof:
            return s.slice(start, s.at)
        yield


def _nested(s: StreamBuffer, strict: bool, closer: re.Pattern[str] | None) -> Parser[None]:
    stack: list[str] = []
    while True:
        char = yield from s.until(_NESTED)
        if char in "{[":
            stack.append("}" if char == "{" else "]")
            if len(stack) > _DEEPEST:
                raise MalformedJson(s.at, "nested too deep")
            s.pos += 1
        elif char in "}]":
            if stack.pop() != char:
                raise MalformedJson(s.at, f"{char!r} closes nothing")
            s.pos += 1
            if not stack:
                return
        elif char == "<":
            if closer and closer.match((yield from s.peek(40))):
                raise MalformedJson(s.at, "the JSON isn't closed")
            s.pos += 1
        elif char == "/":
            if (yield from skip_space_and_comments(s)) == "/":
                s.pos += 1
        else:
            yield from string(s, strict=strict)


def tee(s: StreamBuffer, reading: Parser[None], sink: Sink) -> Parser[None]:
    """Run `reading`, and pass the raw text it reads to `sink` as it grows."""
    last = s.at

    def show() -> None:
        nonlocal last
        if s.at > last:
            sink(s.slice(last, s.at))
            last = s.at

    try:
        for _ in reading:
            show()
            yield
    except (MalformedJson, EndOfInput):
        show()  # how much is shown must not depend on the deltas
        raise
    show()


def next_key(s: StreamBuffer, *, strict: bool = False) -> Parser[str | None]:
    """Read the next key of an object, after `{` or a value, with its colon; return None past the closing
    `}`.
    """
    found = _PLAIN_KEY.match(s.buf, s.pos)
    if found:
        s.pos = found.end()
        return found[1]
    char = yield from skip_space_and_comments(s)
    if char == ",":
        s.pos += 1
        char = yield from skip_space_and_comments(s)
    if char == "}":
        s.pos += 1
        return None
    if char == "":
        raise EndOfInput
    parts: list[str] = []
    if char in QUOTES:
        yield from string(s, parts.append, strict=strict)
    elif BARE_START.match(char):
        parts.append((yield from _bare_key(s)))
    else:
        raise MalformedJson(s.at, f"expected a key, found {char!r}")
    if (yield from skip_space_and_comments(s)) != ":":
        if s.eof and s.pos == len(s.buf):
            raise EndOfInput
        raise MalformedJson(s.at, "expected ':' after a key")
    s.pos += 1
    return "".join(parts)


def _bare_key(s: StreamBuffer) -> Parser[str]:
    """Read a key without quotes: JavaScript's names and numbers, also with `-` and `.`."""
    start = s.at
    try:
        yield from s.until(_BARE_END, start + LONGEST_BARE)
    except NotACall:
        raise MalformedJson(start, "expected a key") from None
    return s.slice(start, s.at)


def next_item(s: StreamBuffer, *, first: bool) -> Parser[str]:
    """Return the first code point of the next item of a list, after `[` or an item; "]" (consumed) at the
    end.
    """
    start = s.at
    char = yield from skip_space_and_comments(s)
    parted = first
    while char and char in ",;":
        s.pos += 1
        parted = True
        char = yield from skip_space_and_comments(s)
    if char == "]":
        s.pos += 1
    elif char == "":
        raise EndOfInput
    elif not parted:
        s.rewind(start)
        raise MalformedJson(start, "expected ',' between items")
    return char

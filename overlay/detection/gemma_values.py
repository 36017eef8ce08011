"""Reads the keys and values of Gemma's object notation, also as the models print them wrongly."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .argument_types import literal
from .json_stream import escape
from .parse_context import ParseContext
from .stream_buffer import EndOfInput, NotACall, Parser
from .token_readers import take
from .xml_tags import ahead

Sink = Callable[[str], None]
_TOKENS = ('<|"|>', "<escape>")
_CLOSERS = {'"': '"', "'": "'", "“": "”", "‘": "’"}
_KEY_END = re.compile(r"[:={}()\[\],<]")
_BARE = re.compile(r"[,}\])({\[<]")
_IN_STRING = {quote: re.compile(rf"[\\<{closer}]") for quote, closer in _CLOSERS.items()}
_NEXT_KEY = re.compile(r"\s*+(?:[\"'][\w.-]{1,64}+[\"']|<\|\"\|>[\w.-]{1,64}+<\|\"\|>|[\w.-]{1,64}+)\s*+[:=]")
_OPEN_KEY = re.compile(r"\s*+(?:[\"'<][\w.|\"'<>-]{0,80}+|[\w.-]{0,64}+)\s*+")
_KEY_REACH = 160  # code points in which the next key must come
_LONGEST_KEY = 256
_DEEPEST = 64


class Values:
    """Reads the values of one call, which ends at one of `ends` at the latest.

    `repaired`: something was not as the template writes it. `broken`: the call ended inside a value.
    """

    def __init__(self, s: ParseContext, ends: tuple[str, ...]) -> None:
        self.s = s
        self.repaired = False
        self.broken = False
        self._ends = ends

    def key(self, end: str, *, first: bool) -> Parser[str | None]:
        """Read the next key and its colon; return None past the closing bracket `end`, or if `broken`."""
        s = self.s
        comma = yield from take(s, (",",))
        if (yield from take(s, (end,))):
            return None
        self.repaired |= first == bool(comma)
        token = yield from take(s, _TOKENS)
        if token:
            key = yield from self._between(token, None)
        else:
            if (yield from self._over()):
                return None
            start = s.at
            yield from s.until(_KEY_END)
            bare = s.slice(start, s.at).strip()
            key = bare.strip("\"'“”‘’")
            self.repaired |= key != bare
        mark = yield from take(s, (":", "="))
        if mark is None or not key or len(key) > _LONGEST_KEY:
            raise NotACall("no key")
        self.repaired |= mark == "="
        return key

    def argument(self, end: str, sink: Sink) -> Parser[Any]:
        """Read the value of an argument and show it: a text as it grows, anything else at its end."""
        s = self.s
        char = yield from s.space()
        token = yield from take(s, _TOKENS)
        if token:
            return (yield from self._between(token, sink))
        if char and char in _CLOSERS:
            return (yield from self._quoted(char, end, sink))
        start = s.at
        found = yield from self._value(end, 0)
        sink(s.slice(start, s.at).strip())
        return found

    def _value(self, end: str, depth: int) -> Parser[Any]:
        s = self.s
        if depth > _DEEPEST:
            raise NotACall("nested too deep")
        found = yield from take(s, ("{", "[", *_TOKENS))
        if found == "{":
            inner: dict[str, Any] = {}
            while (key := (yield from self.key("}", first=not inner))) is not None:
                self.repaired |= key in inner
                inner[key] = yield from self._value("}", depth + 1)
            return inner
        if found == "[":
            items: list[Any] = []
            while not self.broken and (yield from take(s, ("]",))) is None:
                if not (yield from self._over()):
                    items.append((yield from self._value("]", depth + 1)))
                    yield from take(s, (",",))
            return items
        if found:
            return (yield from self._between(found, None))
        char = yield from s.space()
        if char and char in _CLOSERS:
            return (yield from self._quoted(char, end, None))
        return (yield from self._bare(end))

    def _over(self) -> Parser[bool]:
        """Return whether the call ends here, before its object does."""
        s = self.s
        if (yield from s.space()) == "<" and (yield from ahead(s, self._ends)):
            self.broken = True
        return self.broken

    def _between(self, token: str, sink: Sink | None) -> Parser[str]:
        """Read the text up to the closing token, and the token; return the text."""
        s = self.s
        start = s.at
        while True:
            pos = s.pos
            place = s.buf.find(token, pos)
            safe = place if place >= 0 else max(len(s.buf) - len(token) + 1, pos)
            if sink and safe > pos:
                sink(s.buf[pos:safe])
            s.pos = safe
            if place >= 0:
                text = s.slice(start, s.at)
                s.pos += len(token)
                return text
            if s.eof:
                raise EndOfInput
            yield

    def _quoted(self, quote: str, end: str, sink: Sink | None) -> Parser[str]:
        """Read a string in the quotes of another notation, with its escapes.

        A quote closes it only if the text after it continues the object or list.
        """
        s = self.s
        self.repaired = True
        parts: list[str] = []

        def add(text: str) -> None:
            parts.append(text)
            if sink and text:
                sink(text)

        s.pos += 1
        while True:
            char = yield from self._reach(_IN_STRING[quote], add)
            if char == "\\":
                add((yield from escape(s)))
            elif char == "<":
                if (yield from ahead(s, (*_TOKENS, *self._ends))):
                    self.broken = True
                    return "".join(parts)
                add("<")
                s.pos += 1
            else:
                start = s.at
                s.pos += 1
                over = s.at
                if (yield from self._continues(end)):
                    s.rewind(over)
                    return "".join(parts)
                s.rewind(over)
                add(s.slice(start, over))

    def _reach(self, stop: re.Pattern[str], add: Sink) -> Parser[str]:
        """Read up to a character that `stop` matches, passing on the text before it; return it."""
        s = self.s
        while True:
            found = stop.search(s.buf, s.pos)
            place = found.start() if found else len(s.buf)
            add(s.buf[s.pos : place])
            s.pos = place
            if found:
                return found[0]
            if s.eof:
                raise EndOfInput
            yield

    def _continues(self, end: str) -> Parser[bool]:
        """Return whether a value can end here: a closing bracket comes, or a comma and a key."""
        s = self.s
        char = yield from s.space()
        if char == ",":
            s.pos += 1
            return end == "]" or (yield from self._key_comes())
        return char in ("", "}", "]", ")") or (char == "<" and bool((yield from ahead(s, self._ends))))

    def _key_comes(self) -> Parser[bool]:
        s = self.s
        while True:
            rest = s.buf[s.pos : s.pos + _KEY_REACH]
            if _NEXT_KEY.match(rest):
                return True
            if s.eof or len(rest) == _KEY_REACH or not _OPEN_KEY.fullmatch(rest):
                return rest.lstrip()[:1] in ("}", ")", "")
            yield

    def _bare(self, end: str) -> Parser[Any]:
        """Read a number or a word; or text without quotes, whose brackets are counted."""
        s = self.s
        start, depth = s.at, 0
        while True:
            char = yield from s.until(_BARE)
            here = s.at
            if char in "({[":
                depth += 1
            elif char in ")}]":
                if not depth:
                    break
                depth -= 1
            elif char == "<":
                if (yield from ahead(s, self._ends)):
                    self.broken = True
                    break
            elif not depth:
                s.pos += 1
                over = end == "]" or (yield from self._key_comes())
                s.rewind(here)
                if over:
                    break
            s.pos += 1
        word = s.slice(start, s.at).strip()
        if not word and not self.broken:
            raise NotACall("no value")
        found = literal(word)
        self.repaired |= isinstance(found, str)
        return found

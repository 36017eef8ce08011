"""`escaped`: a call whose own tags are escaped (`&lt;invoke …&gt;`), decoded once, as a whole.

    call = a call of another format with `&lt;` for `<`, `&gt;` for `>`, `&quot;`, `&#39;` and `&amp;` decoded

It is only a guess that the page escaped the text, so such calls are `repaired`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from ..examples import Example, F
from ..model import CallClosed, CallOpened, Event
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from . import cline_xml

_NAMES = (
    "function_calls&gt;", "invoke ", "tool_call&gt;", "tool_calls&gt;", "tool:", "function_call&gt;",
    "function=", "tool_name&gt;",
)  # fmt: skip
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&apos;": "'", "&amp;": "&"}
_ENTITY = re.compile(r"&(?:lt|gt|quot|apos|amp|#39);")
_OPEN_ENTITY = re.compile(r"&[#\w]{0,4}\Z")
_PORTION = 256  # code points decoded at a time: most attempts fail soon


@cache
def _families(opener: str) -> tuple[CallFormat, ...]:
    """Return the formats that the decoded `opener` may begin, in order of precedence."""
    from ..registry import OpenerIndex, call_formats

    openers = OpenerIndex(call_formats())
    found = openers.search(opener, 0)
    return tuple(openers.at(found)) if found else ()


def read(s: ParseContext) -> Parser[None]:
    """Read the decoded text, up to the end of its call or calls."""
    start = s.at
    name = (yield from s.peek(_LONGEST)).lower().removeprefix("&lt;")
    opener = next((one for one in _NAMES if name.startswith(one)), None)
    decoded = _Decoded(s, start)
    decoded.push()
    farthest = start
    for family in _families("<" + opener.replace("&gt;", ">")) if opener else (cline_xml.FAMILY,):
        decoded.again()
        try:
            if (yield from decoded.read(family)):
                return
        except NotACall as why:
            decoded.drop(str(why))
            if decoded.found():
                s.rewind(decoded.outer(decoded.inner.last_end))
                return
        farthest = max(farthest, s.at)
    s.rewind(farthest)  # where the failed attempt that read most ended
    raise NotACall("no call, decoded")


_LONGEST = len("&lt;") + max(map(len, _NAMES))


class _Decoded:
    """The decoded text, which a format reads like any other text, and the original offsets of its parts."""

    def __init__(self, s: ParseContext, start: int) -> None:
        self.s = s
        self.start = start
        self.inner = ParseContext(s.tools)
        self.decoded = [0]  # offsets in the decoded text, one after each entity …
        self.places = [start]  # … and the same places in the original text
        self.last = start
        self.first = s.log.opened

    def again(self) -> None:
        """Go back to the start, for another format."""
        inner = self.inner
        inner.rewind(0)
        inner.pending_from = inner.construct = inner.begin = 0

    def found(self) -> bool:
        """Return whether a call has been found."""
        return bool(self.inner.log.calls)

    def read(self, family: CallFormat) -> Parser[bool]:
        """Let `family` read; return whether it found a call, complete or cut off. Raises `NotACall`."""
        run = family.read(self.inner)
        try:
            while True:
                try:
                    next(run)
                except StopIteration:
                    self.translate()
                    self.s.rewind(self.outer(self.inner.at))
                    return self.found()
                self.translate()
                while not self.push():
                    yield
        except EndOfInput:
            self.inner.close_shown()
            self.drop("the text ended")
            self.s.rewind(self.s.length)
            return self.found()

    def drop(self, why: str) -> None:
        """Withdraw the calls that are still open: the text is not a call."""
        self.inner.withdraw_all(why)
        self.translate()
        self.s.rewind(self.outer(self.inner.at))

    def push(self) -> bool:
        """Decode the next portion; return False if more text is needed for it."""
        s, inner = self.s, self.inner
        s.rewind(self.last)
        text = s.buf[s.pos : s.pos + _PORTION]
        cut = _OPEN_ENTITY.search(text)
        if cut and (len(text) == _PORTION or not s.eof):
            text = text[: cut.start()]
        s.pos += len(text)
        if not text and not s.eof:
            return False
        parts: list[str] = []
        end, size = 0, inner.length
        for entity in _ENTITY.finditer(text):
            parts += [text[end : entity.start()], _ENTITIES[entity[0]]]
            size += len(parts[-2]) + 1
            end = entity.end()
            self.decoded.append(size)
            self.places.append(self.last + end)
        parts.append(text[end:])
        self.last += len(text)
        if text:
            inner.push("".join(parts))
        elif s.eof:
            inner.eof = True
        return True

    def translate(self) -> None:
        """Report the calls found in the decoded text, with offsets in the original text."""
        log, said = self.s.log, self.inner.log
        events, said.events = said.events, []
        for event in events:
            moved: Event = replace(event, call=event.call + self.first)
            if isinstance(moved, CallOpened):
                log.opened += 1
                moved = replace(moved, start=self.outer(moved.start))
            elif isinstance(moved, CallClosed):
                span = self.outer(moved.result.span[0]), self.outer(moved.result.span[1])
                raw = self.s.slice(*span)
                call = moved.result.model_copy(update={"span": span, "raw": raw, "confidence": "repaired"})
                moved = replace(moved, result=call)
                log.calls.append(call)
            log.events.append(moved)

    def outer(self, offset: int) -> int:
        """Return the place in the original text of `offset` in the decoded text."""
        at = bisect_right(self.decoded, offset) - 1
        return self.places[at] + offset - self.decoded[at]


def _escaped(openers: Iterable[str]) -> tuple[str, ...]:
    return tuple(opener.replace("<", "&lt;").replace(">", "&gt;") for opener in openers)


def _from_tools(tools: tuple[str, ...]) -> tuple[str, ...]:
    return _escaped(cline_xml.from_tools(tools))


OPENERS = (*(f"&lt;{name}" for name in _NAMES), *_escaped(cline_xml.OPENERS))
FAMILY = CallFormat("escaped", 2, OPENERS, read, from_tools=_from_tools, cost=60)

EXAMPLES = (
    Example('&lt;invoke name="f"&gt;&lt;parameter name="a"&gt;x&lt;/parameter&gt;&lt;/invoke&gt;', F),
    Example("&lt;tool:f&gt;{&quot;a&quot;: &quot;x&quot;}&lt;/tool&gt;", F),
    Example("&lt;f&gt;&lt;a&gt;x&lt;/a&gt;&lt;/f&gt;", F, ("f",)),
)

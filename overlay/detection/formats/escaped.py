"""`escaped`: a call whose own tags are escaped (`&lt;invoke …&gt;`), decoded once, whole.

    call = a call of another family with `&lt;` for `<`, `&gt;` for `>`, `&quot;`, `&#39;` and `&amp;` decoded

That a page showed the escapes is a guess about the page, so such calls are `repaired`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from functools import cache

from ..examples import Example, F
from ..model import CallClosed, CallOpened, Event
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser

_NAMES = (
    "function_calls&gt;", "invoke ", "tool_call&gt;", "tool_calls&gt;", "tool:", "function_call&gt;",
    "function=", "tool_name&gt;",
)  # fmt: skip
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&apos;": "'", "&amp;": "&"}
_ENTITY = re.compile(r"&(?:lt|gt|quot|apos|amp|#39);")
_OPEN_ENTITY = re.compile(r"&[#\w]{0,4}\Z")
_PORTION = 256  # code points decoded at a time: most of what begins so is refuted soon


@cache
def _families(opener: str) -> tuple[CallFormat, ...]:
    """The families that the decoded `opener` may begin, by precedence."""
    from ..registry import OpenerIndex, call_formats

    openers = OpenerIndex(call_formats())
    found = openers.search(opener, 0)
    return tuple(openers.at(found)) if found else ()


def read(s: ParseContext) -> Parser[None]:
    """What the decoded text holds, up to where its call or calls end."""
    start = s.at
    name = (yield from s.peek(_LONGEST)).lower().removeprefix("&lt;")
    opener = next(one for one in _NAMES if name.startswith(one))
    decoded = _Decoded(s, start)
    decoded.push()
    farthest = start
    for family in _families("<" + opener.replace("&gt;", ">")):
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
    s.rewind(farthest)  # that much has been read in vain
    raise NotACall("no call, decoded")


_LONGEST = len("&lt;") + max(map(len, _NAMES))


class _Decoded:
    """The decoded text, which a family reads as if it stood there, and where its parts come from."""

    def __init__(self, s: ParseContext, start: int) -> None:
        self.s = s
        self.start = start
        self.inner = ParseContext(s.tools)
        self.decoded = [0]  # behind each entity: its offset in the decoded text …
        self.places = [start]  # … and in the text as it is
        self.last = start
        self.first = s.log.opened

    def again(self) -> None:
        """Begin from the start for another family."""
        inner = self.inner
        inner.rewind(0)
        inner.pending_from = inner.construct = inner.begin = 0

    def found(self) -> bool:
        """Whether a call has been found."""
        return bool(self.inner.log.calls)

    def read(self, family: CallFormat) -> Parser[bool]:
        """Let `family` read; whether it found a call, complete or cut off. Raises `Refuted` if it is none."""
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
        """Take back what was shown of a call that is none; the text was read so far."""
        self.inner.withdraw_all(why)
        self.translate()
        self.s.rewind(self.outer(self.inner.at))

    def push(self) -> bool:
        """Decode the next portion; False if more text is needed first."""
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
        """Report in this text's offsets what the reading said."""
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
        """Where the decoded text's `offset` stands in the text as it is."""
        at = bisect_right(self.decoded, offset) - 1
        return self.places[at] + offset - self.decoded[at]


FAMILY = CallFormat("escaped", 2, tuple(f"&lt;{name}" for name in _NAMES), read, cost=60)

EXAMPLES = (
    Example('&lt;invoke name="f"&gt;&lt;parameter name="a"&gt;x&lt;/parameter&gt;&lt;/invoke&gt;', F),
    Example("&lt;tool:f&gt;{&quot;a&quot;: &quot;x&quot;}&lt;/tool&gt;", F),
)

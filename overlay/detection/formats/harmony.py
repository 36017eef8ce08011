"""`harmony`: OpenAI's open-weight models.

    call = "<|channel|>commentary to=functions.N …<|message|>" object ("<|call|>" | …)

The recipient may come before the channel (`<|start|>assistant to=functions.N<|channel|>…`). The channel
`analysis` is reasoning. In Muse's dialect a message `to=self` is reasoning too, and one `to=user` is the
answer: a call quoted there is text.
"""

from __future__ import annotations

import re

from ..examples import Example, F
from ..json_arguments import arguments, parsed
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import preceding, take, text_to

ID = "harmony"
_CHANNEL, _MESSAGE = "<|channel|>", "<|message|>"
_TO = re.compile(r"to=(?:functions\.)?([^\s<]+)")
_HEADER = re.compile(r"\s*(?:commentary)?\s*(?:<\|constrain\|>)?\s*(?:json)?\s*")
_ENDS = ("<|call|>", "<|end|>", "<|return|>", "<|eom|>")
_OVER = re.compile(r"<\|(?:end|return|start|channel|call)\|>")
_EOM = re.compile(re.escape("<|eom|>"))
_CLOSER = re.compile(r"<\|(?:call|end|return|start|channel)\|>")
_ADDRESSED = re.compile(r"to=(?:self|user)\s*$")
_BUILTIN = ("browser.", "python", "container.", "user", "self", "all")


def read(s: ParseContext) -> Parser[None]:
    """Read a call, or a channel in which no call counts."""
    start, before = s.at, preceding(s, 80)
    if (yield from take(s, (_MESSAGE,))):
        if not _ADDRESSED.search(before):
            raise NotACall("no one is addressed")
        s.pending_from = None
        yield from s.read_past(_EOM, 7)
        return
    s.pos += len(_CHANNEL)
    header = yield from text_to(s, _MESSAGE)
    own = _TO.search(header) or _TO.search(before.rpartition("<|start|>")[2])
    if own is None or own[1].startswith(_BUILTIN):
        if not header.strip().startswith("analysis"):
            raise NotACall("an answer")
        s.pending_from = None
        over = yield from s.read_past(_OVER, 12)
        s.pos -= len(over[0])
        return
    draft = s.draft(ID, start)
    draft.named(own[1])
    draft.mended = not _HEADER.fullmatch(_TO.sub("", header, count=1))
    if (yield from s.space()) != "{":
        raise EndOfInput if s.eof and s.pos == len(s.buf) else NotACall("no object of arguments")
    draft.show()
    body = s.at
    problem = yield from arguments(s, draft, _CLOSER)
    repaired, worse = parsed(draft, s.slice(body, s.at), own[1], close=problem is not None)
    s.close(draft, repaired=repaired, error=worse)
    yield from take(s, _ENDS)


FAMILY = CallFormat(ID, 0, (_CHANNEL, _MESSAGE), read)

EXAMPLES = (
    Example('<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": "x"}<|call|>', F),
    Example('<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{"a": "x"}<|call|>', F),
    Example('<|channel|>analysis<|message|>{"name": "f", "arguments": {}}<|end|>', ()),
)

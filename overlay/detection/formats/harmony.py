"""`harmony`: OpenAI's open-weight models.

    call = "<|channel|>commentary to=functions.N …<|message|>" object ("<|call|>" | …)

The recipient may come in the role, before the channel (`<|start|>assistant to=functions.N<|channel|>…`, as
OpenAI's description of harmony says); a role that is the function itself (`<|start|>functions.N<|channel|>…`)
makes the call `repaired`, and so do `json` glued to the name, a brace too many and a missing end token. A
message from a function (`to=assistant`) is its result, in which no call counts. The channel
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
_START, _CHANNEL, _MESSAGE = "<|start|>", "<|channel|>", "<|message|>"
_ROLE = re.compile(
    r"(?:assistant[^<]*?\bto=functions\.|(?P<role>functions\.))(?P<name>[^\s<]+)(?P<rest>.*)", re.DOTALL
)
_RESULT = re.compile(r"[^<]*\bto=assistant\b")
_TO = re.compile(r"to=(?:functions\.)?([^\s<]+)")
_REST = re.compile(
    r"\s*(?:assistant)?\s*(?:<\|channel\|>)?\s*(?:commentary)?\s*(?:<\|constrain\|>)?\s*(?:json)?\s*"
)
"""The parts of a header besides the recipient; with other text the call is `repaired`."""
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
    if (yield from take(s, (_START,))):
        yield from _from_role(s, start)
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
    yield from _call(s, start, own[1], repaired=_holds_more(header))


def _from_role(s: ParseContext, start: int) -> Parser[None]:
    """Read a message from its role: a call, or the result of one."""
    header = yield from text_to(s, _MESSAGE)
    if _RESULT.match(header):
        s.pending_from = None
        over = yield from s.read_past(_OVER, 12)
        s.pos -= len(over[0])
        return
    own = _ROLE.fullmatch(header)
    if own is None:
        raise NotACall("it has no recipient in its role")
    yield from _call(s, start, own["name"], repaired=bool(own["role"]) or _holds_more(header))


def _holds_more(header: str) -> bool:
    """Return whether a header has text that isn't used."""
    return not _REST.fullmatch(_TO.sub("", header, count=1))


def _call(s: ParseContext, start: int, said: str, *, repaired: bool) -> Parser[None]:
    """Read the object of arguments and the token after it."""
    name, glued = s.tools.unglued(said)
    draft = s.draft(ID, start)
    draft.named(name)
    if (yield from s.space()) != "{":
        raise EndOfInput if s.eof and s.pos == len(s.buf) else NotACall("no object of arguments")
    draft.show()
    body = s.at
    problem = yield from arguments(s, draft, _CLOSER)
    end = s.at
    mended, worse = parsed(draft, s.slice(body, end), name, close=problem is not None)
    while (yield from take(s, ("}",))):
        repaired = True
    after = s.at
    over = yield from take(s, _ENDS)
    s.rewind(after)
    s.close(draft, end=end, repaired=repaired or mended or glued or over is None, error=worse)
    yield from take(s, _ENDS)


FAMILY = CallFormat(ID, 0, (_START, _CHANNEL, _MESSAGE), read)

EXAMPLES = (
    Example('<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": "x"}<|call|>', F),
    Example('<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{"a": "x"}<|call|>', F),
    Example('<|channel|>analysis<|message|>{"name": "f", "arguments": {}}<|end|>', ()),
)

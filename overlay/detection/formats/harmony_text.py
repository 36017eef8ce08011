"""`harmony_text`: harmony (OpenAI's open-weight models) on a page that removed the special tokens.

    call = ["assistant"] ["commentary"] "to=functions." N ["commentary"] ["json" | "code"] object

Only the words of `<|channel|>commentary to=functions.N <|constrain|>json<|message|>{…}<|call|>` remain, with
or without the white space between them, the names of the tokens, and the signs around these names
(`channelcommentary`, `|message|`). A given tool may be written without its namespace. It is only a guess that
the page removed the rest, so the call is `repaired`.
"""

from __future__ import annotations

import re

from ..examples import Example, F
from ..json_arguments import arguments, parsed
from ..json_call_shapes import PLAIN_NAME
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import preceding

FORMAT = "harmony"
_OPENER = "=functions."
_MARK = r"(?:<?\|[a-z]{1,16}\|>?)"
_TOKEN = rf"(?:(?:start|channel|constrain|message|{_MARK})\s*)*"
_ROLE = "(?:assistant|commentary|analysis|final)"
_BEFORE = re.compile(rf"(?:{_TOKEN}(?:{_ROLE}\s*{_TOKEN})+|(?:^|(?<=\n))[ \t]*)to$", re.IGNORECASE)
_WORDS = re.compile(
    rf"(?:[\s*_`]|{_MARK}|(?:channel|constrain|message|commentary|analysis|json|code)+(?![\w.-]))*",
    re.IGNORECASE,
)
_GLUED = re.compile(
    r"(?<![_.-])((?:channel)?commentary)?(constrain)?(?:(?:json|code)(?:message)?)?$", re.IGNORECASE
)
_OBJECT = re.compile(r"[{]")
_LONGEST = 400


def read(s: ParseContext) -> Parser[None]:
    """Read one call."""
    before = _BEFORE.search(preceding(s, 80))
    if before is None:
        raise NotACall("it has no recipient")
    start = s.at - len(before[0].lstrip())
    s.begin = s.construct = start
    s.pos += len(_OPENER)
    begin = s.at
    yield from s.until(_OBJECT, begin + _LONGEST)
    name = _name(s, s.slice(begin, s.at))
    draft = s.draft(FORMAT, start)
    draft.named(name)
    draft.show()
    body = s.at
    problem = yield from arguments(s, draft)
    _, worse = parsed(draft, s.slice(body, s.at), name)
    s.close(draft, repaired=True, error=worse or problem)


def _name(s: ParseContext, header: str) -> str:
    """Return the tool's name in the text between namespace and arguments. Raises `NotACall` without one."""
    found = re.match(r"[\w.-]+", header)
    if not found or not _WORDS.fullmatch(header, found.end()):
        raise NotACall("no object of arguments")
    name = found[0]
    glued = _GLUED.search(name)
    own = name[: glued.start()] if glued else name
    if glued and own and name not in s.tools:
        alone = found.end() == len(header) and not s.tools.given
        name = own if own in s.tools or glued[1] or glued[2] or alone else name
    if not PLAIN_NAME.fullmatch(name):
        raise NotACall("no name of a tool")
    return name


FAMILY = CallFormat("harmony_text", 2, (_OPENER,), read)

EXAMPLES = (
    Example('commentary to=functions.f json{"a": "x"}', F),
    Example('assistant to=functions.f commentary json {"a": "x"}', F),
    Example('startassistantchannelcommentary to=functions.f constrainjsonmessage{"a": "x"}call', F),
    Example('analysisWe need f.assistantcommentary to=functions.fjson{"a": "x"}', F, ("f",)),
)

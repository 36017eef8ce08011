"""Tells whether a place is inside a tag that may not be part of the answer, such as `<draft>`.

Such tags have no end of names, so the known ones are those that an answer may have: the elements of HTML that
only arrange text, the wrappers of calls, and a few words. A tag counts if it begins a line. Without a closing
tag, it reaches to the end of the answer. A call in it is shown, but doesn't run automatically. A known tag
counts too if its attributes speak of thoughts or examples, and `<details>` if its summary does.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .region_names import KIND_OF_TAG
from .stream_buffer import StreamBuffer

_HTML = """a abbr acronym address article aside audio b base bdi bdo big body br button canvas caption center
code col colgroup dd del details dfn div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5
h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta nav
ol p picture pre s samp section small source span strike strong sub summary sup svg table tbody td tfoot th
thead time tr tt u ul var video wbr"""
_ANSWER = """answer response reply final final_answer final_response solution message assistant content text
action actions step steps tool tools call calls function functions tool_call tool_calls tool_use tool_code
function_call function_calls functioncall functioncalls toolcall toolcalls tool_request tool_requests invoke
parameter parameters param arguments args arg_key arg_value tool_name tool_sep command commands use_mcp_tool
longcat_tool_call dots_function_call request"""
_SITE = "markdown"
"""An element in which a site draws answers, as ADK's chat does; no model marks its words by it."""
_KNOWN = frozenset([*_HTML.split(), *_ANSWER.split(), *_SITE.split(), *KIND_OF_TAG])
_SUMMARY, _LONGEST = 60, 400  # code points of a summary that are looked at, and of a tag
_MARKS = " \t>*+-|"
_TAG = re.compile(
    # One character comes first and is searched for, which is faster by far: most texts have few tags.
    r"<(?:[ \t]?(?P<over>/?)[ \t]?(?P<name>[^\W\d_][\w.:|-]{0,60}(?<![|]))(?:\s[^<>]{0,300})?(?<!/)>|!--)"
)
_COMMENT, _COMMENT_END = "!--", "-->"
_MOST_NAMES = 50
_MAY_OPEN = re.compile(r"<(?:[ \t]?/[ \t]?[sS]|(?<![^\s>*+|-]<)(?<![^\s>*+|-][ \t]<))")
"""What a text outside of such tags has if one opens in it: a tag that may begin a line, or `</summary>`."""
_DOUBT = re.compile(
    r"reason|think|thought|reflect|example|quote|draft|思考|思维|推理|示例|例子|denk|beispiel|pens[ée]|razon|raison"
    "|exempl|ejemplo|мысл|рассужд|пример|생각|예시",
    re.IGNORECASE,
)


def _known(name: str, tag: str) -> bool:
    space, _, word = name.rpartition(":")
    return (
        word in _KNOWN
        and space not in KIND_OF_TAG
        and tag[1] not in " \t"
        and not _DOUBT.search(tag[len(name) + 1 :])
    )


class LineStart(NamedTuple):
    """What counts of the text before a place: whether only white space, marks and tags come before it in its
    line, and the end of the text `said` since the last tag.
    """

    leads: bool = True
    said: str = ""


START = LineStart()
OpenTags = dict[str, None]
"""The names of the open tags, the outermost first; a comment is one of them.

A closing tag ends all that opened since the first tag of its name. So a name need not be here twice, and of
many names the first are enough.
"""


def follow_tags(text: str, names: OpenTags, before: LineStart = START) -> LineStart:
    """Update `names` by `text`; return what counts at its end for the text after it."""
    last = 0
    leads, said = before
    while True:
        if _COMMENT in names:  # in a comment nothing else counts
            start = text.find(_COMMENT_END, last)
            if start < 0:
                break
            del names[_COMMENT]
            leads, said = _leads(text[last:start], leads), ""
            last = start + len(_COMMENT_END)
            continue
        found = _TAG.search(text, last)
        if found is None:
            break
        between = text[last : found.start()]
        leads, said = _leads(between, leads), said + between
        last = found.end()
        name = (found["name"] or _COMMENT).lower()
        if found["over"]:
            if name in names:
                while names.popitem()[0] != name:
                    pass
            elif name == "summary" and _DOUBT.search(said[-_SUMMARY:]):
                _open(names, "details")
        elif leads and not _known(name, found[0]):
            _open(names, name)
        said = ""
    return LineStart(_leads(text[last:], leads), (said + text[last:])[-_SUMMARY:])


def _open(names: OpenTags, name: str) -> None:
    if len(names) < _MOST_NAMES or name == _COMMENT:
        names.setdefault(name)


def _leads(said: str, leads: bool) -> bool:
    line = said.rpartition("\n")
    return (leads or bool(line[1])) and not line[2].strip(_MARKS)


class EnclosingTags:
    """The open tags of a text that is read once, from its start, without its code blocks and calls."""

    def __init__(self) -> None:
        self.done = -1
        self._names: OpenTags = {}
        self._before = START
        self._left_out: list[tuple[int, int]] = []

    def inside(self, s: StreamBuffer, at: int) -> bool:
        """Return whether the position `at`, not before an earlier one, is inside such a tag."""
        rest = self.follow(s, at)
        names = {**self._names}
        follow_tags(rest, names, self._before)
        return bool(names)

    def before_block(self, s: StreamBuffer, at: int) -> bool:
        """Return the same for a code block at `at`. All before it is read: a long block may be trimmed."""
        rest = self.follow(s, at)
        self._before = follow_tags(rest, self._names, self._before)
        self.done = at
        return bool(self._names)

    def follow(self, s: StreamBuffer, at: int) -> str:
        """Read the text before `at`, but for a tag that may not have ended; return that rest."""
        for start, end in self._left_out:
            if start > self.done and (self._names or s.may_have(_MAY_OPEN, self.done, start)):
                follow_tags(s.slice(self.done, start), self._names, self._before)
            self.done, self._before = end, LineStart(leads=False)
        self._left_out.clear()
        text = s.slice(self.done, at)
        if len(text) <= _SUMMARY and "<" not in text:
            return text
        cut = text.rfind("<")
        if cut < 0 or ">" in text[cut:] or len(text) - cut > _LONGEST:
            begun = 2 if text.endswith("--") else 1 if text.endswith("-") else 0  # maybe of a comment's end
            cut = len(text) - begun
        self._before = follow_tags(text[:cut], self._names, self._before)
        self.done = at - (len(text) - cut)
        return text[cut:]

    def skip(self, start: int, end: int) -> None:
        """Leave out the code block or the call from `start` to `end`, which is after all those before it.

        The text before it is read when a position after it is asked for, because most texts have no call.
        """
        self._left_out.append((start, end))

"""Reads `<invoke name=…>` calls: the tags of Anthropic's models, with any prefix and wrapper.

Several hosted and local models print them; the module of each format says which tags it takes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .argument_types import literal, typed, unwrap
from .call_builder import CallBuilder
from .named_tags import NAME, arguments_of, name_of
from .parse_context import ParseContext
from .stream_buffer import EndOfInput, NotACall, Parser
from .token_readers import expect, skip_stray, take
from .tool_index import Schema
from .unclosed_values import Ending, end_argument, opens_parameter
from .value_terminators import NO_TAG, ValueTerminators
from .windows_paths import meant_paths
from .xml_tags import Tag, ahead, tag
from .xml_values import shown_pieces, value

_KEY = re.compile(r"""<\S+\s+name\s*=\s*["'“]?([^"'“”<>]+)""", re.IGNORECASE)
Decode = Callable[[str, "Schema | None"], Any]


@dataclass(frozen=True)
class Dialect:
    """The tags of a format: the `prefix` of `invoke` and `parameter`, and the names of its wrappers.

    `decode` gives the value of a text, `resolve` the tool for a name; `exact` keeps line breaks at the edges.
    """

    format: str
    wrappers: tuple[str, ...]
    prefix: str = ""
    decode: Decode = typed
    resolve: Callable[[ParseContext, str], str] = lambda _, name: name
    exact: bool = False

    @property
    def invoke(self) -> str:
        return f"{self.prefix}invoke"

    @property
    def parameter(self) -> str:
        return f"{self.prefix}parameter"

    @cached_property
    def plain(self) -> _Plain:
        """The patterns that find its plain calls."""
        return _Plain(self)

    @cached_property
    def children(self) -> tuple[str, ...]:
        """The texts that can follow a parameter."""
        return (f"<{self.parameter}", f"</{self.invoke}", *(f"</{wrapper}" for wrapper in self.wrappers))


def json_unless_told(text: str, schema: Schema | None) -> Any:
    """Type the text by the schema; without one, read a JSON literal, for models that print JSON values."""
    return typed(text, schema) if schema else literal(text)


class _Plain:
    """Patterns for plain calls in a dialect's tags, complete in the buffer.

    Plain means: attributes in double quotes and in the usual order, and no text like a tag in a value.
    """

    def __init__(self, dialect: Dialect) -> None:
        invoke, parameter = re.escape(dialect.invoke), re.escape(dialect.parameter)
        wrapper = "|".join(map(re.escape, dialect.wrappers))
        text = rf"[^<]*+(?:<(?=[{NO_TAG}])[^<]*+)*+"
        attribute = r'"([^"<>&“”]{0,1000}+)"'
        self.wrapper = re.compile(rf"<(?:{wrapper})>\s*+(?=<{invoke} )")
        self.invoke = re.compile(rf"<{invoke} name={attribute}(?: call_id={attribute})?+>\s*+")
        self.parameter = re.compile(
            rf"<{parameter} name={attribute}>({text})</{parameter}>\s*+"
            rf"(?:(?=<{parameter} name=)|(</{invoke}>))"
        )
        self.end = re.compile(rf"</{invoke}>")
        self.between = re.compile(rf"\s*+(?:(?=<{invoke} )|(</(?:{wrapper})>))")


_PlainCall = tuple[int, str, str | None, list[tuple[str, str]], int]
"""Start, name, id, parameters and end."""


def whole(s: ParseContext, dialect: Dialect) -> bool:
    """Read a wrapper with its calls, or one call alone, if all is plain and complete in the buffer.

    Otherwise return False, with nothing read.
    """
    plain, buf = dialect.plain, s.buf
    opener = plain.wrapper.match(buf, s.pos)
    calls: list[_PlainCall] = []
    pos = opener.end() if opener else s.pos
    closed = None
    while not closed:
        one = _plain_call(buf, pos, plain)
        if one is None:
            return False
        calls.append(one)
        pos = one[4]
        if opener is None:
            break
        after = plain.between.match(buf, pos)
        if after is None:
            return False
        pos, closed = after.end(), after[1]
    for one in calls:
        _report(s, one, dialect)
    s.pos = pos
    return True


def _plain_call(buf: str, pos: int, plain: _Plain) -> _PlainCall | None:
    opener = plain.invoke.match(buf, pos)
    if opener is None:
        return None
    name, call_id = opener.groups()
    if not name.strip():
        return None
    at = opener.end()
    parameters: list[tuple[str, str]] = []
    over = None
    while over is None and (found := plain.parameter.match(buf, at)):
        key, raw, over = found.groups()
        # A key that is the tag's own name is also that of a wrong closer; of two equal keys one isn't used.
        if key.lower() == "parameter" or any(key == known for known, _ in parameters):
            return None
        if opens_parameter(raw):
            return None
        parameters.append((key, raw))
        at = found.end()
    if over is None:
        end = plain.end.match(buf, at)
        if end is None:
            return None
        at = end.end()
    if buf.find("\\", pos, at) >= 0 and meant_paths(dict(parameters), buf[pos:at])[1]:
        return None
    return pos, name, call_id, parameters, at


def _report(s: ParseContext, call: _PlainCall, dialect: Dialect) -> None:
    start, name, call_id, parameters, s.pos = call
    name = dialect.resolve(s, name)
    schemas = s.tools.parameters(name)
    exact = dialect.exact
    arguments = {
        key: dialect.decode(raw if exact else unwrap(raw), schemas.get(key)) for key, raw in parameters
    }
    shown = () if s.log.unheard else [(key, shown_pieces(raw, exact=exact)) for key, raw in parameters]
    s.report(dialect.format, s.base + start, name, arguments, shown, call_id=call_id)


def wrapped(s: ParseContext, dialect: Dialect) -> Parser[None]:
    """Read the calls after a wrapper's opening tag, to past its closing tag. Raises `NotACall` if there is
    none.
    """
    end, calls = s.at, 0
    closers = tuple(f"</{wrapper}" for wrapper in dialect.wrappers)
    while True:
        char = yield from s.space()
        found = (yield from ahead(s, (f"<{dialect.invoke}", *closers))) if char == "<" else None
        if found is None:
            s.rewind(end)
            if char == "":
                raise EndOfInput
            if not calls:
                raise NotACall("the wrapper holds no call")
            return
        start = s.at
        one = yield from tag(s)
        if one.closing:
            return
        yield from invoke(s, one, start, dialect, wrapper=True)
        end, calls = s.at, calls + 1


def invoke(
    s: ParseContext, opener: Tag, start: int, dialect: Dialect, *, wrapper: bool = False
) -> Parser[None]:
    """Read one call from after its opening tag, which begins at `start`. `wrapper`: the call is in a
    wrapper.
    """
    name = opener.get("name")
    if opener.name != dialect.invoke or (name is not None and not name.strip()):
        raise NotACall("an invoke without a name")
    if name is None:
        yield from _named_inside(s, opener, start, dialect)
        return
    draft = s.draft(dialect.format, start)
    draft.named(dialect.resolve(s, name), opener.get("call_id", "id"))
    repaired = opener.repaired or opener.holds_more_than("name", "call_id", "id")
    if opener.empty:
        s.close(draft, repaired=repaired)
        return
    draft.show()
    children = dialect.children
    while True:
        char = yield from s.space()
        if char == "":
            raise EndOfInput
        found = (yield from ahead(s, children)) if char == "<" else None
        if found is None:
            if char == "<" or not (yield from skip_stray(s, f"<{dialect.parameter} ")):
                raise NotACall("text between parameters")
            repaired = True
        here = s.at
        child = yield from tag(s)
        if child.name == dialect.parameter and not child.closing:
            yield from _parameter(s, draft, child, dialect, wrapper)
            repaired |= child.repaired or child.holds_more_than("name", "string", "type")
        elif child.name == dialect.invoke:
            s.close(draft, repaired=repaired or child.holds_more_than())
            return
        else:  # the end of the wrapper ends the call too
            s.rewind(here)
            s.close(draft, repaired=True)
            return


def _named_inside(s: ParseContext, opener: Tag, start: int, dialect: Dialect) -> Parser[None]:
    """Read one call as Claude 2 prints it: with separate tags for the name and for each argument."""
    if opener.empty or opener.closing or (yield from take(s, (NAME,))) is None:
        raise NotACall("an invoke without a name")
    draft = s.draft(dialect.format, start)
    draft.named(dialect.resolve(s, (yield from name_of(s))), opener.get("call_id", "id"))
    draft.mended = opener.holds_more_than("call_id", "id")
    draft.show()
    mended, problem = (yield from arguments_of(s, draft, dialect.decode, f"</{dialect.invoke}>")) or (
        False,
        None,
    )
    end = s.at
    found = yield from expect(s, f"</{dialect.invoke}>", *(f"</{wrapper}" for wrapper in dialect.wrappers))
    if not found.endswith(">"):  # the end of the wrapper ends the call too
        s.rewind(end)
    s.close(draft, repaired=mended or not found.endswith(">"), error=problem)


def _parameter(
    s: ParseContext, draft: CallBuilder, opener: Tag, dialect: Dialect, wrapper: bool
) -> Parser[None]:
    """Read one parameter from after its opening tag."""
    key = opener.get("name")
    if key is None:
        raise NotACall("a parameter without a name")
    schemas = s.tools.parameters(draft.name)
    raw, ending = "", Ending.CLOSED
    sink = draft.argument(key)
    if not opener.empty:
        pending = schemas.keys() - draft.arguments.keys() - {key}
        raw, ending = yield from value(s, _ends(dialect, key, wrapper, frozenset(pending)), sink)
    end_argument(draft, key, ending, raw, schemas)
    said = opener.get("string")
    draft.mended |= said not in (None, "true", "false")
    text = raw if dialect.exact else unwrap(raw)
    if said == "true":
        draft.put(key, text)
    else:
        draft.put(key, literal(text) if said == "false" else dialect.decode(text, schemas.get(key)))


def _ends(dialect: Dialect, key: str, wrapper: bool, pending: frozenset[str]) -> ValueTerminators:
    around = dialect.wrappers if wrapper else ()
    return ValueTerminators(
        closers=(f"</{dialect.parameter}>",),
        follow=dialect.children,
        openers=(f"<{dialect.parameter} name",),
        again=(f"<{dialect.parameter}",),
        outer=(f"<{dialect.invoke} ",),
        outer_closers=(f"</{dialect.invoke}>",),
        outer_follow=(f"<{dialect.invoke} ", *(f"</{wrapper}" for wrapper in dialect.wrappers)),
        wrong=(f"</{key.lower()}>", "</param>"),
        wrapper=tuple(f"{mark}{name}" for name in around for mark in ("<", "</")),
        exact=dialect.exact,
        starts=(f"<{dialect.parameter} name",),
        key=_KEY,
        pending=pending,
    )

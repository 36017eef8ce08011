"""Calls written as Python: `f(a=1), g(b='x')`. Finds their end and reads them; nothing is ever evaluated.

While the text streams in, only its end is searched for. Then `ast` parses the whole text once, literals only;
if that fails because of quotes or line breaks in strings, `overlay.detection.lenient_python` reads it.
"""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from .lenient_python import Mender
from .python_strings import closes
from .stream_buffer import EndOfInput, NotACall, Parser, StreamBuffer
from .tool_index import ToolIndex

SIZE_LIMIT = 1_000_000
_STOP = re.compile(r"[\"'()\[\]{}#\n]")
_AFTER_KEY = re.compile(r"=\s*[rRuU]?$")
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_DEEPEST = 100
_JSON_WORDS = {"true": True, "false": False, "null": None}


@dataclass(frozen=True)
class PyCall:
    """One call: its dotted name, its arguments by name, and its (start, end) in the text.

    `repaired`: its strings were not valid Python, or an argument is given twice.
    """

    name: str
    arguments: dict[str, Any]
    span: tuple[int, int] = (0, 0)
    repaired: bool = False


def brackets(s: StreamBuffer) -> Parser[None]:
    """Read from an opening bracket to past the one that closes it. Raises `NotACall` if brackets don't
    match.
    """
    stack: list[str] = []
    while True:
        char = yield from s.until(_STOP)
        s.pos += 1
        if char in "([{":
            stack.append(char)
            if len(stack) > _DEEPEST:
                raise NotACall("nested too deep")
        elif char in _PAIRS:
            if not stack or stack.pop() != _PAIRS[char]:
                raise NotACall(f"{char!r} closes nothing")
            if not stack:
                return
        elif char in "\"'":
            keyword = (
                bool(stack) and stack[-1] == "(" and _AFTER_KEY.search(s.slice(max(s.at - 12, -1), s.at - 1))
            )
            yield from _string(s, char, keyword=bool(keyword))


def _string(s: StreamBuffer, quote: str, *, keyword: bool) -> Parser[None]:
    """Read a string from after its first quote. `keyword`: it is the value of a keyword argument."""
    if (yield from s.peek(2)) == quote * 2:
        s.pos += 2
        closer = quote * 3
    else:
        closer = quote
    stop = _STRING_STOP[quote]
    while True:
        char = yield from s.until(stop)
        if char == "\\":
            if len((yield from s.peek(2))) < 2:
                raise EndOfInput
            s.pos += 2
        elif (yield from s.peek(len(closer))) != closer:
            s.pos += 1
        else:
            s.pos += len(closer)
            if (yield from closes(s, keyword=keyword)):
                return


_STRING_STOP = {'"': re.compile(r"[\\\"]"), "'": re.compile(r"[\\']")}


def read_calls(text: str, tools: ToolIndex) -> list[PyCall]:
    """Return the calls in `text`: a list or a tuple of calls, or one call a line.

    Raises `NotACall` for any other text.
    """
    if len(text) > SIZE_LIMIT:
        raise NotACall("too long")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # for a string with an invalid escape, such as a Windows path
            tree = ast.parse(text.lstrip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _mended(text, tools)
    nodes: list[ast.expr] = []
    for statement in tree.body:
        if not isinstance(statement, ast.Expr):
            raise NotACall("a statement")
        inner = statement.value
        nodes += inner.elts if isinstance(inner, (ast.List, ast.Tuple)) else [inner]
    places = _Places(text)
    return [replace(_call(node, tools), span=places.of(node)) for node in nodes]


def _mended(text: str, tools: ToolIndex) -> list[PyCall]:
    found: list[PyCall] = []
    for call in Mender(text).calls():
        name = tools.own_name(call.name)
        names = list(tools.parameters(name))
        if len(call.placed) > len(names):
            raise NotACall("arguments without names")
        arguments = {**dict(zip(names, call.placed, strict=False)), **call.named}
        found.append(PyCall(name, arguments, call.span, repaired=True))
    return found


class _Places:
    """Turns the lines and UTF-8 columns of `ast` into offsets."""

    def __init__(self, text: str) -> None:
        self.lead = len(text) - len(text.lstrip())
        self.lines = _LINES.findall(text[self.lead :])
        self.starts = [0, *accumulate(len(line) for line in self.lines)]
        self.columns: dict[int, list[int]] = {}  # for lines that aren't ASCII: the column of each code point

    def of(self, node: ast.expr) -> tuple[int, int]:
        """Return the (start, end) of `node`."""
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self._offset(node.lineno, node.col_offset), self._offset(end_line, end_column)

    def _offset(self, line: int, column: int) -> int:
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if not text.isascii():
            if line not in self.columns:
                self.columns[line] = list(accumulate(len(char.encode("utf-8")) for char in text))
            column = bisect_right(self.columns[line], column)
        return self.lead + self.starts[line - 1] + column


def _call(node: ast.expr, tools: ToolIndex) -> PyCall:
    if not isinstance(node, ast.Call):
        raise NotACall("no call")
    name = _dotted(node.func)
    if name == "print" and len(node.args) == 1 and isinstance(node.args[0], ast.Call):
        return _call(node.args[0], tools)
    name = tools.own_name(name)
    names = list(tools.parameters(name))
    if len(node.args) > len(names):
        raise NotACall("arguments without names")
    arguments = {key: _literal(value) for key, value in zip(names, node.args, strict=False)}
    twice = False
    for keyword in node.keywords:
        if keyword.arg is None:
            found = _literal(keyword.value)
            if not isinstance(found, dict):
                raise NotACall("** of something else")
            more: dict[str, Any] = {str(key): value for key, value in found.items()}  # pyright: ignore
        else:
            more = {keyword.arg: _literal(keyword.value)}
        twice |= not arguments.keys().isdisjoint(more)
        arguments |= more
    return PyCall(name, arguments, repaired=twice)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    raise NotACall("no name of a function")


def _literal(node: ast.expr) -> Any:
    """Return the value of a literal; JSON's words for true, false and null count too."""
    if isinstance(node, ast.Name) and node.id in _JSON_WORDS:
        return _JSON_WORDS[node.id]
    if isinstance(node, ast.Dict):
        keys = [None if key is None else _literal(key) for key in node.keys]
        if None in keys:
            raise NotACall("** in a dict")
        return {str(key): _literal(value) for key, value in zip(keys, node.values, strict=True)}
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return [_literal(item) for item in node.elts]
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise NotACall("no literal") from None
    if isinstance(value, (str, int, float, bool, type(None))):
        return value
    raise NotACall("no JSON value")

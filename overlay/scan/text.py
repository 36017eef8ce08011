"""Reads Markdown and plain text: one message, or the turns of a transcript that names its speakers.

A turn begins at a line outside code blocks with only a speaker's name: a heading (`## User`), bold
(`**Assistant:**`), or the name with a colon (`You said:`). `Human: …` and `Assistant: …` may have text after
the colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .export_fields import ROLE_NAMES, role_of
from .model import ChatMessage, Role, TextSpan, Unreadable

_NAMES = "|".join(sorted(ROLE_NAMES, key=len, reverse=True))
_SPEAKER = re.compile(
    rf"""[ ]{{0,3}}(?: \#{{1,6}}[ \t]+ [*_]{{0,2}} (?P<heading>{_NAMES}) \b (?:[ ]said)? [*_:]{{0,3}} [ \t]*
                       (?:\([^()\n]{{0,60}}\))? [ \t]* \#*
                   | (?:\*\*|__) (?P<bold>{_NAMES}) (?:[ ]said)? (?: :(?:\*\*|__) | (?:\*\*|__)[ \t]*: )
                   | (?P<plain>{_NAMES}) (?:[ ]said)? [ \t]*: ) [ \t]*$""",
    re.IGNORECASE | re.VERBOSE,
)
_DIALOGUE = re.compile(r"(?P<name>Human|User|Assistant|System): (?=\S)")
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})([^\n]*)")
_BREAKS = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"  # where `str.splitlines` ends a line
_LINE = re.compile(rf"[^{_BREAKS}]*+(?:\r\n|[{_BREAKS}])?")
# A break before a line that may hold a fence or name a speaker. A look at its first letter is fastest.
_FIRST = "".join(sorted({letter for name in ROLE_NAMES for letter in (name[0].lower(), name[0].upper())}))
_MARK = rf"(?=[ ]{{0,3}}(?:`{{3}}|~{{3}}|\#|\*\*|__|(?=[{_FIRST}])(?i:{_NAMES})))"
_BEFORE_MARK = re.compile(rf"[{_BREAKS}]{_MARK}")
_AFTER_NEWLINE = re.compile(rf"\n{_MARK}")  # much faster: one character is searched for
# A line that may name a speaker, perhaps in a code block. Most texts have none.
_NAMED = rf"(?=[ ]{{0,3}}(?:\#{{1,6}}[ \t]+[*_]{{0,2}}|\*\*|__)?+(?=[{_FIRST}])(?i:{_NAMES}))"
_AT_NAME = re.compile(_NAMED)
_BEFORE_NAME = re.compile(rf"[{_BREAKS}]{_NAMED}")
_AFTER_NEWLINE_NAME = re.compile(rf"\n{_NAMED}")
_ODD_BREAKS = "\r\v\f\x1c\x1d\x1e"
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def decoded(data: bytes) -> str:
    """Return `data` as text: UTF-8, or the encoding of its byte order mark; invalid bytes become U+FFFD.

    Raises Unreadable for data that is not text.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if b"\0" in data[:65536]:
        raise Unreadable("this is not text: it contains NUL bytes")
    return data.decode("utf-8", "replace")


def messages(text: str) -> Iterator[ChatMessage]:
    """Yield the turns of `text`; if it names no speakers, the whole text as a message of role `unknown`."""
    role: Role = "unknown"
    start, first, turn = 0, 1, 0
    fence = ""
    number = counted = 0  # `text[:counted]` has `number` lines
    plain = text.isascii() and not any(odd in text for odd in _ODD_BREAKS)
    named = _AT_NAME.match(text) or (_AFTER_NEWLINE_NAME if plain else _BEFORE_NAME).search(text)
    marks_at = (_AFTER_NEWLINE if plain else _BEFORE_MARK).finditer(text) if named else ()
    for begins in (0, *(found.end() for found in marks_at)):
        found_line = _LINE.match(text, begins)
        line = found_line[0] if found_line else ""
        fence, marks = _in_fence(fence, line)
        if fence or marks:
            continue
        speaker = _SPEAKER.match(line.rstrip("\r\n"))
        dialogue = None if speaker else _DIALOGUE.match(line)
        found = speaker or dialogue
        if found is None:
            continue
        if text[start:begins].strip():
            yield _message(role, text[start:begins], first, turn)
        number += len(text[counted:begins].splitlines()) + 1
        counted = offset = begins + len(line)
        turn += 1
        role = role_of(found["name"] if dialogue else next(filter(None, found.groups())))
        start, first = (offset, number + 1) if speaker else (begins + found.end(), number)
    if text[start:].strip():
        yield _message(role, text[start:], first, turn)


def _message(role: Role, text: str, line: int, turn: int) -> ChatMessage:
    return ChatMessage(role, (TextSpan(text, lines=((0, line),)),), message=str(turn) if turn else None)


def _in_fence(fence: str, line: str) -> tuple[str, bool]:
    """Return the marker of the code block open after `line` ("" for none), and whether `line` is a marker."""
    found = _FENCE.match(line)
    if not found:
        return fence, False
    marker, info = found[1], found[2].strip()
    if not fence:
        return (marker, True) if marker[0] == "~" or "`" not in info else ("", False)
    closes = marker[0] == fence[0] and len(marker) >= len(fence) and not info
    return ("" if closes else fence), closes

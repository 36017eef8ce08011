"""Reads the messages of one file, or of the members of an archive, and reports what can't be read."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, cast

from . import records, text
from .file_kind import HEAD, Kind, kind_by_head, kind_by_name
from .json_records import elements, first_sign, lines, parsed
from .model import LIMIT, ChatMessage, InseparableError, Part, ReadError, UnknownShape, Unreadable

Read = ChatMessage | ReadError


def read(
    file: BinaryIO, name: str, *, named: bool = True, part: Part | None = None
) -> Iterator[tuple[str, Read]]:
    """Yield the messages of the open `file`, or of a part, each with the name of its file or archive member.

    A failure is yielded as a `ReadError` at the end of its file. Valid JSON without a chat is an error only
    if the user `named` the file. Raises InseparableError for a part that can't be read alone.
    """
    try:
        if part:
            for one in _jsonl(file, name, part):
                yield name, one
            return
        kind = kind_by_name(name)
        if kind is None:
            kind = kind_by_head(file.read(HEAD))
            file.seek(0)
        if kind == "zip":
            yield from _archive(file, name)
        else:
            for one in _messages(file, name, kind):
                yield name, one
    except UnknownShape as problem:
        if named:
            yield name, ReadError(name, str(problem))
    except Unreadable as problem:
        yield name, ReadError(name, str(problem))
    except (OSError, RuntimeError, NotImplementedError, zipfile.BadZipFile, EOFError) as problem:
        # zipfile raises RuntimeError for an encrypted member, NotImplementedError for an unknown compression.
        yield (
            name,
            ReadError(name, getattr(problem, "strerror", None) or str(problem) or type(problem).__name__),
        )


def _archive(file: BinaryIO, name: str) -> Iterator[tuple[str, Read]]:
    """Yield the messages of the members that may contain chats, by name.

    Nothing is unpacked to disk, and archives inside the archive are not opened.
    """
    with zipfile.ZipFile(file) as archive:
        for member in sorted(archive.infolist(), key=lambda one: one.filename):
            if member.is_dir() or kind_by_name(member.filename) in (None, "zip"):
                continue
            inner = f"{name}/{member.filename}"
            try:
                with archive.open(member) as opened:
                    yield from read(cast("BinaryIO", opened), inner, named=False)
            except (RuntimeError, NotImplementedError, zipfile.BadZipFile, OSError) as problem:
                yield inner, ReadError(inner, str(problem))


def _messages(file: BinaryIO, name: str, kind: Kind) -> Iterator[Read]:
    # The readers of pages and of mail take as long to import as those of all other files together.
    if kind == "html":
        from . import html

        yield from html.messages(_whole(file))
    elif kind == "mhtml":
        from . import mhtml

        yield from mhtml.messages(_whole(file))
    elif kind == "jsonl" or (kind == "json" and _is_jsonl(file)):
        yield from _jsonl(file, name)
    elif kind == "json" or _is_gemini(file):
        yield from _json(file)
    else:
        yield from text.messages(text.decoded(_whole(file)))


def _is_gemini(file: BinaryIO) -> bool:
    """Return whether the text file is a conversation of Gemini, which Takeout names .txt."""
    head = file.read(HEAD)
    file.seek(0)
    return head.lstrip(b" \t\r\n\xef\xbb\xbf").startswith(b"{") and b'"conversation_turns"' in head


def _whole(file: BinaryIO) -> bytes:
    data = file.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise Unreadable(f"the file is larger than {LIMIT >> 20} MB; split it")
    return data


def _is_jsonl(file: BinaryIO) -> bool:
    """Return whether the first line is a complete object: the file is then JSONL, also if named .json."""
    if first_sign(file) != "{":
        return False
    line = file.readline(LIMIT)
    file.seek(0)
    try:
        parsed(line.decode("utf-8-sig", "replace"))
    except Unreadable:
        return False
    return True


def _jsonl(file: BinaryIO, name: str, part: Part | None = None) -> Iterator[Read]:
    # A file in parts begins with a chat.
    known, strange = part is not None, ""
    chat: str | None = None
    for number, value in lines(file, part=part):
        if isinstance(value, Unreadable):
            known = True
            yield ReadError(name, str(value), number)
            continue
        begins, named = records.chat_begins(value)
        if begins:
            if part:
                raise InseparableError
            known, chat = True, named
            continue
        try:
            for one in records.messages(value, chat):
                known = True
                yield ChatMessage(one.role, one.pieces, one.conversation, one.message, number, one.branch)
        except UnknownShape as problem:
            strange = strange or str(problem)
    if strange and not known:
        raise UnknownShape(strange)


def _json(file: BinaryIO) -> Iterator[Read]:
    """Yield the messages of an export: an array of records, read one at a time, or one record.

    An array of messages is one chat.
    """
    if first_sign(file) != "[":
        yield from records.messages(parsed(_text(_whole(file))))
        return
    known, strange = False, ""
    chat: str | None = None
    for number, value in enumerate(elements(file)):
        begins, named = records.chat_begins(value)
        if begins:
            known, chat = True, named
            continue
        try:
            for one in records.messages(value, chat):
                known = True
                yield one if one.message else replace(one, message=str(number))
        except UnknownShape as problem:
            strange = strange or str(problem)
    if strange and not known:
        raise UnknownShape(strange)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Unreadable(f"the file is not UTF-8: {problem.reason}") from None

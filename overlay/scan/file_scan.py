"""Scans one file, in a function without side effects that every engine runs."""

from __future__ import annotations

import errno
import os
import re
import stat
import threading
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from typing import BinaryIO

from overlay.detection import ToolCall, ToolIndex, WholeTextDetector

from .collect_files import special
from .model import (
    ChatMessage,
    Finding,
    FoundCall,
    InseparableError,
    ReadError,
    ScanOptions,
    Source,
    TextSpan,
)
from .read_file import read

_BREAK = re.compile("\n")


def scan_file(source: Source, options: ScanOptions) -> list[Finding]:
    """Return the calls in the file, in order, and a `ReadError` for each part that could not be read.

    The result depends only on the arguments and the file. Each failure of a reader becomes a `ReadError`, so
    that one file does not end the scan of the others. Raises only InseparableError, for a part of a file.
    """
    found: list[Finding] = []
    try:
        with opened(source.path) as file:
            for name, one in read(file, source.name, named=source.named, part=source.part):
                if isinstance(one, ReadError):
                    found.append(one)
                else:
                    found += calls_in(one, name, options)
    except OSError as problem:
        found.append(ReadError(source.name, problem.strerror or str(problem)))
    except InseparableError:
        raise
    except Exception as problem:
        found.append(ReadError(source.name, f"{type(problem).__name__}: {problem}"))
    return found


def opened(path: str) -> BinaryIO:
    """Open the file for reading. Raises OSError if it is not a file: it may have been replaced by a pipe."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    file = os.fdopen(number, "rb")
    if not stat.S_ISREG(os.fstat(number).st_mode):
        file.close()
        raise OSError(errno.EINVAL, special(path) or "skipped: it is not a file")
    return file


def calls_in(message: ChatMessage, file: str, options: ScanOptions) -> list[FoundCall]:
    """Return the calls of one message, in the order of their lines."""
    found: list[FoundCall] = []
    before = 0
    for piece in message.pieces:
        calls = _calls(piece, options)
        if calls:
            breaks = [one.start() for one in _BREAK.finditer(piece.text)]
            found += (_found(message, file, piece, call, breaks, before) for call in calls)
        if len(message.pieces) > 1:
            before += piece.text.count("\n") + 1
    return sorted(found, key=lambda one: one.line) if found else found


def _found(
    message: ChatMessage, file: str, piece: TextSpan, call: ToolCall, breaks: list[int], before: int
) -> FoundCall:
    start = call.span[0]
    line = message.line or _line(piece, start, breaks)
    return FoundCall(
        file=file,
        line=line or before + bisect_left(breaks, start) + 1,
        line_in="file" if line else "message",
        role=message.role,
        conversation=message.conversation,
        message=message.message,
        branch=message.branch,
        call=call,
    )


def _calls(piece: TextSpan, options: ScanOptions) -> Sequence[ToolCall]:
    if piece.calls is not None:
        return piece.calls
    detector = _known.detector
    if detector is None or (_known.options is not options and _known.options != options):
        detector = _known.detector = WholeTextDetector(_index(options), fallbacks=options.fallbacks)
        _known.options = options
    calls = detector.calls(piece.text, piece.fence)
    if piece.rendered and calls:
        return [
            call.model_copy(update={"confidence": "repaired"}) if call.confidence == "structured" else call
            for call in calls
        ]
    return calls


class _Known(threading.local):
    """The detector for the options used last. Each thread has its own: it keeps state while it reads."""

    options: ScanOptions | None = None
    detector: WholeTextDetector | None = None


_known = _Known()


@cache
def _index(options: ScanOptions) -> ToolIndex:
    """Return the index of the tools; it is made once per process, since it compiles patterns."""
    return ToolIndex(options.definitions())


def _line(piece: TextSpan, start: int, breaks: list[int]) -> int | None:
    if not piece.lines:
        return None
    place = bisect_right(piece.lines, start, key=lambda pair: pair[0]) - 1
    offset, line = piece.lines[max(place, 0)]
    return line + max(0, bisect_left(breaks, start) - bisect_left(breaks, offset))

"""Reads the files that the user gives: settings, lists of tools, texts.

Reading a pipe without a writer, or a device, could block for ever, so both are refused; a shell's
`<(command)` is allowed, since it is a pipe with a writer. Editors on Windows write a byte order mark first,
and PowerShell's `>` writes UTF-16 with one.
"""

from __future__ import annotations

import codecs
import errno
import json
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

LARGEST = 64 * 1024 * 1024
"""Maximum size in bytes; files that users write are smaller."""
_FROM_SHELL = re.compile(r"/dev/(fd/\d+|stdin)|/proc/(self|\d+)/fd/\d+")
_SPECIAL = (
    (stat.S_ISFIFO, "it is a pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
    (stat.S_ISCHR, "it is a device, not a file"),
    (stat.S_ISBLK, "it is a device, not a file"),
)


class NotText(ValueError):
    """The file is neither UTF-8, nor UTF-16 with a byte order mark."""


def read_bytes(path: str | Path, *, largest: int | None = None) -> bytes:
    """Return the content of a file.

    Raises OSError, also if it is not a file or has more than `largest` bytes.
    """
    if "\0" in str(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    passed = _FROM_SHELL.fullmatch(str(path)) is not None or str(path) == os.devnull
    number = os.open(path, os.O_RDONLY | (0 if passed else getattr(os, "O_NONBLOCK", 0)))
    with os.fdopen(number, "rb") as file:
        mode = os.fstat(number).st_mode
        for check, problem in () if passed else _SPECIAL:
            if check(mode):
                raise OSError(errno.EINVAL, problem, str(path))
        content = file.read() if largest is None else file.read(largest + 1)
    if largest is not None and len(content) > largest:
        raise OSError(errno.EFBIG, f"it has more than {largest:,} bytes", str(path))
    return content


def read_text(path: str | Path) -> str:
    """Return a file's text, without a byte order mark. Raises OSError as `read_bytes` does, and NotText."""
    return decoded(read_bytes(path, largest=LARGEST))


def decoded(content: bytes) -> str:
    """Return the text in `content`, without a byte order mark. Raises NotText."""
    utf16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise NotText(f"line {line} is not UTF-8: save the file as UTF-8") from error


def parse_toml(text: str) -> dict[str, Any]:
    """Return the table in a TOML text. Raises tomllib.TOMLDecodeError for every kind of error."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError as error:
        raise tomllib.TOMLDecodeError("it is nested too deep") from error
    except ValueError as error:
        raise tomllib.TOMLDecodeError("it holds a number of too many digits") from error


def parse_json(text: str) -> Any:
    """Return the value in a JSON text. Raises ValueError with a message for the user."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno} is not valid JSON: {error.msg}") from error
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
    except ValueError as error:
        raise ValueError("it holds a number of too many digits") from error


def describe_problem(problem: Exception) -> str:
    """Return why a file can't be used, without its path."""
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)

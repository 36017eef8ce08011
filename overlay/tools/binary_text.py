"""Replaces binary data in a result's text by a note, since a model can't read it: base64, hex, and garbage.

What decodes to text stays, and so do keys and certificates, which are short.
"""

from __future__ import annotations

import base64
import binascii
import re

from overlay.tools.result import audio_type, image_type

_LONG = 1024
"""Letters in one piece that may be data. Tokens and hashes are shorter."""
_LONG_LINES = 4096
"""The same in lines of equal length. A certificate is shorter."""
_LETTERS = r"(?:[A-Za-z0-9+/_-]|\\/)"
_LINE_END = r"(?:\r?\n|\\r\\n|\\n|\",\s?\")"
_ENCODED = re.compile(
    rf"(?<![A-Za-z0-9+/_-])(?:data:(?P<kind>[\w.+/-]{{1,100}})[^,\s]{{0,100}};base64,)?"
    rf"(?P<data>{_LETTERS}{{48,}}+(?:{_LINE_END}{_LETTERS}{{48,}}+)*+(?:{_LINE_END}{_LETTERS}*+)?+={{0,2}})"
)
_NUMBERS = re.compile(r"\[\s*+((?:-?\d{1,3}\s*+,\s*+){63,}+-?\d{1,3})\s*+\]")
_PAIRS = re.compile(r"(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{2}[ :]){511,}+[0-9A-Fa-f]{2}")
_ESCAPED = re.compile(r"(?:%[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|\\[0-7]{3}|[\w.~!*'()+-])*+")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})|\\x([0-9A-Fa-f]{2})|\\([0-7]{3})")
_UNREADABLE = re.compile(
    r"\\u00[0189][0-9a-fA-F]|\\ufffd|[\x00-\x07\x0b\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f\ufffd]"
)
"""Characters that no text has, also as the escapes of JSON."""
_CHUNK = 512
_SHARE = 0.1
"""Share of unreadable characters from which a chunk is not text."""
_FILES = {b"%PDF": "application/pdf", b"PK\x03\x04": "application/zip", b"\x1f\x8b": "application/gzip"}


def without_binary(text: str) -> str:
    """Return `text` with a note in place of each piece of binary data."""
    text = _ENCODED.sub(_encoded_note, _readable_chunks(text))
    if "%" in text or "\\" in text:
        text = _ESCAPED.sub(_escaped_note, text)
    return _NUMBERS.sub(_numbers_note, _PAIRS.sub(_pairs_note, text))


def _readable_chunks(text: str) -> str:
    """Replace each sequence of chunks that are not text, such as the bytes of a picture."""
    if not _UNREADABLE.search(text):
        return text
    kept: list[str] = []
    left_out = 0
    for at in range(0, len(text), _CHUNK):
        chunk = text[at : at + _CHUNK]
        if len(_UNREADABLE.findall(chunk)) > max(8, _SHARE * len(chunk)):
            left_out += len(chunk)
            continue
        kept += [_note(f"{left_out} characters that are not text")] if left_out else []
        kept.append(chunk)
        left_out = 0
    kept += [_note(f"{left_out} characters that are not text")] if left_out else []
    return "".join(kept)


def _encoded_note(found: re.Match[str]) -> str:
    given = found["data"]
    lines = re.split(_LINE_END, given.rstrip("="))
    letters = "".join(lines).replace("\\/", "/")
    declared = found["kind"] or ""
    if not (declared or _may_be_data(lines, letters)):
        return found[0]
    data = _decoded(letters)
    if data is None or _is_text(data):
        return found[0]
    return _note(f"{len(data)} bytes of {_kind(data) or declared or 'binary data'}")


def _may_be_data(lines: list[str], letters: str) -> bool:
    if len(lines) > 1:
        width = len(lines[0])
        equal = all(len(line) == width for line in lines[:-1]) and len(lines[-1]) <= width
        return equal and len(letters) >= _LONG_LINES and _is_mixed(letters)
    if len(letters) < _LONG:
        return False
    return _is_mixed(letters) or _is_hex(letters) or _is_base32(letters)


def _is_mixed(letters: str) -> bool:
    """Return whether there are letters of both cases and digits. Else it is a name, a gene, a line …"""
    return all(re.search(one, letters) for one in ("[A-Z]", "[a-z]", "[0-9]"))


def _is_hex(letters: str) -> bool:
    return bool(re.fullmatch(r"(?:[0-9a-f]+|[0-9A-F]+)", letters) and re.search("[a-fA-F]", letters))


def _is_base32(letters: str) -> bool:
    return bool(re.fullmatch("[A-Z2-7]+", letters) and re.search("[2-7]", letters))


def _decoded(letters: str) -> bytes | None:
    try:
        if _is_hex(letters):
            return bytes.fromhex(letters[: len(letters) // 2 * 2])
        if _is_base32(letters):
            return base64.b32decode(letters[: len(letters) // 8 * 8])
        whole = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
        whole += "=" * (-len(whole) % 4)
        return base64.b64decode(whole, altchars=b"-_" if re.search("[-_]", whole) else None)
    except (binascii.Error, ValueError):
        return None


def _is_text(data: bytes) -> bool:
    try:
        # The end may be cut within a character.
        text = data[:-4].decode("utf-8") if len(data) > 4 else data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.end < len(data) - 8:
            return False
        text = data[: error.start].decode("utf-8")
    return not _UNREADABLE.search(text)


def _pairs_note(found: re.Match[str]) -> str:
    data = bytes.fromhex(found[0].replace(":", " "))
    return found[0] if _is_text(data) else _note(f"{len(data)} bytes of {_kind(data) or 'binary data'}")


def _escaped_note(found: re.Match[str]) -> str:
    """Replace bytes that are escaped as in an address or in a program."""
    given = found[0]
    if len(given) < _LONG or len(_ESCAPE.findall(given)) < _LONG // 8:
        return given

    def byte(one: re.Match[str]) -> bytes:
        return bytes([int(one[1] or one[2], 16) if one[3] is None else int(one[3], 8) & 255])

    data = b"".join(
        byte(one) if (one := _ESCAPE.fullmatch(piece)) else piece.encode()
        for piece in re.split(r"(%[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|\\[0-7]{3})", given)
    )
    return given if _is_text(data) else _note(f"{len(data)} bytes of {_kind(data) or 'binary data'}")


def _numbers_note(found: re.Match[str]) -> str:
    numbers = [int(one) for one in found[1].split(",")]
    if max(numbers) > 255 or min(numbers) < -128:
        return found[0]
    data = bytes(number & 255 for number in numbers)
    kind = _kind(data)
    node = found.string[max(0, found.start() - 40) : found.start()].replace(" ", "")
    if not kind and '"type":"Buffer"' not in node:
        return found[0]
    return _note(f"{len(data)} bytes of {kind or 'binary data'}")


def _kind(data: bytes) -> str:
    named = next((kind for start, kind in _FILES.items() if data.startswith(start)), "")
    return image_type(data) or audio_type(data) or named


def _note(what: str) -> str:
    return f"({what}, left out)"

"""Replaces a server's message that can't be parsed: by a corrected message, or by an error for its call.

Without an answer a call would wait for its time limit. A program that cuts a text within an emoji sends
half of a surrogate pair, which JSON allows (RFC 8259, section 8.2) and the parser does not.
"""

from __future__ import annotations

import json
import re

from pydantic_core import ValidationError

from overlay.tools.mcp.deep_schemas import shallow

LONGEST_REASON = 200
_ESCAPE = re.compile(rb"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u[dD][89a-fA-F]..|.)", re.DOTALL)
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]', re.DOTALL)
_VALUE = re.compile(rb'\s*:\s*("[^"\\]{0,200}"|-?\d{1,18})\s*[,}]')


def readable(message: bytes) -> bytes:
    """Return the message if it can be parsed, else its replacement; unchanged if there is none."""
    message = shallow(message)
    error = _parse_error(message)
    if error is None:
        return message
    mended = replace_lone_surrogates(message)
    if mended != message and _parse_error(mended) is None:
        return mended
    return error_in_place_of(message, error) or message


def _parse_error(message: bytes) -> ValueError | None:
    from mcp_types import jsonrpc_message_adapter

    try:
        jsonrpc_message_adapter.validate_json(message, by_name=False)
    except ValueError as error:
        return error
    return None


def replace_lone_surrogates(message: bytes) -> bytes:
    """Return the message with U+FFFD in place of each half of a surrogate pair without its other half."""
    return _ESCAPE.sub(_mended, message)


def _mended(found: re.Match[bytes]) -> bytes:
    alone = len(found[0]) == len(rb"\ud800") and found[0][1:3].lower() == b"ud"
    return rb"\ufffd" if alone else found[0]


def error_in_place_of(message: bytes, error: ValueError) -> bytes | None:
    """Return an error response with the id of `message`; None if `message` does not answer a request."""
    number = _id_of(message)
    if number is None:
        return None
    response = {
        "code": -32700,
        "message": f"overlay can't read the server's answer: {_reason(error)[:LONGEST_REASON]}",
    }
    return json.dumps({"jsonrpc": "2.0", "id": json.loads(number), "error": response}).encode()


def _reason(error: ValueError) -> str:
    return str(error.errors()[0]["msg"]) if isinstance(error, ValidationError) else str(error)


def _id_of(message: bytes) -> bytes | None:
    """Return the value of the outermost object's `id`, None without one or if the object is a request."""
    depth = 0
    number = None
    for token in _TOKEN.finditer(message):
        kind = token[0]
        if kind in b"[{":
            depth += 1
        elif kind in b"]}":
            depth -= 1
        elif depth == 1 and kind == b'"method"':
            return None
        elif depth == 1 and kind == b'"id"' and (value := _VALUE.match(message, token.end())):
            number = value[1]
    return number

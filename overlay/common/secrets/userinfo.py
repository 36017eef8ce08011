"""Names and passwords in addresses (RFC 3986, "User Information") and in drivers' connection strings."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from overlay.common.secrets.tokens import mixed

Span = tuple[int, int]
_AFTER_SCHEME = re.compile(r"://([^\s\"'<>`\\]{1,400})")
_PORT = re.compile(r"\d{1,5}(?:$|[/?#])")
_HOST = re.compile(
    r"(?:[A-Za-z0-9_.-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\]|[a-z]{2,10}\([^)\s]{0,200}\))(?=[:/?#,;]|$)"
)
_ORACLE = re.compile(r"(?:jdbc:oracle:\w{2,6}:|sqlplus +(?:-\w+ +)?)([\w$#]{1,60}/[^\s@\"']{1,200})(?=@)")
_BARE = re.compile(
    r"(?<![\w:/.@%+-])(?!mailto:|xmpp:|sips?:|acct:|npm:)[A-Za-z][\w.-]{0,60}:([^\s@:/\"'<>(){},;]{4,200})"
    r"@(?=[A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{1,60}){1,6}(?:[:/\s\"',;]|$)|(?:tcp|unix|udp)?\(|localhost\b)"
)  # fmt: skip
_PGPASS = re.compile(
    r"^[\w.*-]{1,255}:(?:\d{1,5}|\*):[\w.*-]{1,64}:[\w.*@-]{1,64}:([^\s:]{1,200})[ \t]{0,8}$", re.MULTILINE
)
_NETRC = re.compile(r"\blogin\s{1,8}\S{1,200}\s{1,8}password\s{1,8}(\S{1,200})")
_BASIC = re.compile(r"\bbasic(?:[ \t+]|%20){1,4}([A-Za-z0-9+/_-]{6,2000}={0,2})", re.IGNORECASE)
_COOKIE_JAR = re.compile(
    r"^(?:#HttpOnly_)?\S{1,255}\t(?:TRUE|FALSE)\t\S{1,255}\t(?:TRUE|FALSE)\t\d{1,20}\t[^\t\n]{1,255}\t([^\n]{1,4096})$",
    re.MULTILINE,
)
_TOKEN = 20
"""Minimum characters of a user name that is treated as a token."""


def find(text: str) -> Iterator[Span]:
    """Yield the spans of the secrets."""
    if "@" in text:
        if "://" in text:
            yield from _in_addresses(text)
        yield from (found.span(1) for found in _ORACLE.finditer(text))
        yield from (found.span(1) for found in _BARE.finditer(text) if mixed(found[1]))
    if text.count(":") >= 4:
        yield from (found.span(1) for found in _PGPASS.finditer(text))
    if "password" in text and "login" in text:
        yield from (found.span(1) for found in _NETRC.finditer(text))
    if "\t" in text:
        yield from (found.span(1) for found in _COOKIE_JAR.finditer(text))
    for found in _BASIC.finditer(text):
        if is_pair(found[1]):
            yield found.span(1)


def is_pair(encoded: str) -> bool:
    """Return whether it is the Base64 of `name:password` (RFC 7617)."""
    try:
        plain = base64.b64decode(encoded + "=" * (-len(encoded) % 4), altchars=None).decode("utf-8")
    except (binascii.Error, ValueError):
        return False
    return plain.isprintable() and 0 < plain.find(":") < len(plain) - 1


def _in_addresses(text: str) -> Iterator[Span]:
    for found in _AFTER_SCHEME.finditer(text):
        rest = found[1]
        at = rest.find("@")
        if at < 1:
            continue
        end = _end_of(rest, at)
        who = rest[:end]
        name, colon, password = who.partition(":")
        if not end or (colon and _PORT.match(password)) or "/" in name or "?" in name:
            continue
        if (colon and password) or (not colon and len(who) >= _TOKEN):
            yield found.start(1), found.start(1) + end


def _end_of(rest: str, at: int) -> int:
    """Return where name and password end: at the last `@` before a host (passwords may hold `@`), or 0."""
    first = min((place for sign in "/?#" if (place := rest.find(sign)) >= 0), default=len(rest))
    end = 0
    while at >= 0:
        # After a path, an `@` belongs to the path, unless that "path" began within the password.
        if (at < first or not end) and _HOST.match(rest, at + 1):
            end = at
        at = rest.find("@", at + 1)
    return end

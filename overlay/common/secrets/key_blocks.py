"""Private keys as blocks of text: PEM (RFC 7468), OpenPGP (RFC 9580), OpenSSH, PuTTY, JWK (RFC 7517).

Also finds blocks that were cut off, blocks with escaped line ends, and the Base64 of a block.
"""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_right
from collections.abc import Iterator

Span = tuple[int, int]
_KIND = r"[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?"
_BEGIN = re.compile(rf"-{{4,5}} ?BEGIN {_KIND} ?-{{4,5}}")
_END = re.compile(rf"-{{4,5}} ?END {_KIND} ?-{{4,5}}")
_LONGEST = 40_000
"""Maximum characters of a block; an RSA key of 16,384 bits has 13,000, an OpenPGP key may have more."""
_BETWEEN = r"(?:\s|\\{1,16}[nrt\"'/]|[\"'`,>|*#:;()\[\]]|&#1[03];|<br ?/?>|\\u000[ad])"
_HEADER = r"(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset)\b[^\n\\]{0,200}"
# A block without an END line continues as long as its lines look like lines of a key.
_BODY = re.compile(rf"(?:{_BETWEEN}{{1,40}}+(?:{_HEADER}|[A-Za-z0-9+/=]{{16,20000}}+))*")
_LAST = re.compile(
    rf"{_BETWEEN}{{0,40}}[A-Za-z0-9+/=]{{0,2000}}(?:{_BETWEEN}{{1,8}}[A-Za-z0-9+/=]{{1,80}}){{0,2}}"
    rf"(?:{_BETWEEN}{{0,40}}-{{1,5}}(?:END[A-Z ]{{0,30}}-{{0,5}}|\Z)|\s*\Z)"
)
_LAST_LINES = 2200
_BARE = re.compile(
    r"(?<![A-Za-z0-9+/])(?:MII(?:[CEJ][A-Za-z0-9+/]{2}IBAA[JK]|[BCEJ][A-Za-z0-9+/]{2}[QAI][BC]ADANB|[A-Z][A-Za-z0-9+/]{2}gIBAAK)"
    r"|MC4CAQAwBQYDK2VwBCIEI|MIGHAgEAMBMGByqGSM49|MHcCAQEEI|MIGkAgEBBD|b3BlbnNzaC1rZXktdjE)"
    r"[A-Za-z0-9+/]{16,20000}+={0,2}"
)  # fmt: skip
"""The first characters of private keys without BEGIN and END lines: PKCS #1, PKCS #8, SEC 1, OpenSSH."""
_BARE_HINTS = ("MII", "MC4C", "MIGH", "MHcC", "MIGk", "b3Bl")
_ENCODED = re.compile(r"(?<![A-Za-z0-9+/])LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,60000}+={0,2}")
_PUTTY = re.compile(
    r"Private-Lines: ?\d{1,4}(?:\s|\\[nr]){1,4}((?:[A-Za-z0-9+/=]{1,200}(?:\s|\\[nr]){0,4}){1,400}+)"
)
_JWK = re.compile(
    r"\\{0,16}\"(?:d|p|q|dp|dq|qi|k)\\{0,16}\"\s{0,8}:\s{0,8}\\{0,16}\"([A-Za-z0-9_-]{20,6000})"
)


def find(text: str) -> Iterator[Span]:
    """Yield the spans of the blocks."""
    if "BEGIN" in text:
        yield from _blocks(text)
    if any(hint in text for hint in _BARE_HINTS):
        yield from (found.span() for found in _BARE.finditer(text))
    if "LS0tLS1CRUdJTi" in text:
        yield from (found.span() for found in _ENCODED.finditer(text) if _is_private(found[0]))
    if "Private-Lines" in text:
        yield from (found.span(1) for found in _PUTTY.finditer(text))
    if "kty" in text:
        yield from (found.span(1) for found in _JWK.finditer(text))


def _blocks(text: str) -> Iterator[Span]:
    at = 0
    ends = [found.end() for found in _END.finditer(text)]
    begins = [found.span() for found in _BEGIN.finditer(text)]
    for order, (start, inside) in enumerate(begins):
        if start < at:
            continue
        after = bisect_right(ends, inside)
        following = begins[order + 1][0] if order + 1 < len(begins) else len(text)
        if after < len(ends) and ends[after] <= min(following, inside + _LONGEST):
            at = ends[after]
        else:
            at = _cut_off(text, inside, following)
        if at > inside:
            yield start, at


def _cut_off(text: str, inside: int, limit: int) -> int:
    """Return where a block without an END line ends; `inside` if no key follows the BEGIN line."""
    body = _BODY.match(text, inside, limit)
    end = body.end() if body else inside
    last = _LAST.match(text, end, min(limit, end + _LAST_LINES))
    # `\Z` matches at the limit of the search, which need not be the text's end.
    return last.end() if last and (last.end() == len(text) or "END" in last[0][-45:]) else end


def _is_private(encoded: str) -> bool:
    try:
        return b"PRIVATE KEY" in base64.b64decode(encoded[:88])
    except (binascii.Error, ValueError):
        return False

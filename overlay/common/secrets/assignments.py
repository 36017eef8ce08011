"""Finds secrets by the name before them: `password=…`, `"apiKey": "…"`, headers, cookies, XML elements.

The search for the next name continues after the sign (`=`, `:`), not after the value: a value (an address with
a query, JSON in a JSON text, a command line) may contain further names.
"""

# ruff: noqa: E501 - a pattern reads best on one line
from __future__ import annotations

import re
from collections.abc import Iterator

from overlay.common.secrets.names import PROSE, Tier, fits, is_code, is_no_value, tier_of
from overlay.common.secrets.tokens import mixed

Span = tuple[int, int]
QUOTE = r"(?:\\{0,64}+(?:[\"'`]|u0022|u0027)|%(?:25){0,3}2[27]|&(?:amp;)?quot;|&(?:amp;)?#(?:34|39|x22|x27);)"
"""A quotation mark, also in the escapes of JSON within JSON, of addresses and of HTML."""
_SIGN = r"(?::=|=>|->|={1,2}(?![=>])|:(?!:)|%(?:25){0,3}3[AaDd]|&#(?:58|61);|\?=)"
_NAME = r"[^\W\d][\w.$-]{0,79}+(?:\[[\w]{0,40}\])?"
_ASSIGNED = re.compile(
    rf"(?:(?<![\w.$-])|(?<=%[0-9A-F]{{2}})|(?<=%25[0-9A-F]{{2}}))(?P<dashes>-{{0,2}})(?P<name>{_NAME})(?:(?P<quote>{QUOTE})[ \t]{{0,4}}\]?)?"
    rf"(?P<sign>[ \t]{{0,8}}{_SIGN}(?:[ \t]{{0,8}}|\s{{0,40}}(?=[\"'])))"
)
_CALLED = re.compile(
    rf"(?:define|set\w{{0,40}}|put\w{{0,20}}|add\w{{0,20}}|append|config|env|header)\([ \t]{{0,4}}(?P<quote>{QUOTE})(?P<name>{_NAME})(?P=quote)[ \t]{{0,4}},[ \t]{{0,4}}(?={QUOTE})"
)
"""`define('DB_PASSWORD', '…')`, `setenv("TOKEN", "…")`."""
_PAIRED = re.compile(
    rf"(?<![\w])(?:name|key|header|variable|field|id)(?P<q>{QUOTE})?\s{{0,8}}[:=]\s{{0,8}}(?P<quote>{QUOTE})?(?P<name>{_NAME})"
    rf"(?P<q2>{QUOTE})?[\s,]{{1,200}}(?:{QUOTE})?(?:value|text|content)(?:{QUOTE})?\s{{0,8}}[:=]\s{{0,8}}",
    re.IGNORECASE,
)
"""`{"name": "Authorization", "value": "…"}`, `<add key="Password" value="…"/>`, variables of containers."""
_ELEMENT = re.compile(
    rf"<(?P<name>{_NAME})(?:[ \t][^<>\n]{{0,300}})?>(?P<value>[^<>\n]{{1,2000}})</(?P=name)>"
)
_PLIST = re.compile(rf"<key>(?P<name>{_NAME})</key>\s{{0,80}}<string>(?P<value>[^<>]{{1,2000}})</string>")
_BOX = re.compile(
    r"<input\b(?=[^<>]{0,300}\btype=[\"']?password)[^<>]{0,300}?\bvalue=[\"']([^\"'<>]{1,300})", re.IGNORECASE
)
_SAID = re.compile(
    r"\b(?:password|passphrase|passwort|kennwort|passcode|pass|pin|otp|secret|token|api key|secret key|contraseña|"
    r"mot de passe|senha)\b[ \t]{1,3}(?:(?:for|of|to)[ \t][\w .@-]{1,40}[ \t])?(?:is|was|ist|lautet|es|est|é)[ \t:]{1,3}"
    r"[\"'`]?([^\s\"'`]{4,200})",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"(?<![\w-])(?:password|passphrase|passwd|secret|token|api[_ -]?key)[ \t]{1,4}([\"'])([^\"'\n]{4,200})\1",
    re.IGNORECASE,
)
_TAG_OR_BLOCK = re.compile(r"(?:![\w!/:-]{0,40}[ \t]{1,4})?(?:[>|][+-]?\d?[ \t]{0,8}\r?\n[ \t]{1,80})?")
"""YAML between a name and its value: maybe a tag, maybe a block sign and a new line."""
_PHRASE = re.compile(
    r"\b(?:seed|recovery|mnemonic|backup|wallet|secret)(?:[ _-](?:phrase|words|seed|mnemonic))?\W{1,12}"
    r"((?:[a-z]{3,8}[ ,\t\n]{1,4}){11,23}[a-z]{3,8})\b",
    re.IGNORECASE,
)
_BARE = re.compile(r"[^\s\"'`,;&|<>(){}\[\]\\]{1,2000}+")
_IN_QUERY = re.compile(r"[^\s\"'`<>&#;\\]{1,4000}+")
_ESCAPED = re.compile(
    r"(?:[A-Za-z0-9_.~*+-]|%(?!(?:25){0,3}(?:2[026-9C]|3[BbAaCcEe]|7[DdBb]|5[BbDd]))[0-9A-Fa-f]{2}){1,2000}+"
)
_WHOLE_LINE = re.compile(r"([^\s#][^\s]{0,2000}?)[ \t]*(?:[ \t]#[^\n]*)?(?:\\[nr]|[\r\n]|\Z)")
_BRACED = re.compile(r"\{((?:[^{}\n]|\}\}){1,300})\}")
_OPENED = re.compile(rf"(?:[rRbBfFuU]{{1,2}})?({QUOTE})")
_MARK = re.compile(r"(\\*)(u0022|u0027|[\"'`])|\n")
_LINE = re.compile(r"[^\r\n\\]{0,2000}")
_PAIR = re.compile(r"[^\s=;,]{1,200}=[^\s;]")
SHORTEST_VALUE = 4
_SCHEME = re.compile(
    r"(bearer|basic|token|digest|api-?key|negotiate|ntlm|key|ssws|hawk|oauth|bot|splunk|genie-?key|dpop|"
    r"sharedkey(?:lite)?|sharedaccesssignature|aws4?(?:-hmac-sha256)?|pveapitoken|pass|snowflake)(?:[ \t+]|%20){1,4}",
    re.IGNORECASE,
)
_LISTED = ("digest", "oauth", "hawk", "aws4-hmac-sha256", "sharedaccesssignature", "token", "snowflake")
_ENDS = frozenset(
    ("key", "token", "code", "phrase", "secret", "string", "pass", "words", "seed", "number", "codes")
)
"""Names that mean a secret only together with the words before them: "Secret access key: …"."""
_SIGNS = ("=", ":", "->", "%3", "&#")
_FEWEST_WORDS = 11
"""Minimum number of spaces in a recovery phrase."""
_LONGEST = 6000
"""Maximum characters of a quoted value that is treated as one secret."""
_WIDER = re.compile(r"(?:^|[^\w-])((?:[A-Za-z]{2,14}[ ]){1,2})\Z")
_LINE_START = re.compile(
    r"(?:^|[\n\r]|\\[nr])(?:[ \t>+*|-]|\d\.)*(?:(?:export|set|setenv|ENV|ARG|declare(?: -x)?|-e|--env)[ \t]+)?\Z"
)


def find(text: str) -> Iterator[Span]:
    """Yield the spans of the secrets."""
    done = 0
    for found in _ASSIGNED.finditer(text) if any(sign in text for sign in _SIGNS) else ():
        if found.start() < done:
            continue  # inside a secret
        for span in _assigned(text, found):
            done = span[1]
            yield span
    for pattern in (_CALLED, _PAIRED) if "=" in text or ":" in text or "," in text else ():
        for found in pattern.finditer(text):
            tier = tier_of(found["name"])
            if tier:
                yield from _value(text, found, tier, written=True)
    if "</" in text:
        for pattern in (_ELEMENT, _PLIST):
            yield from (
                found.span("value")
                for found in pattern.finditer(text)
                if _counts(found["name"], found["value"])
            )
    if "<" in text:
        yield from (found.span(1) for found in _BOX.finditer(text) if not is_no_value(found[1]))
    yield from (found.span(2) for found in _BESIDE.finditer(text) if _is_told(found[2]))
    for found in _SAID.finditer(text) if " " in text else ():
        if _is_told(found[1].rstrip(".,;:!?)")):
            yield found.start(1), found.start(1) + len(found[1].rstrip(".,;:!?)"))
    if text.count(" ") >= _FEWEST_WORDS:
        yield from (found.span(1) for found in _PHRASE.finditer(text))


def _is_told(value: str) -> bool:
    return (
        len(value) >= 4
        and (mixed(value) or (value.isdigit() and len(value) <= 12))
        and not is_no_value(value)
    )


def _counts(name: str, value: str) -> bool:
    tier = tier_of(name)
    return bool(tier) and not is_no_value(value) and fits(tier, name, value)


def _assigned(text: str, found: re.Match[str]) -> Iterator[Span]:
    name = found["name"]
    tier = tier_of(name)
    if tier in ("", "maybe") and name.lower() in _ENDS:
        wider = _WIDER.search(text, max(0, found.start("name") - 31), found.start("name"))
        if wider and not found["dashes"]:
            first, last = wider[1].split()[-1], wider[1].strip()
            for words in (first, last):
                if tier_of(f"{words} {name}") in ("sure", "code"):
                    tier = tier_of(f"{words} {name}")
    plain = name.lower()
    if plain.endswith(("cookie", "cookies")) and ":" in found["sign"]:
        yield from _cookies(text, found)
    elif plain.endswith("authorization"):
        yield from _header(text, found)
    elif tier:
        yield from _value(text, found, tier)
    elif name == "code" and text[found.start() - 1 : found.start()] in ("?", "&"):
        yield from _value(text, found, "maybe")


def _value(text: str, found: re.Match[str], tier: Tier, *, written: bool = False) -> Iterator[Span]:
    """Yield the span of the value after a secret's name; `written`: only a value can follow here."""
    name, at = found["name"], found.end()
    opened = _OPENED.match(text, at)
    if opened:
        start = opened.end()
        end = _closing(text, start, opened[1])
        value = text[start:end]
        if not is_no_value(value) and fits(tier, name, value) and value != name:
            yield start, end
        return
    span = _unquoted(text, found, tier, written=written)
    if span is None:
        return
    value = text[span[0] : span[1]]
    spaced = not written and (found["sign"] != found["sign"].strip())
    if is_no_value(value) or value == name or is_code(value, spaced=spaced):
        return
    if fits(tier, name, value):
        yield span


def _unquoted(text: str, found: re.Match[str], tier: Tier, *, written: bool) -> Span | None:
    at, start, sign = found.end(), found.start(), found["sign"] if "sign" in found.groupdict() else "="
    before = text[max(0, start - 1) : start]
    if before in ("?", "&") or text[max(0, start - 5) : start] == "&amp;":
        value = _IN_QUERY.match(text, at)
        return value.span() if value else None
    if (
        (before == ";" or sign.strip() == "=")
        and (braced := _BRACED.match(text, at))
        and found["name"].lower() in ("pwd", "password")
    ):
        return braced.span(1) if "$" not in before and "\n" not in braced[0] else None
    lead = _LINE_START.search(text, max(0, start - 60), start)
    line = _WHOLE_LINE.match(text, at) if lead else None
    colon = ":" in sign and "=" not in sign and not written
    if (
        line
        and not found["quote"]
        and ((not colon and found["name"].isupper()) or (colon and _stands_alone(found["name"], line[1])))
    ):
        rest = re.search(r";(?=[A-Za-z _]{2,40}=)", line[1])
        return line.start(1), line.start(1) + rest.start() if rest else line.end(1)
    if text[at : at + 1] in ("!", ">", "|") and (yaml := _TAG_OR_BLOCK.match(text, at)) and yaml.end() > at:
        at = yaml.end()
    value = (_ESCAPED if "%" in sign else _BARE).match(text, at)
    if value is None or text[value.end() : value.end() + 1] in ("(", "["):
        return None
    end = value.end()
    if colon:
        header = re.fullmatch(r"[A-Za-z]{1,20}(?:-[A-Za-z]{1,20}){1,6}", found["name"]) and before in (
            '"',
            "'",
        )
        # After a bare colon, prose or a type is as likely as a secret.
        if tier != "code" and not header and (end - at < 6 or not mixed(value[0])) and not found["quote"]:
            return None
    if value[0].endswith(".") and text[end : end + 1] in ("", " ", "\n"):
        end -= 1
    return (at, end) if end > at else None


def _stands_alone(name: str, value: str) -> bool:
    """Return whether it is a line of YAML with a single word that is neither a type nor prose."""
    return (
        not name[0].isupper()
        and len(value) >= 5
        and not value.endswith((",", ";", "(", "{", "[", ":", "|", ">"))
        and "(" not in value
        and value.lower() not in PROSE
    )


def _closing(text: str, start: int, quote: str) -> int:
    """Return where the value that begins after `quote` ends.

    It ends at a quotation mark of the same kind and escape depth, or at the line's end if it was cut off.
    """
    limit = min(len(text), start + _LONGEST)
    depth = len(quote) - len(quote.lstrip("\\"))
    mark = quote[depth:]
    if mark not in ('"', "'", "`", "u0022", "u0027"):
        end = text.find(quote, start, limit)
        return end if end >= 0 else limit
    for found in _MARK.finditer(text, start, limit):
        if found[0] == "\n":
            return found.start()
        if len(found[1]) < depth or (found[2] == mark and len(found[1]) == depth):
            return found.start()
    return limit


def _end_of_header(text: str, found: re.Match[str]) -> tuple[int, int, bool]:
    """Return where a header's value begins and ends, and whether it is in quotes."""
    at = found.end()
    opened = _OPENED.match(text, at)
    if opened:
        return opened.end(), _closing(text, opened.end(), opened[1]), True
    around = re.search(rf"({QUOTE})\Z", text[max(0, found.start() - 70) : found.start()])
    if around:
        return at, _closing(text, at, around[1]), True
    line = _LINE.match(text, at)
    return at, line.end() if line else at, False


def _cookies(text: str, found: re.Match[str]) -> Iterator[Span]:
    opened = _OPENED.match(text, found.end())
    if not _PAIR.match(text, opened.end() if opened else found.end()):
        return
    start, end, _ = _end_of_header(text, found)
    if found["name"].lower().startswith("set"):
        first = text.find(";", start, end)
        end = first if first >= 0 else end
    yield start, end


def _header(text: str, found: re.Match[str]) -> Iterator[Span]:
    start, end, quoted = _end_of_header(text, found)
    scheme = _SCHEME.match(text, start, end)
    at = scheme.end() if scheme else start
    is_secret = quoted or (scheme is not None and scheme[1].lower() in _LISTED)
    if not is_secret and (word := _BARE.match(text, at, end)):
        end = word.end()
    value = text[at:end].strip()
    first = value[:200].split(" ")[0]
    prose = not scheme and not (quoted and " " not in value) and not mixed(first)
    if len(value) < SHORTEST_VALUE or is_no_value(value) or prose or (scheme and value.lower() in PROSE):
        return
    if scheme or mixed(value[:200]):
        yield at, at + len(text[at:end].rstrip())

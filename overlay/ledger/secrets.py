"""Finds secrets in a text by how they look, and writes `[redacted]` in their place.

The forms of keys are those their makers publish: OpenAI and Anthropic (`sk-`), GitHub ("About authentication
to GitHub": `ghp_`, `github_pat_`), GitLab, Slack, AWS ("IAM identifiers": `AKIA`, `ASIA`), Google (`AIza`),
Stripe, Hugging Face, npm; JWT (RFC 7519), PEM (RFC 7468), bearer tokens (RFC 6750), userinfo in addresses
(RFC 3986).
Every pattern takes time that grows with the text's length only: a text of a tool is anyone's.
"""

from __future__ import annotations

import re
from collections.abc import Callable

REDACTED = "[redacted]"

_EDGE = r"(?<![A-Za-z0-9_-])"
_NAMES = (
    r"pass(?:word|wd|phrase)|pwd|secret|api_?key|access_?key|secret_?key|private_?key|signing_?key|"
    r"encryption_?key|(?:access|auth|refresh|id|bearer|session|api)_?token|client_?secret|credentials?"
)
_SECRET_NAME = re.compile(rf"(?:\w*_)?(?:{_NAMES})(?:_\d+)?|\w*pass(?:word|wd|phrase)")
_MAYBE_NAME = re.compile(r"(?:\w*_)?(?:token|auth|authorization|cookie|session|key|pin)")

_PEM = re.compile(
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|\Z)", re.S
)
_WHOLE = re.compile(
    rf"{_EDGE}(?:"
    r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"  # JWT
    r"|gh[oprsu]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}|glpat-[A-Za-z0-9_-]{20,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}"
    r"|A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9_-])"
    r"|AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"
    r"|[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{36,}"
    r")"
)
_SK = re.compile(rf"{_EDGE}sk-[A-Za-z0-9_-]{{16,}}")
_BEARER = re.compile(r"\b(bearer[ \t]{1,4})([A-Za-z0-9._~+/=-]{12,})", re.IGNORECASE)
_HEADER = re.compile(
    r"(authorization[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?)((?:bearer|basic|token|digest|apikey)[ \t]{1,4})?"
    r"([^\s\"',;]{6,2000})",
    re.IGNORECASE,
)
_USERINFO = re.compile(r"(://)([^\s/?#@\"'<>]{1,300})(?=@[^\s/?#@])")
_ASSIGNED = re.compile(
    r"(?<![A-Za-z0-9_.-])(?P<name>[A-Za-z0-9_.-]{2,80})(?P<quote>[\"']?)"
    r"(?P<sign>[ \t]{0,4}(?::=|=>|[=:])[ \t]{0,4})"
    r"(?P<value>\"[^\"\n]{1,400}\"|'[^'\n]{1,400}'|[^\s\"'`,;&|<>(){}\[\]]{1,400})(?P<after>[(\[]?)"
)
_NOT_A_VALUE = re.compile(
    r"\W*|\*+|x+|\.+|none|null|nil|true|false|undefined|str|string|bytes|int|bool|boolean|any|optional|"
    r"your\W.*|my\W.*|<.*|\$.*|%.*|\{.*|\[.*|env\b.*|os\..*|process\.env.*|self\..*|config\..*|settings\..*|"
    r"changeme|required|(?:re)?enter|example|redacted|hidden",
    re.IGNORECASE | re.DOTALL,
)


Put = Callable[[str], str]
"""Gives what stands in the place of a secret."""


def hide(text: str, put: Put = lambda _: REDACTED) -> str:
    """Return `text` with `[redacted]`, or what `put` gives, for what looks like a secret."""
    text = _PEM.sub(lambda found: put(found[0]), text)
    text = _WHOLE.sub(lambda found: put(found[0]), text)
    text = _SK.sub(lambda found: put(found[0]) if _is_random(found[0][3:]) else found[0], text)
    text = _HEADER.sub(lambda found: _header(found, put), text)
    text = _BEARER.sub(lambda found: _bearer(found, put), text)
    text = _USERINFO.sub(lambda found: _userinfo(found, put), text)
    return _ASSIGNED.sub(lambda found: _assigned(found, put), text)


def is_secret_name(name: str, value: str) -> bool:
    """Tell whether an argument of that name holds a secret: `password`, `apiKey`, `DB_PASSWORD`.

    For names that may mean other things too (`token`, `key`) the value must look made by chance.
    """
    plain = _plain(name)
    if _SECRET_NAME.fullmatch(plain):
        return True
    return _MAYBE_NAME.fullmatch(plain) is not None and " " not in value and _is_random(value)


def _plain(name: str) -> str:
    """`apiKey`, `API-Key` and `api.key` as `api_key`."""
    return re.sub(r"[\W_]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)).strip("_").lower()


def _is_random(text: str) -> bool:
    """It has letters and digits mixed in a stretch of 16 or more: no name and no word has."""
    return any(len(part) >= 16 and _mixed(part) for part in re.split(r"[^A-Za-z0-9_]+", text))


def _header(found: re.Match[str], put: Put) -> str:
    value = found[3]
    word = _NOT_A_VALUE.fullmatch(value) or (not found[2] and not _mixed(value))
    return found[0] if word else f"{found[1]}{found[2] or ''}{put(value)}"


def _bearer(found: re.Match[str], put: Put) -> str:
    return found[1] + put(found[2]) if _mixed(found[2]) else found[0]


def _mixed(text: str) -> bool:
    """It has both letters and digits."""
    return any(map(str.isdigit, text)) and any(map(str.isalpha, text))


def _userinfo(found: re.Match[str], put: Put) -> str:
    """`user:password@` and a long token; a short name alone (`git@`) is no secret."""
    who = found[2]
    return found[1] + put(who) if ":" in who or len(who) >= 20 else found[0]


def _assigned(found: re.Match[str], put: Put) -> str:
    value = found["value"].strip("\"'")
    quoted = value != found["value"]
    # After a bare colon stands prose or a type as often as a secret.
    said = ":" in found["sign"] and "=" not in found["sign"] and not quoted
    if said and (len(value) < 6 or not _mixed(value)):
        return found[0]
    if found["after"] or _NOT_A_VALUE.fullmatch(value) or value == found["name"]:
        return found[0]
    if not is_secret_name(found["name"], value):
        return found[0]
    edge = found["value"][0] if quoted else ""
    return f"{found['name']}{found['quote']}{found['sign']}{edge}{put(value)}{edge}"

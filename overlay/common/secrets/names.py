"""Decides which names mean that a secret follows, and which values are not secrets."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal

from overlay.common.secrets.tokens import is_random, mixed, turns
from overlay.common.secrets.userinfo import is_pair

Tier = Literal["", "maybe", "code", "sure"]
"""`sure`: any value is secret. `maybe`: only one that looks random. `code`: only a short code with digits."""

_SURE = (
    r"(?:\w*_)?(?:pass(?:word|wd|wrd|phrase|code|wort)s?|pwd|pswd|passwort|kennwort|contrase(?:na|ña)|senha|"
    r"mot_de_passe|motdepasse|wachtwoord|haslo|parola|salasana|пароль|密码|密碼|パスワード|비밀번호|"
    r"secrets?|(?:store|key|trust)pass|credentials?|"
    r"(?:api|app|application|access|secret|private|signing|signature|encryption|decryption|master|account|shared|"
    r"deploy|license|webhook|subscription|shared_access|auth|security|service_role|jwt|hmac|aes|fernet)_?key|"
    r"(?:access|auth|authentication|authorization|refresh|bearer|id|session|api|oauth|bot|personal|personal_access|"
    r"service|deploy|registration|runner|app|user|vault|security|private|secret|root|admin|client|web|webhook|login|"
    r"device|join|x|bearer)_?token|"
    r"(?:client|shared|app|token|consumer|webhook|signing|jwt|cookie|session|oauth|hmac|totp|api|channel|auth|mfa|otp)"
    r"_?(?:secret|secret_key|seed)|secret_access_key|connection_?string|conn_?str|seed_?phrase|recovery_?(?:phrase|codes?|key)|"
    r"backup_?codes?|mnemonic|otp_?auth|sas_?token|amz_(?:signature|security_token)|psk|wpa_?psk|pre_?shared_?key|"
    r"connect_sid|phpsessid|jsessionid|sessionid|session_?id|asp_net_sessionid|wordpress_logged_in\w*|"
    r"(?:dsn|database|redis|mongo(?:db)?|postgres|mysql|amqp|broker|celery_broker|rabbitmq)_password|"
    r"(?:basic|registry|proxy|http)_?auth|p12_?password|unlock_code|one_time_(?:code|password))(?:_\d+)?"
    r"|\w*pass(?:word|wd|phrase)"
)  # fmt: skip
_MAYBE = (
    r"(?!sec_websocket_)(?:\w*_)?(?:token|auth|authorization|cookie|session|key|sid|sig|signature|hmac|jwt|credential|bearer|"
    r"pass|dsn|webhook|webhook_url|hook|nonce_secret|assertion|ticket|challenge_response)|\w+_(?:pat|pw)|pat"
)
_CODE = (
    r"(?:\w*_)?(?:pin|otp|totp|cvv2?|cvc2?|csc|mfa_?code|2fa_?code|verification_?code|auth_?code|security_?code|"
    r"sms_?code|one_?time_?code|access_?code|login_?code)"
)
_IDENTIFIER = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_WORDS = (
    r"none|null|nil|nul|true|false|yes|no|on|off|undefined|str|string|bytes|int|integer|number|bool|boolean|any|"
    r"object|array|list|dict|optional|required|text|varchar|char|secretstr|password|passwd|secret|token|key|value|"
    r"include|same-origin|omit|changeme|change_me|(?:re)?enter|example|redacted|\[redacted\]?|hidden|masked|filtered|"
    r"removed|empty|unset|todo|tbd|n/a|prompt|ask|default|basic|bearer|sensitive|secure|writeonly|readonly|"
    r"enabled|disabled|type|public|private|self|this|input|field|name|invalid|valid|missing|expired|wrong|incorrect|"
    r"await|new|class|void|typeof|lambda|function|async|not|def|return|yield|t_string|t_str"
)
_LONGEST_NAME = 120
_JUDGED = 200
"""Characters of a value that are checked."""
_FEWEST_DIGITS = 4
"""Minimum digits of a secret number; a shorter number is treated as a count."""
_NOT_A_VALUE = (
    rf"\W*|\*+|x+|X+|\.+|…+|•+|(?:{_WORDS})\??|your\W.*|your[_-].*|my\W.*|the\W.*|<.*|\$(?![256y]\$|apr1|argon).*|%[A-Z_a-z(].*|"
    r"\{.*|\[.*|env\b.*|ENV\b.*|os\..*|process\.env.*|import\.meta.*|self\..*|this\..*|config\..*|settings\..*|[A-Za-z_][\w.]{1,60}[(\[].*|"
    r"secrets\..*|vault:.*|op://.*|getenv.*|file://.*|~?\.{0,2}/(?:[\w.~-]{1,60}/){1,20}[\w.~-]*|"
    r"[\w.~/-]*\.(?:pem|key|crt|cer|json|txt|env|ya?ml|toml|py|js|ts|md|html)|\w*(?:REDACTED|PLACEHOLDER)\w*"
)
"""Texts that code and documents contain in place of a secret."""
_GOES_ON = (
    "to or and is are was for option flag with from in the a an as at of on if when can must should may "
    "which that will would not by be it its this these those you your we our they has have had do does "
    "via per than then so file files argument arguments parameter parameters value values variable "
    "variables options flags authentication "
)
PROSE = frozenset(_GOES_ON.split())
"""Words that follow an option's name in prose."""


_DOTTED = re.compile(r"[A-Za-z_$][\w$]{0,60}(?:\??\.[A-Za-z_$][\w$]{0,60}){1,8}")
_IDENTIFIER_OF_CODE = re.compile(r"[A-Za-z_$][A-Za-z_$0-9]{0,80}")


def is_code(value: str, *, spaced: bool) -> bool:
    """Return whether an unquoted value is an expression in a program: `proxy.password`, `session_id`.

    `spaced`: there are spaces around the sign, which is usual in programs and rare in configurations.
    """
    if _DOTTED.fullmatch(value):
        return spaced or bool(tier_of(value.rpartition(".")[2]))
    if not _IDENTIFIER_OF_CODE.fullmatch(value):
        return False
    joined = "_" in value.strip("_") or value[0] == "_" or (value.lower() != value and value.upper() != value)
    return bool(tier_of(value)) and (spaced or joined) and not any(map(str.isdigit, value))


def tier_of(name: str) -> Tier:
    """Return the tier of a name: `password`, `apiKey`, `DB_PASSWORD`, `X-Api-Key`; "" for other names."""
    return _tier_of(name) if len(name) <= _LONGEST_NAME else ""


@lru_cache(maxsize=4096)
def _tier_of(name: str) -> Tier:
    plain = _plain(name)
    if re.fullmatch(_SURE, plain):
        return "sure"
    if re.fullmatch(_CODE, plain):
        return "code"
    return "maybe" if re.fullmatch(_MAYBE, plain) else ""


def holds_secret(name: str, value: str) -> bool:
    """Return whether `value` is a secret under this name."""
    tier = tier_of(name)
    return bool(tier) and fits(tier, name, value)


def is_secret_name(name: str, value: str) -> bool:
    """Return whether an argument of that name holds a secret: `password`, `apiKey`, `DB_PASSWORD`.

    For ambiguous names (`token`, `key`) the value must look random.
    """
    return holds_secret(name, value)


def fits(tier: Tier, name: str, value: str) -> bool:
    """Return whether a name of this tier makes the value a secret."""
    value = value[:_JUDGED]
    if tier == "sure":
        return not (value.isdigit() and len(value) < _FEWEST_DIGITS)
    if tier == "code":
        return re.fullmatch(r"\d{3,10}|\d{3,4}[ -]\d{3,4}|(?=.*\d)[A-Za-z0-9-]{6,40}", value) is not None
    if " " in value:
        return False
    if is_random(value) or is_pair(value) or looks_encoded(value):
        return True
    last = _plain(name).rpartition("_")[2]
    if last in ("pass", "pw"):
        return len(value) >= 5 and not value.isdigit() and (mixed(value) or len(value) >= 8)
    return last != "key" and _IDENTIFIER.fullmatch(value) is not None


def looks_encoded(value: str) -> bool:
    """Return whether it looks like long Base64: capitals, small letters and digits in random order."""
    if not 20 <= len(value) <= _JUDGED or not re.fullmatch(r"[A-Za-z0-9+/_.~%=-]+", value):
        return False
    kinds = all(re.search(kind, value) for kind in ("[0-9]", "[A-Z]", "[a-z]"))
    return kinds and turns(value) >= 4 and value.count("/") <= len(value) // 10 and len(set(value)) >= 12


def is_no_value(value: str) -> bool:
    """Return whether the value is a placeholder, code, or other text that is not a secret."""
    return _not_a_value().fullmatch(value[:_JUDGED]) is not None


@cache
def _not_a_value() -> re.Pattern[str]:
    """Return the pattern, compiled at first use, since that takes 20 ms."""
    return re.compile(_NOT_A_VALUE, re.IGNORECASE | re.DOTALL)


def _plain(name: str) -> str:
    """Return `api_key` for `apiKey`, `API-Key` and `api.key`."""
    return re.sub(r"[\W_]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)).strip("_").lower()

"""Finds secrets on command lines: values of options that have a secret's name, or that manuals describe."""

# ruff: noqa: E501 - a pattern reads best on one line
from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from overlay.common.secrets.assignments import QUOTE
from overlay.common.secrets.names import PROSE, fits, is_no_value, tier_of
from overlay.common.secrets.tokens import mixed

Span = tuple[int, int]
_GAP = rf"(?:{QUOTE}[ \t]{{0,4}},\s{{0,40}}{QUOTE}|[ \t]{{1,8}}(?:\\\r?\n[ \t]{{0,40}})?(?:{QUOTE})?)"
"""Between an option and its value: space, or the quotes and comma of a list."""
_WORD = r"[^\s\"'`,;|<>()\\]{1,400}"
_OPTION = re.compile(
    rf"(?<![\w-])(?:--?|(?<=\s)/)(?P<name>[A-Za-z][\w.-]{{1,60}}+){_GAP}(?P<value>(?!-)[^\s\"'`,|<>\\]{{1,2000}})"
)
_USER = re.compile(
    rf"(?<![\w-])(?P<option>--(?:proxy-)?user|--auth|-u|-U|-a)(?:{_GAP}|=|(?=\w))(?P<name>[^\s:\"'`]{{0,100}}):(?P<value>[^\s\"'`]{{1,300}})"
)
_FETCHERS = re.compile(r"\b(?:curl|https?|wget|xh|ab|hurl|siege|lftp|axel)\b")
_LINE = r"[^\n;|&]{0,200}?(?<![\w-])"
_COMMANDS = (
    (r"mysql|mariadb|mycli", rf"{_LINE}-p(?=\S)['\"]?"),
    ("sshpass", rf"{_LINE}-p(?:{_GAP})?"),
    ("redis-cli", rf"{_LINE}-a{_GAP}"),
    ("ldap", rf"{_LINE}-w{_GAP}"),
    ("sqlcmd|bcp|isql|osql", rf"{_LINE}-P(?:{_GAP})?"),
    ("(?:fun|un)?zip", rf"{_LINE}-P{_GAP}"),
    (r"7z|(?:un)?rar", rf"{_LINE}-p['\"]?"),
    ("mongo|clickhouse|kcadm|cqlsh|influx|arangosh|hydra|crackmapexec|nxc|evil-winrm", rf"{_LINE}-p{_GAP}"),
    ("docker login|podman login|az login|helm registry login|oc login|skopeo login", rf"{_LINE}-[pP]{_GAP}"),
    ("vault login|doppler login", rf"(?:[ \t]{{1,4}}-[\w=-]{{1,40}}){{0,3}}{_GAP}(?!-)"),
    ("openssl", r"[^\n]{0,300}?\bpass:"),
    ("smbclient|rpcclient|winexe", r"[^\n]{0,200}?(?:-U|--user)[= ]?['\"]?[\w\\.-]{1,60}%"),
    ("htpasswd", r"[^\n]{0,60}?-\w{0,6}b\w{0,6}(?:[ \t]{1,4}[^\s]{1,200}){2}[ \t]{1,4}"),
    ("echo", r"[ \t]{1,4}(?:-n[ \t]{1,4})?['\"]?(?=[^\s\"'|;&$]{3,200}['\"]?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4}-S|[^\n|]{0,120}(?:--password-stdin|--with-token)))"),
    ("net use", r"[^\n]{0,200}?/user:\S{1,100}[ \t]{1,4}(?!/)"),
    ("requirepass|masterauth", r"[ \t]{1,4}['\"]?"),
    ("cmdkey|runas", r"[^\n]{0,200}?/pass:"),
)  # fmt: skip
"""The programs, and the text between a program and its secret."""
_PROGRAMS = re.compile(
    r"\b(?:(?:mysql|mariadb)(?:dump|admin|import|show|check|-dump)?|mycli|sshpass|redis-cli|ldap(?:search|modify|add|delete|passwd|whoami)|"
    r"sqlcmd|bcp|isql|osql|(?:fun|un)?zip|7z[az]?|(?:un)?rar|mongo(?:sh|dump|restore)?|clickhouse-client|kcadm(?:\.sh)?|cqlsh|influx|arangosh|"
    r"hydra|crackmapexec|nxc|evil-winrm|(?:docker|podman|az|helm registry|oc|skopeo|vault|doppler) login|openssl|smbclient|rpcclient|"
    r"winexe|htpasswd|echo|net use|requirepass|masterauth|cmdkey|runas)\b"
)
_SPACED = re.compile(
    r"(?:^|[\s;&|])(?:config(?:ure)?[ \t]{1,4}(?:--?\w[\w-]{0,30}[ \t]{1,4}){0,3}(?:set[ \t]{1,4})?|setx[ \t]{1,4}|setenv[ \t]{1,4}|ENV[ \t]{1,4}|"
    r"set[ \t]{1,4}|set-?secret[ \t]{1,4})(?P<name>[A-Za-z/_:][\w.:/@-]{1,100})[ \t]{1,8}[\"']?(?P<value>[^\s\"']{4,2000})"
)
"""`aws configure set aws_secret_access_key …`, `npm config set //host/:_authToken …`, `ENV TOKEN …`."""
_METAVAR = re.compile(r"[A-Z][A-Z_]{2,40}|\.{3}|\[[^\]]*\]?")


def find(text: str) -> Iterator[Span]:
    """Yield the spans of the secrets."""
    if "-" in text or " /" in text:
        yield from _options(text)
        if ":" in text:
            yield from _users(text)
    if " " not in text:
        return
    for program in _PROGRAMS.finditer(text):
        for known, option in _COMMANDS:
            if (
                re.match(known, program[0])
                and (found := _with_value(option).match(text, program.end()))
                and _is_value(found["value"])
            ):
                yield found.span("value")
    for found in _SPACED.finditer(text):
        tier = tier_of(found["name"].rpartition(":")[2])
        value = found["value"]
        if (
            tier
            and _is_value(value)
            and fits(tier, found["name"], value)
            and (mixed(value) or len(value) > 7)
        ):
            yield found.span("value")


@cache
def _with_value(option: str) -> re.Pattern[str]:
    return re.compile(f"{option}(?P<value>{_WORD})")


def _options(text: str) -> Iterator[Span]:
    for found in _OPTION.finditer(text):
        name, value = found["name"], found["value"].rstrip(";)]}.,")
        tier = tier_of(name)
        if tier == "maybe" and name.lower().endswith(
            ("token", "auth", "pass", "sid", "jwt", "session", "cookie", "pat")
        ):
            tier = "sure" if mixed(value) or not value.islower() else tier
        if tier and _is_value(value) and fits(tier, name, value) and not tier_of(value):
            yield found.start("value"), found.start("value") + len(value)


def _users(text: str) -> Iterator[Span]:
    """Yield the user names and passwords in `curl -u name:password` and similar options."""
    for found in _USER.finditer(text):
        name, value = found["name"], found["value"]
        numbers = name.isdigit() and value.isdigit()
        long = found["option"].startswith("--")
        if numbers or name == value or "/" in name or value.startswith("//"):
            continue
        if long or _FETCHERS.search(text, max(0, found.start() - 300), found.start()):
            if _is_value(value):
                yield found.start("name"), found.end("value")
        elif mixed(value) and not value.startswith(("/", "refs")):
            yield found.start("name"), found.end("value")


def _is_value(value: str) -> bool:
    return not is_no_value(value) and not _METAVAR.fullmatch(value) and value.lower() not in PROSE

"""Finds the secrets of a recording and replaces them wherever they occur.

`overlay.common.secrets` says what looks like a secret and which fields hold one. Streamed text shows a secret
piece by piece, so all texts are scanned before any is cleaned; and the end of a text may be the beginning of
a secret, so such an end is replaced too.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from overlay.capture.manifest import Redaction
from overlay.common.errors import UsageError
from overlay.common.json_types import JsonValue, ReadObject
from overlay.common.secrets import REDACTED, hide
from overlay.common.secrets.arguments import redact

LOOKS = "what looks like a secret"
FIELDS = "fields that hold one"
PRIVATE = "private results"
SHORTEST = 4
"""Minimum length, in characters, of a secret or of the beginning of one. Shorter strings occur in many words.
"""
WORD = 8
"""Secrets shorter than this are replaced only where they are whole words."""
LINE = 16
"""Minimum length of a part of a multi-line secret (such as a key) that is a secret too."""
FILLER, WIDE = "x", "\U0001d5d1"
"""Replacements of a character of one UTF-16 unit, and of two, so that no length changes."""
Place = tuple[int, int]


class Secrets:
    """Collects secrets with the `look` methods; then `clean` replaces them.

    `patterns` are the user's regular expressions; the first group of a match (else the whole match) is a
    secret.
    """

    def __init__(self, patterns: Iterable[str] = ()) -> None:
        self._patterns = [_compiled(pattern) for pattern in patterns]
        self._rules: dict[str, str] = {}
        self._order: list[tuple[str, re.Pattern[str] | None]] | None = None

    def __bool__(self) -> bool:
        """Return whether any secret was found."""
        return bool(self._rules)

    def look(self, text: str) -> None:
        """Collect the secrets of a text."""
        hide(text, lambda secret: self._note(secret, LOOKS))
        for pattern in self._patterns:
            for found in pattern.finditer(text):
                self.add(found[1] if pattern.groups else found[0], f"--redact {pattern.pattern}")

    def look_in(self, value: JsonValue) -> None:
        """Collect the secrets of all texts in JSON data."""
        for text in _texts(value):
            self.look(text)
        for line in _lines_of_words(value):
            self.look(line)

    def look_at_arguments(self, arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> None:
        """Collect the arguments that the tool's schema, or their name, marks as secret."""
        cleaned = redact(arguments, schema, lambda text: text)
        for text in _hidden(arguments, cleaned):
            self.add(text, FIELDS)

    def add(self, secret: str, rule: str) -> None:
        """Add a secret, found by `rule`. Strings shorter than SHORTEST are ignored."""
        if len(secret) < SHORTEST or secret == REDACTED or not secret.strip(FILLER + WIDE):
            return
        if "\n" in secret or "\\n" in secret:
            # A page may show each line of a key in a separate element.
            for part in re.split(r"\s+|\\+[nr]", secret):
                if len(part) >= LINE:
                    self.add(part, "")
        for form in {secret, json.dumps(secret)[1:-1], quote(secret, safe=""), html.escape(secret)}:
            self._rules.setdefault(form, rule if form == secret else "")
        self._order = None

    def clean(self, text: str) -> str:
        """Return the text with each secret in it, and the beginning of one at its end, replaced by filler."""
        places = self._places(text)
        if not places:
            return text
        parts: list[str] = []
        at = 0
        for start, end in sorted(places):
            start = max(start, at)
            if end > start:
                parts += [text[at:start], filler(text[start:end])]
                at = end
        return "".join([*parts, text[at:]])

    def clean_in(self, value: Any) -> Any:
        """Return JSON data with `clean` applied to each text in it, keys included."""
        return self._clean_in(value)

    def _clean_in(self, value: JsonValue) -> JsonValue:
        if isinstance(value, str):
            return self.clean(value)
        if isinstance(value, list | tuple):
            return [self._clean_in(item) for item in value]
        if isinstance(value, Mapping):
            return {self.clean(str(key)): self._clean_in(item) for key, item in value.items()}
        return value

    def report(self) -> list[Redaction]:
        """Return how many different secrets each rule found, not counting beginnings of longer secrets."""
        counted: dict[str, int] = {}
        for secret, rule in self._rules.items():
            longer = any(other != secret and other.startswith(secret) for other in self._rules)
            if rule and not longer:
                counted[rule] = counted.get(rule, 0) + 1
        return [Redaction(rule=rule, count=count) for rule, count in sorted(counted.items())]

    def _note(self, secret: str, rule: str) -> str:
        self.add(secret, rule)
        return REDACTED

    def _places(self, text: str) -> list[Place]:
        if self._order is None:
            self._order = [
                (secret, _word(secret) if len(secret) < WORD else None)
                for secret in sorted(self._rules, key=len, reverse=True)
            ]
        places: list[Place] = []
        for secret, word in self._order:
            if word:
                places += [found.span() for found in word.finditer(text)]
            else:
                at = text.find(secret)
                while at >= 0:
                    places.append((at, at + len(secret)))
                    at = text.find(secret, at + 1)
            if begun := _begun(text, secret):
                places.append((len(text) - begun, len(text)))
        return places


def filler(text: str) -> str:
    """Return the replacement of `text`, of the same length in characters and in UTF-16 units."""
    return "".join(WIDE if character > "\uffff" else FILLER for character in text)


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise UsageError(
            f"--redact {pattern!r} is not a valid pattern: {error}",
            advice="Give a regular expression of Python's.",
        ) from error
    if not pattern:
        raise UsageError("--redact '' finds nothing", advice="Give a regular expression, or leave it out.")
    return compiled


def _word(secret: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(secret)}(?!\w)")


def _begun(text: str, secret: str) -> int:
    """Return how many characters at the end of `text` begin `secret`; 0 if fewer than SHORTEST."""
    if len(secret) <= SHORTEST:
        return 0
    start = text.find(secret[:SHORTEST], max(0, len(text) - len(secret) + 1))
    while start >= 0:
        if secret.startswith(text[start:]):
            return len(text) - start
        start = text.find(secret[:SHORTEST], start + 1)
    return 0


def _texts(value: JsonValue | ReadObject) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from _texts(item)


def _lines_of_words(value: JsonValue) -> Iterable[str]:
    """Yield each list of strings joined to one line: the secret after an option is in the next list item."""
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _lines_of_words(item)
    elif isinstance(value, list | tuple):
        words = [item for item in value if isinstance(item, str)]
        if words and len(words) == len(value):
            yield " ".join(words)
        for item in value:
            yield from _lines_of_words(item)


def _hidden(value: JsonValue | ReadObject, cleaned: JsonValue) -> Iterable[str]:
    """Yield the texts of `value` that are `[redacted]` in `cleaned`."""
    if cleaned == REDACTED:
        yield from _texts(str(value) if isinstance(value, int | float) else value)
    elif isinstance(value, Mapping) and isinstance(cleaned, Mapping):
        for key, item in value.items():
            yield from _hidden(item, cleaned.get(key, REDACTED))
    elif isinstance(value, list) and isinstance(cleaned, list):
        for item, other in zip(value, cleaned, strict=False):
            yield from _hidden(item, other)

"""Decides which markup a minimal recording keeps: what the profile, style sheets and overlay itself look for.

All other names and values are replaced by ones of the same length and kind, each always by the same one.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import blake2b
from urllib.parse import quote, unquote, urlsplit

import injected_js

Change = Callable[[str], str]

SPOKEN = frozenset(
    ("alt", "title", "aria-label", "aria-description", "placeholder", "value", "label", "content")
)
"""Attributes whose value users see or hear."""
_ADDRESSES = frozenset(
    ("href", "src", "srcset", "poster", "xlink:href", "action", "formaction", "data", "cite")
)
_IDS = frozenset(
    (
        *(
            "id",
            "for",
            "name",
            "form",
            "list",
            "headers",
            "popovertarget",
            "slot",
            "aria-labelledby",
            "aria-controls",
        ),
        *("aria-describedby", "aria-owns", "aria-activedescendant", "aria-details", "aria-flowto"),
    )
)
_PLAIN = frozenset(
    (
        *("type", "role", "dir", "lang", "hidden", "inert", "open", "disabled", "readonly", "required"),
        *(
            "checked",
            "selected",
            "multiple",
            "contenteditable",
            "tabindex",
            "colspan",
            "rowspan",
            "span",
            "size",
        ),
        *("width", "height", "rows", "cols", "start", "reversed", "rel", "media", "charset", "autocomplete"),
        *("inputmode", "enterkeyhint", "spellcheck", "translate", "draggable", "loading", "accept", "wrap"),
        *(
            "min",
            "max",
            "step",
            "maxlength",
            "minlength",
            "method",
            "scope",
            "align",
            "valign",
        ),
        *("viewbox", "d", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "transform"),
        *("points", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "fill-rule", "clip-rule"),
        *("opacity", "offset", "preserveaspectratio", "gradientunits", "xmlns", "xmlns:xlink", "version"),
    )
)
"""Attributes of HTML and SVG whose values are words of the standard or numbers."""
_STATE = re.compile(
    r"true|false|mixed|undefined|page|step|location|date|time|polite|assertive|off|text|all|menu|listbox|tree"
    r"|grid|dialog|inline|list|both|none|horizontal|vertical|ascending|descending|other|-?\d+(?:\.\d+)?",
    re.IGNORECASE,
)
"""Values of the states and properties of WAI-ARIA."""
_META = re.compile(
    r"(?:[a-z-]*(?:width|height|scale|scalable|fit|widget)\s*=\s*[\w.-]+[,;\s]*)+|text/html[\w;\s=-]*|(?:light|dark|only|\s)+",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"""\[\s*([\w:-]+)\s*(?:[~|^$*]?=\s*["']?([^"'\]]+))?""")
_NAMED = re.compile(r"(?:\\.|[\w-]|[^\x00-\x7f])+")
_TOKEN = re.compile(r"\S+")
_POSITION = re.compile(r"\d{1,4}")
"""A message's place in the chat, which some sites have as its id."""
TRIES = 200
"""How many replacements are tried to find one that no other name has."""
_WORD = re.compile(r"[^\W_]+")
_URL = re.compile(r"""url\(\s*(["']?)(.*?)\1\s*\)""", re.IGNORECASE | re.DOTALL)
_STRING = r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'"""
_CONTENT = re.compile(rf"""((?:\b(?:content|quotes)|--[\w-]+)\s*:)((?:{_STRING}|[^;{{}}"'])*)""", re.DOTALL)
"""The declarations of a style sheet whose strings are texts, or may be."""
_QUERY = re.compile(r"""(?<=\?)[^#"')\s]+""")
_QUOTED = re.compile(r"""(["'])(.*?)\1""", re.DOTALL)
_UNSEEN = re.compile(
    r"(?P<comment>/\*.*?(?:\*/|\Z))|(?P<sheet>@(?:import|namespace)\b[^;{]*)|"
    + _STRING
    + r"""|(?P<before>\burl\(\s*)(?P<url>"[^"]*"|'[^']*'|[^)]*)""",
    re.IGNORECASE | re.DOTALL,
)
"""Comments and addresses in a style sheet; strings and the addresses of other sheets are passed over."""


class MinimalMarkup:
    """The markup that is kept, for a site's `profile` (its texts) and the style sheets of the page.

    `masked` replaces words that users see; `labels` are further words to keep, such as the languages of code;
    `linked` are the addresses of style sheets that the recording has, `message_ids` the attributes with a
    message's id.
    """

    def __init__(
        self,
        profile: Iterable[str],
        sheets: Iterable[str],
        masked: Change,
        labels: Iterable[str] = (),
        linked: Iterable[str] = (),
        message_ids: Sequence[str] = (),
    ) -> None:
        self._masked = masked
        self._linked = set(linked)
        self._message_ids = message_ids
        self._key = secrets.token_bytes(16)
        self._replaced: dict[str, str] = {}
        self._given: set[str] = set()
        self._attributes: set[str] = set()
        self._values: dict[str, set[str]] = {}
        self._patterns: dict[str, re.Pattern[str] | None] = {}
        self._names: set[str] = {*labels, *_own_names()}
        self._said: set[str] = set()
        for text in profile:
            self._said.update(_NAMED.findall(text))
            self._look(text)
        for text in sheets:
            self._look(self.sheet(text))

    def _look(self, css: str) -> None:
        css = _CONTENT.sub(r"\1", css)
        self._names.update(re.sub(r"\\(.)", r"\1", name) for name in _NAMED.findall(css))
        for name, value in _CONDITION.findall(css):
            self._attributes.add(name.lower())
            if value.strip():
                self._values.setdefault(_key(name.lower()), set()).add(value.strip().lower())

    def tag(self, tag: str) -> str:
        """Return an element's name: that of a custom element is replaced unless something looks for it."""
        return tag if "-" not in tag or self._is_known(tag) else self._other(tag)

    def attribute(self, tag: str, name: str, value: str) -> str | None:
        """Return the value for an attribute of an element, or None if the attribute is left out."""
        lower = name.lower()
        if lower in SPOKEN:
            return self._spoken(tag, lower, value)
        if lower in _ADDRESSES:
            return (
                self.sheet_address(value) if tag == "link" and self._is_linked(value) else self.address(value)
            )
        if lower in ("class", "part"):
            return _TOKEN.sub(lambda found: self._class(found[0]), value)
        if lower in _IDS:
            return _TOKEN.sub(lambda found: self._id(found[0]), value)
        if lower == "style":
            return self._style(value)
        if lower in _PLAIN:
            return self._style(value) if "(" in value else value
        if lower.startswith("aria-"):
            return value if _STATE.fullmatch(value) else self._named(lower, value)
        if lower in self._names and value.lower() in ("", "true", "false"):
            return value
        if lower in self._attributes or lower in self._said:
            return self._named(lower, value)
        return None

    def message_id(self, value: str) -> str:
        """Return a message's id as the page has it then; a position (`#3`) is unchanged."""
        names = () if value.startswith("#") else self._message_ids[:1]
        return next((self.attribute("div", name, value) or "" for name in names), value)

    def words_id(self, value: str) -> str:
        """Return `replies_to` of observers.protocol.BlockOpened with its count and a replaced hash.

        The page has other words then, so no message in it has that hash.
        """
        count, _, words = value.partition(":")
        return f"{count}:{self._other(words)}" if words else value

    def sheet(self, css: str) -> str:
        """Return a style sheet of the same length without the texts that it shows, comments and addresses."""
        css = _UNSEEN.sub(self._without_words, css)
        return _CONTENT.sub(lambda found: found[1] + self._quoted(found[2]), css)

    def sheet_file(self, css: bytes) -> bytes:
        """Return the same for the file of a style sheet, in any encoding that ASCII is part of."""
        return self.sheet(css.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")

    def _without_words(self, found: re.Match[str]) -> str:
        if found["comment"]:
            return self._masked(found["comment"])
        if found["sheet"]:
            return self.sheet_address(found["sheet"])
        if found["url"] is None or found["url"].startswith("#"):
            return found[0]
        return found["before"] + self._masked(found["url"])

    def sheet_address(self, url: str) -> str:
        """Return the address of a style sheet, or a text with one, with another query of the same length."""
        return _QUERY.sub(lambda found: self._other(found[0]), url)

    def _is_linked(self, url: str) -> bool:
        end = "/" + url.lstrip("./")
        return url in self._linked or (len(end) > 1 and any(linked.endswith(end) for linked in self._linked))

    def address(self, url: str) -> str:
        """Return a URL with its host and what the profile names of its path; a `data:` URL becomes empty."""
        if url.startswith("data:"):
            return "data:,"
        parts = urlsplit(url)
        path = "/".join(self._part(part) for part in parts.path.split("/"))
        fragment = self._id(parts.fragment) if url.startswith("#") else self._masked(parts.fragment)
        host = parts.netloc.rpartition("@")[2]
        return parts._replace(
            netloc=host, path=path, query=self._masked(parts.query), fragment=fragment
        ).geturl()

    def _spoken(self, tag: str, name: str, value: str) -> str:
        if tag == "meta":
            return value if _META.fullmatch(value) else self._masked(value)
        return self._with_wanted(name, value, self._masked)

    def _named(self, name: str, value: str) -> str:
        """Return a value with the words that a selector looks for in it; the rest is replaced.

        Each word is replaced on its own: a list of ids grows, and its first id is to stay the same.
        """
        if name in self._message_ids and _POSITION.fullmatch(value):
            return value  # a few digits for each would be the same for two messages
        return self._with_wanted(name, value, self._others)

    def _with_wanted(self, name: str, value: str, change: Change) -> str:
        """Return an attribute's value, with `change` applied to all but the words that selectors look for."""
        wanted = self._wanted_in(name)
        parts = wanted.split(value) if wanted else [value]
        return "".join(part if at % 2 else change(part) for at, part in enumerate(parts))

    def _wanted_in(self, name: str) -> re.Pattern[str] | None:
        """Return what finds the words that selectors look for in an attribute, longest first, as a group."""
        if name not in self._patterns:
            words = sorted(self._values.get(name, ()), key=lambda text: (-len(text), text))
            several = "|".join(map(re.escape, words))
            self._patterns[name] = re.compile(f"({several})", re.IGNORECASE) if words else None
        return self._patterns[name]

    def _class(self, token: str) -> str:
        return token if self._is_known(token) else self._named("class", token)

    def _id(self, token: str) -> str:
        """Return an id: unchanged only if something looks for all of it; a heading's id has its words."""
        return token if token in self._names else self._named("id", token)

    def _is_known(self, name: str) -> bool:
        """Return whether something looks for a class or an element's name, or for all words in it."""
        return name in self._names or all(word.lower() in self._names for word in _WORD.findall(name))

    def _part(self, part: str) -> str:
        plain = unquote(part)
        return part if part in self._said else quote(self._other(plain), safe="-._~!$&'()*+,;=:@")

    def _style(self, value: str) -> str:
        urls = _URL.sub(
            lambda found: f"url({self.address(found[2]) if found[2].startswith('#') else 'data:,'})", value
        )
        return self._quoted(urls)

    def _quoted(self, css: str) -> str:
        return _QUOTED.sub(lambda found: f"{found[1]}{self._masked(found[2])}{found[1]}", css)

    def _others(self, text: str) -> str:
        return _TOKEN.sub(lambda found: self._other(found[0]), text)

    def _other(self, text: str) -> str:
        """Return the replacement, the same for each text: letters `a` to `f` and digits, as in an id.

        Two texts have the same one only if there are no more of that length and kind.
        """
        if text and text not in self._replaced:
            tries = (self._noise(text, number) for number in range(TRIES))
            made = next((one for one in tries if one not in self._given), self._noise(text, 0))
            self._replaced[text] = made
            self._given.add(made)
        return self._replaced.get(text, "")

    def _noise(self, text: str, number: int) -> str:
        size = min(64, len(text))
        plain = f"{number or ''}{text}".encode("utf-8", "surrogatepass")
        noise = blake2b(plain, key=self._key, digest_size=size).digest()
        return "".join(_like(letter, noise[at % size]) for at, letter in enumerate(text))


def _key(attribute: str) -> str:
    """Return the attribute under whose name an attribute's words are kept: ids refer to each other."""
    return "id" if attribute in _IDS else attribute


def _like(letter: str, noise: int) -> str:
    if letter.isdigit():
        return str(noise % 10)
    if not letter.isalpha():
        return letter
    if letter > "\uffff":
        return "\U0001d5d1"
    other = "abcdef"[noise % 6]
    return other.upper() if letter.isupper() else other


@cache
def _own_names() -> frozenset[str]:
    """All words of overlay's page script, which looks for names of editors, code views and the like."""
    return frozenset(re.findall(r"[\w-]+", injected_js.bundle()))

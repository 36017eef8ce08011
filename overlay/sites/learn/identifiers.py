"""Finds the attribute with a message's id, and the part of the address that names the conversation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import ROLES
from overlay.sites.learn.patterns import simple

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ID = re.compile(r"(?=[\w-]*\d)[\w-]{8,}")
_NAME = re.compile(r"(?=.*\d)[\w:.-]{8,100}")
"""The form of a message's id. A short one such as `c37` may name another message after a reload."""
NOT_IDS = ("class", "style", "role", "tabindex", "dir", "lang", "title", "data-index", "data-height")


def message_id(messages: Sequence[Node], before: Sequence[Node]) -> tuple[str, str]:
    """Return the attribute with the messages' ids, and the selector of the elements that have it.

    The selector is "" if the messages themselves have it; both are "" if there is no such attribute. `before`
    are the first messages in a snapshot one exchange earlier: an id must not have changed since.
    """
    for bearers, earlier in _rows(messages, before):
        common = [name for name in bearers[0].attributes if all(name in node.attributes for node in bearers)]
        for name in sorted(common, key=lambda name: "id" not in re.split(r"[-_]", name)):
            ids = [node.attributes[name] for node in bearers]
            if name in NOT_IDS or name.startswith("aria-") or not all(map(_NAME.fullmatch, ids)):
                continue
            if len(set(ids)) < len(ids) or not _same(ids, earlier, name):
                continue
            if bearers[0] is messages[0]:
                return name, ""
            return name, _bearer(bearers, name)
    return "", ""


def conversation_pattern(start: str, first: str, second: str) -> str:
    """Return a regular expression for the key of the conversation in the address; "" if there is no key.

    `start` is the address before the first message, `first` and `second` those after each exchange.
    """
    if first != second:
        return ""
    for piece in _pieces(first):
        key = piece.rpartition("/")[2].rpartition("=")[2]
        new = first != start and key not in start
        if key and (new or _UUID.fullmatch(key) or _ID.fullmatch(key)) and _looks_like_a_key(key, new=new):
            kind = "[0-9a-f-]{36}" if _UUID.fullmatch(key) else r"\d+" if key.isdigit() else r"[\w-]{4,}"
            return re.sub(r"\\([-#=/])", r"\1", re.escape(piece.removesuffix(key))) + f"({kind})"
    return ""


def pattern_for_both(old: str, new: str) -> str:
    """Return a pattern that finds the keys of both; `new` if one of them does not end with its group."""
    ends = [re.fullmatch(r"(.*[^\\(])\((?!\?)([^()]*)\)", pattern) for pattern in (new, old)]
    if ends[0] is None or ends[1] is None or any(re.compile(each).groups != 1 for each in (old, new)):
        return new
    (start, key), (old_start, old_key) = ends[0].groups(), ends[1].groups()
    # Without the end, a short form would find the beginning of a longer key: two chats would have one key.
    whole = rf"{key}(?![\w-])"
    both = rf"(?:{start}(?={whole})|{old_start}(?={old_key}))({whole}|{old_key})"
    if key == old_key:
        both = f"(?:{start}|{old_start})({key})"
    try:
        return both if re.compile(both).groups == 1 else new
    except re.error:  # such as flags, which stand only at the beginning
        return new


def _looks_like_a_key(key: str, *, new: bool) -> bool:
    if not re.fullmatch(r"[\w-]+", key):
        return False
    return bool(re.search(r"\d", key)) or (new and len(key) >= 8)


def _pieces(url: str) -> Iterator[str]:
    """Yield the parts of an address that may contain a key, each with its prefix; the last part first."""
    split = urlsplit(url)
    if split.fragment:
        head, slash, tail = split.fragment.rpartition("/")
        yield f"#{head}{slash}{tail}" if slash else f"#{tail}"
    for pair in reversed(split.query.split("&") if split.query else []):
        name, equals, value = pair.partition("=")
        if equals:
            yield f"{name}={value}"
    parts_ = [part for part in split.path.split("/") if part]
    for at in range(len(parts_) - 1, -1, -1):
        yield f"/{parts_[at - 1]}/{parts_[at]}" if at else f"/{parts_[at]}"


def _rows(messages: Sequence[Node], before: Sequence[Node]) -> Iterator[tuple[list[Node], list[Node]]]:
    """Yield the messages, then their parents, and so on, as long as no two messages share one."""
    now, then = list(messages), list(before)
    while now and len(set(map(id, now))) == len(now):
        yield now, then
        above: list[Node] = [node.parent for node in now if node.parent]
        if len(above) < len(now) or any(node.tag in ("body", "html") for node in above):
            return
        now, then = above, [node.parent for node in then if node.parent]


def _same(ids: Sequence[str], earlier: Sequence[Node], name: str) -> bool:
    return bool(earlier) and [node.attributes.get(name) for node in earlier] == list(ids[: len(earlier)])


def _bearer(bearers: Sequence[Node], name: str) -> str:
    """Return a selector that finds all of the elements."""
    for pattern in simple(bearers[0], ROLES["turn"]):
        if all(pattern.test(node) for node in bearers):
            return pattern.css
    return f"[{name}]"

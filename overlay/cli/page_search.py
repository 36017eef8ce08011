"""Searches the pages of the documentation: which parts answer a question best."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from math import log
from pathlib import Path

from overlay.cli import manual
from overlay.cli.manual import pages, sections

_WORD = re.compile(r"[a-z0-9][a-z0-9_']*")
_LITTLE = re.compile(
    "(a|about|an|and|any|are|at|be|by|can|can't|could|do|does|doesn't|don't|for|"
    "from|get|give|has|have|how|i|if|in|is|it|its|make|may|me|my|not|of|on|or|"
    "out|overlay|please|should|that|the|there|this|to|use|using|want|was|what|when|"
    "where|which|who|why|will|with|without|would|you|your)"
)
"""Words of a question that say nothing about its subject."""
_SAME = (
    ("update", "upgrade", "newer"),
    ("remove", "uninstall", "delete", "erase"),
    ("undo", "revoke"),
    ("stop", "cancel"),
    ("network", "internet", "offline"),
    ("picture", "image"),
    ("trust", "safe", "safety", "secure", "security", "dangerous", "privacy"),
    ("browser", "chrome", "chromium", "firefox", "edge", "safari"),
    ("sign", "login", "password"),
    ("looks", "colour", "color", "theme", "dark"),
    ("automatically", "auto", "automatic"),
    ("comparison", "alternative", "versus"),
    ("install", "setup"),
    ("supported", "need", "requirement", "compatible"),
    ("folder", "directory"),
    ("never", "forbid", "deny"),
    ("message", "composer"),
    ("settings", "configuration", "config", "configure", "preferences"),
)
"""Words for one thing; the pages have only some of them."""
_LISTS = frozenset(["api", "commands", "configuration", "events", "formats", "json"])
"""Pages that list all of a kind: they have many words, and few answers."""
_IN_HEADING, _IN_TITLE, _IN_TEXT, _IN_BOLD, _IN_LIST = 3.0, 1.0, 0.5, 0.5, 0.7
"""How much a word counts by its place; in a page that lists, less."""
_OFTEN = 4
"""More occurrences of a word in a text don't count."""
_WEAK = 0.4
"""Parts with less than this share of the best part's score are shown only if they have all words."""
_QUESTION = re.compile(r"^\| … (.*?) \| \[.*?\]\(([a-z-]+)\.md#?(.*?)\)", re.MULTILINE)
"""A question in the index, with the page and the part that answers it."""
_BOLD = re.compile(r"^(?:- )?\*\*(.+?)\*\*", re.MULTILINE)
"""The beginning of a paragraph in bold type."""
_ENTRY = re.compile(r"^- (\[.*?\]\(([a-z-]+)\.md\).*)$", re.MULTILINE)
"""A page in the index, with what the index says about it."""


def stem(word: str) -> str:
    """Return the word without its usual endings: the same for `record`, `records` and `recording`."""
    word = word.removesuffix("'s").replace("'", "")
    if word.endswith("ies"):
        word = f"{word[:-3]}y"
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    for ending in ("ing", "ed", "er", "ion", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


_MEANING = {stem(word): stem(same[0]) for same in _SAME for word in same}


def meanings(text: str) -> Counter[str]:
    """Return how often each word of a text occurs; words for the same thing are one."""
    found = (stem(word) for word in _WORD.findall(text.lower()) if not _LITTLE.fullmatch(word))
    return Counter(_MEANING.get(word, word) for word in found)


@dataclass(frozen=True)
class Part:
    """A part of a page. `title` has the words of the page's name, title, and line in the index."""

    topic: str
    heading: str
    raw: str
    title: frozenset[str]
    question: str = ""
    """A question of the index that this part answers."""
    begins: bool = False
    """This is the beginning of the page."""

    @cached_property
    def headings(self) -> list[frozenset[str]]:
        """The words of the heading, of the question, and the name of the page if this is its beginning."""
        texts = (self.heading, self.question, self.topic if self.begins else "")
        return [frozenset(meanings(text)) for text in texts if text]

    @cached_property
    def bold(self) -> list[frozenset[str]]:
        """The words of the beginnings of its paragraphs in bold type."""
        return [frozenset(meanings(text)) for text in _BOLD.findall(self.raw)]

    @cached_property
    def text(self) -> Counter[str]:
        """How often its text has each word."""
        return meanings(self.raw)

    def weight(self, word: str) -> float:
        """Return how much the part is about the word."""
        heading = max(_share(word, self.headings), _IN_BOLD * _share(word, self.bold))
        often = min(self.text[word], _OFTEN) / _OFTEN
        return _IN_HEADING * heading + _IN_TITLE * (word in self.title) + _IN_TEXT * often


def _share(word: str, headings: Iterable[frozenset[str]]) -> float:
    """Return how much one of the headings is about the word: a short one more than a long one."""
    return max((len(words) ** -0.3 for words in headings if word in words), default=0.0)


@cache
def parts(place: Path) -> tuple[Part, ...]:
    """Return the parts of all pages but the index; `place` is their folder, whose words are counted once."""
    return tuple(_parts(pages(place)))


def _parts(known: dict[str, Path]) -> Iterator[Part]:
    index = known.pop("index").read_text("utf-8") if "index" in known else ""
    questions = {(topic, anchor): question for question, topic, anchor in _QUESTION.findall(index)}
    about = {topic: text for text, topic in _ENTRY.findall(index)}
    for topic, page in known.items():
        first, *others = sections(page)
        title = frozenset(meanings(f"{topic} {first.heading} {about.get(topic, '')}"))
        for part in (first, *others):
            question = questions.get((topic, _anchor(part.heading) if part is not first else ""), "")
            yield Part(topic, part.heading, part.text, title, question, part is first)


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def search(question: str) -> list[tuple[str, str]]:
    """Return the topics and headings of the parts that answer a question, the best first.

    A rare word counts more than a common one, and a heading more than a text. Of the parts without all of the
    words, only those about as good as the best are returned.
    """
    listed = parts(manual.folder())
    wanted = {
        word: log(1 + len(listed) / having)
        for word in meanings(question)
        if (having := sum(part.weight(word) > 0 for part in listed))
    }
    found: list[tuple[float, bool, Part]] = []
    for part in listed:
        weights = {word: part.weight(word) for word in wanted}
        score = sum(rarity * weights[word] for word, rarity in wanted.items())
        found.append((score * (_IN_LIST if part.topic in _LISTS else 1), all(weights.values()), part))
    best = max((score for score, _, _ in found), default=0)
    shown = [one for one in found if one[0] > 0 and (one[1] or one[0] > _WEAK * best)]
    shown.sort(key=lambda one: -one[0])
    return list(dict.fromkeys((part.topic, part.heading) for _, _, part in shown))

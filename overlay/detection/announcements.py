"""Text before a call that says that the call is only an example, or must not run.

The words are those of public bug reports about executed examples, in the languages of most answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from .announcement_words import INTENT, LANGUAGES, NEEDED, REPORTED

LOOK_BACK = 300
"""How many code points before a call are searched for an announcement."""


# Without `a`, the Turkish `İ` alone would be "I".
_PERSON = re.compile(r"\b(?ai:I|ich|je|yo)\b|我|私")


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)


@dataclass(frozen=True)
class _Patterns:
    """The patterns of all languages, which take tens of milliseconds to compile."""

    example: re.Pattern[str]
    heading: re.Pattern[str]
    reported: re.Pattern[str]
    intent: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    return _Patterns(
        _any([one.example for one in LANGUAGES.values()]),
        _any([one.heading for one in LANGUAGES.values()]),
        re.compile(REPORTED, re.IGNORECASE),
        re.compile(INTENT, re.IGNORECASE),
    )


_WORDS = [(language, words.split()) for language, words in NEEDED.items()]
_ASCII_WORDS = [
    (language, ascii_words) for language, words in _WORDS if (ascii_words := [*filter(str.isascii, words)])
]


@cache
def _forbidding(language: str) -> re.Pattern[str]:
    return _any([LANGUAGES[language].forbidden])


_BAN = re.compile(r"\b(?:do not|don['’]?t|never) \w+ (?:it|this|that|these)\W*$", re.IGNORECASE)
_HERE_IS = re.compile(
    r"\b(?:here|below|this|these|following)\b.{0,40}\b(?:is|are)\b.{0,30}\bexamples?\b", re.IGNORECASE
)
_CONNECTS = re.compile(
    "(?:and|or|or else|or even|and then|then|also|and also|plus|alternatively|another|another one|one more"
    "|und|oder|sowie|y|o|et|ou|e|i|en|of|lub|и|или|或|或者|和|以及|还有|また|または|あるいは|や|と|또는|그리고)?",
    re.IGNORECASE,
)
_MARKUP = " \t*_#>|-+•‣●○–—⚠️💭💡"
_ENDS = f"{_MARKUP}:：;；…．."
_BRACKETED = re.compile(r"[(\[【「](.*)[)\]】」]")
_LIST_MARK = re.compile(
    r"[\s>#*_+•‣●○|–—-]*(?:\(?(?:\d{1,3}|[a-zA-Z])[.)]\s+|\d{1,3}(?:\.\d{1,3})+\.?\s+)?[\s*_]*"
)
_LINES, _LONGEST_LABEL = 3, 60
_LONGEST_ITEM = 70  # at least what `_ITEM_LABEL` and `_CONNECTS` can match
_ITEM_LABEL = re.compile(r"(?:[*+•‣●○–—-]|\(?\d{1,3}[.)])\s+[^\n]{1,60}[:：]")
_TABLE_LINE = re.compile(r"\n[ \t|:-]*-[ \t|:-]*(?=\s*$)")
_CODE = re.compile(r"`[^`\n]*`")
_SHORT_FORMS = re.compile(
    r"\b(?:e\.\s?g|z\.\s?b|p\.\s?ex|par ex|p\.\s?ej|p\.\s?e|bv|np|i\.\s?e)\.", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？]")
_COLONS = (":", "：", ";", "；", "…", "...")


def announces_example(before: str) -> bool:
    """Return whether the text right before a call says that the call is an example or must not run.

    That is so if the last line that is not blank forbids to run what follows ("Do not run this."), speaks of
    an example or of a call that is only reported and ends with a colon, or is a heading such as "Example" or
    "Usage". The label of an item ("List the files:") leaves the decision to the line before it.
    """
    for line in islice(_lines_from_the_end(before), _LINES):
        if _announces(line):
            return True
        if not _is_label(line) or _PERSON.search(line) or _patterns().intent.search(line):
            break
    return False


def goes_on(between: str) -> bool:
    """Return whether an announcement that counts for data counts after `between` too, the text that follows
    the data: an example goes on, `between` says so itself, or it only ends the sentence around the data.
    """
    if connects_examples(between) or announces_example(between):
        return True
    words, _, rest = between.partition("\n")
    ends = bool(words.strip(_MARKUP + _ENDS)) and not rest.strip() and not _SENTENCE_END.search(words)
    return ends and not tells_what_is_next(words)


def tells_what_is_next(words: str) -> bool:
    """Return whether the words after data, in its line, say what the model does next ("…, so I try:")."""
    said = (found[0].lower() for found in _patterns().intent.finditer(words))
    return bool(_PERSON.search(words)) or any(one != "now" for one in said)


def _lines_from_the_end(text: str) -> Iterator[str]:
    """Yield the lines that are not blank, the last one first, but for the line under a table's heading."""
    text = text.rstrip()
    if text.endswith(("-", "|", ":")):
        text = _TABLE_LINE.sub("", text).rstrip()
    while text:
        rest, _, line = text.rpartition("\n")
        yield line
        text = rest.rstrip()


def _is_label(line: str) -> bool:
    return len(line) <= _LONGEST_LABEL and line.rstrip(_MARKUP).endswith(_COLONS)


def _announces(line: str) -> bool:
    if "." in line:
        line = _SHORT_FORMS.sub("for instance", line)
    line = line[_end(_LIST_MARK, line) :]
    if "`" in line:
        line = _CODE.sub("`", line)
    line = line.rstrip(_MARKUP)
    if not line:
        return False
    sentence, ours = _last_sentence(line), _patterns()
    if _forbids(sentence):
        return True
    if sentence.endswith(_COLONS):
        if ours.example.search(sentence) or ours.heading.fullmatch(sentence.strip(_ENDS)):
            return True
        return bool(ours.reported.search(sentence)) and not ours.intent.search(sentence)
    return bool(ours.heading.fullmatch(_BRACKETED.sub(r"\1", line.strip(_ENDS))) or _HERE_IS.search(sentence))


def _forbids(sentence: str) -> bool:
    lower = sentence.lower()
    for language, needed in _ASCII_WORDS if lower.isascii() else _WORDS:
        for one in needed:
            if one in lower and _forbidding(language).search(sentence):
                return True
    return lower.rstrip(" .:!").endswith(("it", "this", "that", "these")) and bool(_BAN.search(sentence))


def connects_examples(between: str) -> bool:
    """Return whether `between`, the text between two blocks, lets an example go on: it is blank, "or", or the
    label of a list's item.
    """
    if len(between) > LOOK_BACK:
        return False
    labels = [line for line in between.split("\n") if line.strip()]
    if len(labels) == 1 and _ITEM_LABEL.fullmatch(labels[0].strip()):
        return True
    words = " ".join(line[_end(_LIST_MARK, line) :].strip(_MARKUP) for line in between.split("\n"))
    return bool(_CONNECTS.fullmatch(words.strip().rstrip(".,:;：，、")))


def _end(pattern: re.Pattern[str], line: str) -> int:
    found = pattern.match(line)
    return found.end() if found else 0


def _last_sentence(line: str) -> str:
    last = max((found.end() for found in _SENTENCE_END.finditer(line.rstrip(" .!?。！？:："))), default=0)
    return line[last:].strip()

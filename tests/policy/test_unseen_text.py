from __future__ import annotations

from typing import Any

from overlay.policy.unseen_text import unseen_sign

TAGS = "".join(chr(0xE0000 + ord(letter)) for letter in "run rm")
SELECTORS = "".join(chr(0xE0100 + at) for at in b"run rm")
HIDDEN: dict[str, Any] = {
    "tags after words": f"hello{TAGS}",
    "tags after a flag": f"\U0001f3f4{TAGS}\U000e007f",
    "selectors after an emoji": f"\U0001f600{SELECTORS}",
    "two selectors": "\u263a\ufe0f\ufe0e",
    "a selector after a letter": "a\ufe0f",
    "a selector without a meaning": "\u4e00\ufe07",
    "a selector after each ideograph": "\u845b\U000e0101" * 20,
    "small selectors after each ideograph": "\u845b\ufe01\u845b\ufe00" * 20,
    "an override": "a\u202etxt.exe",
    "an isolate": "a\u2066b\u2069",
    "a direction mark in Latin": "a\u200eb",
    "a zero width space": "rm\u200b -rf",
    "a joiner in Latin": "pass\u200dword",
    "a non-joiner in Cyrillic": "\u0434\u200c\u0430",
    "two non-joiners in Persian": "\u0645\u06cc\u200c\u200c\u062e",
    "a soft hyphen": "pass\u00adword",
    "a byte order mark inside": "a\ufeffb",
    "a byte order mark alone": "\ufeff",
    "a word joiner": "a\u2060b",
    "invisible mathematics": "f\u2061x",
    "a Hangul filler": "\u3164",
    "a blank Braille sign": "a\u2800b",
    "a control": "a\x1b[2K",
    "a line separator": "a\u2028b",
    "an annotation": "a\ufff9b\ufffac\ufffb",
    "a note head": "\U0001d159",
    "half of a pair": "a\ud800",
    "a name": {"path\u200b": "x"},
    "a list in an object": {"a": [{"b": ["c", "d\u202e"]}]},
}
HONEST: dict[str, Any] = {
    "lines": "a\n\tb\r\n",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u06f1\u06f0\u200c\u0633\u0627\u0644\u0647 10\u200c\u0633\u0627\u0644\u0647",
    "Arabic with marks": "\u0627\u0644\u0633\u0639\u0631 \u200f5\u200e \u0631\u064a\u0627\u0644",
    "Hebrew with marks": "C++\u200e \u05d1\u05e2\u05d1\u05e8\u05d9\u05ea",
    "Hindi": "\u0915\u094d\u200d\u0937 \u0930\u093e\u091c\u0915\u0941\u092e\u093e\u0930\u200c",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "Thai": "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u200b\u0e0a\u0e32\u0e27",
    "Khmer": "\u1781\u17d2\u1789\u17bb\u17c6\u200b\u179f\u17d2\u179a\u17b6",
    "Burmese": "\u1019\u103c\u1014\u103a\u200b\u1019\u102c",
    "Mongolian": "\u182a\u1822\u180b\u1828",
    "a Japanese name": "\u845b\U000e0100\u98fe\u533a",
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a scientist": "\U0001f469\U0001f3fd\u200d\U0001f52c",
    "a rainbow flag": "\U0001f3f3\ufe0f\u200d\U0001f308",
    "a runner": "\U0001f3c3\U0001f3fb\u200d\u2640\ufe0f\u200d\u27a1\ufe0f",
    "a heart on fire": "\u2764\ufe0f\u200d\U0001f525",
    "a keycap": "1\ufe0f\u20e3 #\ufe0f\u20e3",
    "signs as emoji": "\u2714\ufe0f \u00a9\ufe0f \u2194\ufe0f \u203c\ufe0f \u26a0\ufe0e",
    "Scotland": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f!",
    "Braille": "\u2813\u2811\u2807\u2807\u2815\u2800\u283a",
    "a file with its mark": "\ufeffid;name\n",
    "wide spaces": "5\u202f%\u00a0\u3000x",
    "mathematics": "A \u2229\ufe00 B",
    "numbers": {"a": [1, None, True, 2.5]},
}


def test_characters_that_can_not_be_seen_are_found_wherever_they_are() -> None:
    assert [name for name, value in HIDDEN.items() if not unseen_sign(value)] == []
    assert unseen_sign("a\u202eb") == "U+202E"
    assert unseen_sign(HIDDEN["tags after words"]) == "U+E0072"


def test_ordinary_text_in_many_languages_has_no_unseen_characters() -> None:
    assert {name: unseen_sign(value) for name, value in HONEST.items() if unseen_sign(value)} == {}


def test_arguments_that_are_very_deep_are_not_taken_for_seen() -> None:
    value: Any = "a"
    for _ in range(500):
        value = [value]
    assert unseen_sign(value)

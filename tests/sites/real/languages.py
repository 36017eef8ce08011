"""Another language of a page: every English word of its interface is replaced, no word of the chat is."""

from __future__ import annotations

import re

LETTERS = {
    "de": "äeihnoprstüß",
    "zh": "的一是在不了有和人这中大",
    "ar": "ابتثجحخدذرزس",
    # Two scripts of opposite directions in one word.
    "ja": "あいうえおかきאבגדה",
}
RIGHT_TO_LEFT = ("ar", "ja")
LANGUAGES = ("en", *LETTERS)
_LABELS = (
    "aria-label",
    "placeholder",
    "title",
    "alt",
    "data-placeholder",
    "data-send-label",
    "data-stop-label",
)
_LABEL = re.compile(rf'((?:{"|".join(_LABELS)})=")([^"]*)"')
_BUTTON = re.compile(r"(<(button|h2|h4|label|summary)\b[^>]*>)((?:<svg.*?</svg>|[^<])*)(</\2>)", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]+")
_TAGS = re.compile(r"<[^>]*>")


def translated(html: str, language: str) -> str:
    """Return the page with other words in its labels, placeholders, buttons and headings."""
    if language == "en":
        return html
    letters = LETTERS[language]

    def word(found: re.Match[str]) -> str:
        return "".join(letters[ord(letter.lower()) % len(letters)] for letter in found[0])

    def words(text: str) -> str:
        return _WORD.sub(word, text)

    def button(found: re.Match[str]) -> str:
        inner = "".join(
            part if part.startswith("<") else words(part) for part in re.split(f"({_TAGS.pattern})", found[3])
        )
        return found[1] + inner + found[4]

    html = _LABEL.sub(lambda found: f'{found[1]}{words(found[2])}"', html)
    html = _BUTTON.sub(button, html)
    direction = ' dir="rtl"' if language in RIGHT_TO_LEFT else ""
    return html.replace('<html lang="en">', f'<html lang="{language}"{direction}>')

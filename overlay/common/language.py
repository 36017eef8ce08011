"""Translates the texts that users read, with the catalogues in `overlay/common/locale/`.

Texts are English everywhere in the code, in the ledger and for the model. They are translated when they are
shown: `translate` looks up a constant text, or the template of a `Phrase`, which stores template and values.
"""

from __future__ import annotations

import ctypes
import locale
import os
import re
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from overlay.common.catalogue import read_catalogue

FOLDER = Path(__file__).with_name("locale")
LANGUAGES = {"en": "English", "de": "Deutsch", "zh": "中文"}
"""The complete languages: code, and name in the language itself."""
SYSTEM = "system"
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_IN_SCRIPT = re.compile(r'\b(?:t|mark)\(\s*"((?:[^"\\]|\\.)*)"')


def mark(text: str) -> str:
    """Return `text` unchanged; the call marks it for the catalogue. It is translated when it is shown."""
    return text


class Phrase(str):
    """A text with values: as a `str` it is English, and `translate` returns it in another language."""

    template: str
    values: tuple[Any, ...]

    def __new__(cls, template: str, *values: Any) -> Phrase:
        """`template` is for `str.format`; values that are texts of overlay are translated too."""
        made = super().__new__(cls, template.format(*values))
        made.template, made.values = template, values
        return made

    def __deepcopy__(self, memo: object) -> Phrase:
        return self


class Sentence(Phrase):
    """A clause that is shown as a sentence."""

    def __new__(cls, clause: str) -> Sentence:
        """`clause` is a text of overlay without a capital first letter and without a full stop."""
        made = str.__new__(cls, f"{_capital(clause)}.")
        made.template, made.values = mark("{}."), (clause,)
        return made


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class _Chosen:
    language = ""
    catalogue: Mapping[str, str] = MappingProxyType({})


def catalogue_path(language: str) -> Path:
    """Return the catalogue of a language."""
    return FOLDER / language / "LC_MESSAGES" / "overlay.po"


def use(language: str = SYSTEM) -> None:
    """Show texts in that language from now on; `system`: that of the user's machine."""
    chosen = language if language in LANGUAGES else of_the_system()
    _Chosen.language, _Chosen.catalogue = chosen, _catalogue(chosen)


@contextmanager
def shown_in(language: str) -> Generator[None]:
    """Show texts in that language for the time of the block."""
    before = current()
    use(language)
    try:
        yield
    finally:
        use(before)


def current() -> str:
    """Return the code of the language in which texts are shown: `en`, `de` or `zh`."""
    if not _Chosen.language:
        use()
    return _Chosen.language


def translate(text: str) -> str:
    """Return `text` in the user's language; a text that is in no catalogue stays as it is."""
    if not text or current() == "en":
        return text
    if not isinstance(text, Phrase):
        return _Chosen.catalogue.get(text, text)
    values = (translate(value) if isinstance(value, str) else value for value in text.values)
    shown = _Chosen.catalogue.get(text.template, text.template).format(*values)
    return _capital(shown) if isinstance(text, Sentence) else shown


def listed(*parts: str) -> str:
    """Return texts of overlay as sentences one after the other; empty ones are left out."""
    wanted = [part for part in parts if part]
    return Phrase(" ".join("{}" for _ in wanted), *wanted) if len(wanted) > 1 else "".join(wanted)


def words_in(script: str) -> dict[str, str]:
    """Return the translations of the texts that a JavaScript text shows; none in English."""
    if current() == "en":
        return {}
    return {text: translated for text in texts_in(script) if (translated := translate(text)) != text}


def of_the_system(environment: Callable[[str], str | None] = os.environ.get) -> str:
    """Return the first language that the machine prefers and that is complete, else English."""
    wanted = next(filter(None, map(environment, _VARIABLES)), "") or _of_windows()
    for name in wanted.split(":"):
        code = re.split(r"[_.@-]", name)[0].lower()
        if code in LANGUAGES:
            return code
        if code in ("c", "posix"):
            break
    return "en"


def _of_windows() -> str:
    if sys.platform != "win32":
        return ""
    number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
    return locale.windows_locale.get(number, "")


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    return read_catalogue(catalogue_path(language))


@cache
def texts_in(script: str) -> tuple[str, ...]:
    """Return the texts that are marked in a JavaScript text, each once."""
    return tuple(dict.fromkeys(text.replace('\\"', '"') for text in _IN_SCRIPT.findall(script)))

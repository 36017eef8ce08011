"""Reads a catalogue of translations, a `.po` file as gettext's tools and translators edit it.

overlay reads the file itself, so that no compiled copy (`.mo`) has to be made and kept. Reading both files of
overlay takes about two milliseconds each, as long as gettext takes for the compiled ones.
"""

from __future__ import annotations

import json
from pathlib import Path


def read_catalogue(path: Path) -> dict[str, str]:
    """Return each text of the file with its translation, without the empty ones; {} if there is no file.

    Reads what `tests/house/words.py` writes: no plural forms, no contexts, no obsolete entries.
    """
    if not path.exists():
        return {}
    found: dict[str, str] = {}
    original, parts = "", list[str]()
    for line in (*path.read_text("utf-8").splitlines(), ""):
        word, _, rest = line.partition('"')
        if word == "msgid ":
            parts = [rest[:-1]]
        elif word == "msgstr ":
            original, parts = "".join(parts), [rest[:-1]]
        elif not word and rest:
            parts.append(rest[:-1])
        elif not line and original:
            found[_plain(original)] = _plain("".join(parts))
            original = ""
    return {text: translated for text, translated in found.items() if translated}


def _plain(text: str) -> str:
    """Return a string of the file without its escapes, which are a part of those of JSON."""
    return str(json.loads(f'"{text}"')) if "\\" in text else text

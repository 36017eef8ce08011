"""Brings the catalogues in `overlay/common/locale/` up to date with the marked texts: `python -m tests.house.words`."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from overlay.common.language import LANGUAGES, catalogue_path, texts_in

ROOT = Path(__file__).parents[2]
KEYWORDS = {"mark": None, "_": None}
METHODS = [("ui/**.html", "jinja2"), ("capture/report/*.html", "jinja2"), ("**.py", "python")]
SCRIPTS = ("overlay/ui", "injected_js")
DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""The catalogues are the same whenever they are made."""
TRANSLATED = [code for code in LANGUAGES if code != "en"]


@functools.cache
def texts() -> dict[str, list[str]]:
    """Return each marked text with the files that have it, in the order of the files."""
    found: dict[str, list[str]] = {}
    for text, file in _marked():
        files = found.setdefault(text, [])
        if file not in files:
            files.append(file)
    return found


def _marked() -> Iterator[tuple[str, str]]:
    parts = extract_from_dir(ROOT / "overlay", METHODS, keywords=KEYWORDS)
    for file, _, text, _, _ in sorted(parts, key=lambda part: part[:2]):
        yield str(text), f"overlay/{file}"
    for folder in SCRIPTS:
        for script in sorted((ROOT / folder).rglob("*.js")):
            # As at run time: the same words are looked for in the script that is sent.
            for text in texts_in(script.read_text("utf-8")):
                yield text, script.relative_to(ROOT).as_posix()


def read(code: str) -> Catalog:
    """Return the catalogue of a language."""
    with catalogue_path(code).open("rb") as file:
        return read_po(file, locale=code)


def update(code: str) -> list[str]:
    """Write the catalogue with all marked texts and no other; return those without a translation."""
    known = (
        {str(one.id): str(one.string) for one in read(code) if one.id}
        if catalogue_path(code).exists()
        else {}
    )
    made = Catalog(
        locale=code,
        project="overlay",
        version="1",
        fuzzy=False,
        header_comment=f"# overlay in {LANGUAGES[code]}",
        creation_date=DATE,
        revision_date=DATE,
        last_translator="overlay",
        language_team=code,
        msgid_bugs_address="",
    )
    for text, files in texts().items():
        made.add(text, known.get(text, ""), locations=[(file, 0) for file in files])
    catalogue_path(code).parent.mkdir(parents=True, exist_ok=True)
    with catalogue_path(code).open("wb") as file:
        write_po(file, made, width=110, include_lineno=False, omit_header=False)
    return [text for text in texts() if not known.get(text)]


if __name__ == "__main__":
    missing = {code: update(code) for code in TRANSLATED}
    for code, lines in missing.items():
        sys.stdout.write("\n  ".join([f"{code}: {len(lines)} without a translation", *lines]) + "\n")
    sys.exit(any(missing.values()))

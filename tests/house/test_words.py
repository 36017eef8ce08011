"""The catalogues have every text that is marked, in every language, and nothing else."""

from __future__ import annotations

import ast
import re

from overlay.common.catalogue import read_catalogue
from overlay.common.language import catalogue_path
from tests.house.tree import ROOT, files
from tests.house.words import TRANSLATED, read, texts
from tests.support.table import for_each

INSIDE = re.compile(r"\{[^{}\n]*\bmark\(")
"""Reading a file is much faster than parsing it."""
ADVICE = "run python -m tests.house.words, and translate what it names"


@for_each("code", TRANSLATED)
def test_every_marked_text_is_translated(code: str) -> None:
    known = {str(one.id) for one in read(code) if one.id and one.string}
    assert set(texts()) - known == set(), ADVICE


@for_each("code", TRANSLATED)
def test_no_translation_is_left_over(code: str) -> None:
    assert {str(one.id) for one in read(code) if one.id} - set(texts()) == set(), ADVICE


@for_each("code", TRANSLATED)
def test_a_translation_has_the_places_for_the_same_values(code: str) -> None:
    different = {
        one.id: one.string
        for one in read(code)
        if one.id and _places(str(one.id)) != _places(str(one.string))
    }
    assert different == {}


@for_each("code", TRANSLATED)
def test_overlay_reads_a_catalogue_as_babel_does(code: str) -> None:
    assert read_catalogue(catalogue_path(code)) == {
        str(one.id): str(one.string) for one in read(code) if one.id and one.string
    }


def test_no_text_is_marked_inside_an_f_string() -> None:
    """Python 3.11 does not find such a text, so it would have no translation."""
    found = [
        f"{path.name}:{part.lineno}"
        for path in files(ROOT / "overlay")
        if path.suffix == ".py" and INSIDE.search(text := path.read_text("utf-8"))
        for string in ast.walk(ast.parse(text))
        if isinstance(string, ast.JoinedStr)
        for part in ast.walk(string)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "mark"
    ]
    assert found == []


def test_texts_of_python_pages_and_scripts_are_found() -> None:
    assert {"Not allowed", "No calls yet.", "Show raw"} <= set(texts())


def _places(text: str) -> list[str]:
    """Return the names of its values; those without a name are numbered."""
    names = re.findall(r"\{(\w*)\}", text)
    return sorted(name or str(at) for at, name in enumerate(names))

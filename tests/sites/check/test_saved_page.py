from __future__ import annotations

import re
from pathlib import Path

import pytest

from overlay.common.errors import UsageError
from overlay.sites.check.saved_page import recording_of


def page(folder: Path, text: str = "<p>x", table: str | None = None, name: str = "a.html") -> Path:
    file = folder / name
    file.write_text(text)
    if table is not None:
        file.with_suffix(".toml").write_text(table)
    return file


def test_the_table_beside_a_page_says_what_is_in_it(tmp_path: Path) -> None:
    found = recording_of(page(tmp_path, table='url = "https://x.example/"\n[count]\nuser = 2'))
    assert found is not None
    assert (found.url, found.count) == ("https://x.example/", {"user": 2})


def test_without_a_table_the_browser_noted_the_address(tmp_path: Path) -> None:
    wrong: list[object] = []
    for name, text in [
        ("a.html", "<!doctype html>\n<!-- saved from url=(0021)https://x.example/c/1 -->"),
        ("a.mhtml", "From: <Saved>\nSnapshot-Content-Location: https://x.example/c/1\nSubject: x"),
    ]:
        found = recording_of(page(tmp_path, text, name=name))
        assert found is not None, (name, text)
        if (found := (found.url, found.count)) != ("https://x.example/c/1", {}):
            wrong.append((name, text, found))
    assert wrong == []


def test_of_a_page_that_says_nothing_nothing_is_known(tmp_path: Path) -> None:
    assert recording_of(page(tmp_path)) is None


def test_a_file_that_is_no_saved_page_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a saved page"):
        recording_of(page(tmp_path, name="a.json"))


def test_a_table_that_can_not_be_used_is_wrong_use(tmp_path: Path) -> None:
    wrong: list[object] = []
    for table in ["[count", "[count]\nuser = 'x'", "colour = 1", "[count]\ncolour = 1"]:
        try:
            recording_of(page(tmp_path, table=table))
        except UsageError as error:
            if not re.search(r"a\.toml", str(error)):
                wrong.append((table, str(error)))
        else:
            wrong.append((table, "nothing was raised"))
    assert wrong == []

from __future__ import annotations

from pathlib import Path

import pytest

from overlay.companion.instructed_sites import InstructedSites

SITE = "https://chat.example"


def test_a_site_is_known_in_the_next_run(tmp_path: Path) -> None:
    InstructedSites(tmp_path / "told.json").add(SITE)
    assert SITE in InstructedSites(tmp_path / "told.json")


def test_another_site_is_not_known(tmp_path: Path) -> None:
    InstructedSites(tmp_path / "told.json").add(SITE)
    assert "https://other.example" not in InstructedSites(tmp_path / "told.json")


@pytest.mark.parametrize("text", ["", "{", '{"a": 1}', "[1]"])
def test_a_broken_file_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "told.json").write_text(text)
    assert SITE not in InstructedSites(tmp_path / "told.json")


def test_a_file_that_can_not_be_written_keeps_the_run_going(tmp_path: Path) -> None:
    sites = InstructedSites(tmp_path / "no" / "folder" / "told.json")
    sites.add(SITE)
    assert SITE in sites


def test_a_passing_run_keeps_it_in_memory_only() -> None:
    sites = InstructedSites(None)
    sites.add(SITE)
    assert SITE in sites
    assert SITE not in InstructedSites(None)

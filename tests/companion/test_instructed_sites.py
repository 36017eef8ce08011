from __future__ import annotations

from pathlib import Path

from overlay.companion.instructed_sites import InstructedSites

SITE = "https://chat.example"


def test_a_site_that_was_told_is_known_in_the_next_run_and_no_other(tmp_path: Path) -> None:
    InstructedSites(tmp_path / "told.json").add(SITE)
    again = InstructedSites(tmp_path / "told.json")
    assert SITE in again
    assert "https://other.example" not in again


def test_a_broken_file_counts_as_an_empty_one(tmp_path: Path) -> None:
    for text in ("", "{", '{"a": 1}', "[1]"):
        (tmp_path / "told.json").write_text(text)
        assert SITE not in InstructedSites(tmp_path / "told.json"), text


def test_a_run_without_a_file_that_can_be_written_keeps_its_sites_in_memory(tmp_path: Path) -> None:
    for file in (None, tmp_path / "no" / "folder" / "told.json"):
        sites = InstructedSites(file)
        sites.add(SITE)
        assert SITE in sites
        assert SITE not in InstructedSites(file)

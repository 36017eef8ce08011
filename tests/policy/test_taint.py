from __future__ import annotations

import logging
from pathlib import Path

import pytest

from overlay.policy.taint import CLEAN, EVERYTHING, Taint, Taints
from tests.support.table import for_each

PRIVATE, UNTRUSTED = Taint(private=True), Taint(untrusted=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "taint.jsonl"


def test_a_chat_has_met_nothing_at_first() -> None:
    assert Taints().of("one") == CLEAN


def test_the_taints_of_a_chat_add_up() -> None:
    taints = Taints()
    taints.add("one", PRIVATE)
    taints.add("one", UNTRUSTED)
    assert taints.of("one") == EVERYTHING
    assert taints.of("two") == CLEAN


def test_a_chat_with_several_names_has_the_taints_of_all_of_them() -> None:
    taints = Taints()
    taints.add("one", PRIVATE)
    taints.add("two", UNTRUSTED)
    assert taints.of("one", "two") == EVERYTHING


def test_a_chat_that_gets_its_address_keeps_what_it_has_met_and_what_is_known_of_the_address() -> None:
    taints = Taints()
    taints.add("new", PRIVATE)
    taints.add("named", UNTRUSTED)
    taints.rename("new", "named")
    assert taints.of("named") == EVERYTHING


def test_a_taint_is_known_in_the_next_run(path: Path) -> None:
    first = Taints(path)
    first.add("one", PRIVATE)
    first.add("one", UNTRUSTED)
    assert Taints(path).of("one") == EVERYTHING


def test_a_second_companion_learns_of_it_while_both_run(path: Path) -> None:
    first, second = Taints(path), Taints(path)
    assert second.of("one") == CLEAN
    first.add("one", PRIVATE)
    assert second.of("one") == PRIVATE


def test_the_file_names_no_chat_and_is_only_the_users(path: Path) -> None:
    Taints(path).add("site|one", PRIVATE)
    assert "site" not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_known_taint_is_not_written_again(path: Path) -> None:
    taints = Taints(path)
    taints.add("one", PRIVATE)
    size = path.stat().st_size
    taints.add("one", PRIVATE)
    taints.add("one", CLEAN)
    assert path.stat().st_size == size


@for_each("junk", ['{"chat": "x"', "[]\n", "nonsense\n", '{"chat": "x", "private": true}\n'])
def test_a_line_that_can_not_be_read_takes_no_other_with_it(tmp_path: Path, junk: str) -> None:
    path = tmp_path / "taint.jsonl"
    Taints(path).add("one", PRIVATE)
    with path.open("a") as file:
        file.write(junk)
    Taints(path).add("two", UNTRUSTED)
    read = Taints(path)
    assert read.of("one") == PRIVATE
    assert read.of("two") == UNTRUSTED


def test_a_line_that_is_still_being_written_is_read_when_it_is_whole(path: Path) -> None:
    Taints(path).add("one", PRIVATE)
    whole = path.read_text()
    path.write_text(whole[:30])
    taints = Taints(path)
    assert taints.of("one") == CLEAN
    path.write_text(whole)
    assert taints.of("one") == PRIVATE


def test_a_taint_that_can_not_be_written_is_reported_and_holds_for_the_run(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    taints = Taints(tmp_path / "missing" / "taint.jsonl")
    taints.add("one", PRIVATE)
    assert taints.of("one") == PRIVATE
    assert "can't be written" in caplog.text


def test_where_the_file_can_not_be_read_every_chat_counts_as_having_met_everything(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.mkdir()
    with caplog.at_level(logging.WARNING):
        assert Taints(path).of("one") == EVERYTHING
    assert "can't be read" in caplog.text

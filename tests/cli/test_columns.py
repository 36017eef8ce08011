from __future__ import annotations

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from overlay.cli import main
from overlay.cli.columns import table

ROWS = [("on", "calculator", "Computes an arithmetic expression."), ("off", "fetch", "Fetches.")]


def test_columns_are_aligned_where_there_is_room() -> None:
    assert table(ROWS, 80, head=2) == [
        "on   calculator  Computes an arithmetic expression.",
        "off  fetch       Fetches.",
    ]


def test_the_last_cell_is_wrapped_while_it_has_room() -> None:
    assert table(ROWS, 42, head=2) == [
        "on   calculator  Computes an arithmetic",
        "                 expression.",
        "off  fetch       Fetches.",
    ]


def test_a_narrow_terminal_has_the_rest_below_the_first_cells() -> None:
    assert table(ROWS, 24, head=2) == [
        "on  calculator",
        "    Computes an",
        "    arithmetic",
        "    expression.",
        "off  fetch",
        "    Fetches.",
    ]


def test_a_wide_character_counts_as_two() -> None:
    assert table([("\u7f51", "a"), ("b", "c")], 80) == ["\u7f51  a", "b   c"]


@pytest.mark.parametrize("words", ["sites list", "tools list --no-servers", "help", "--help"])
def test_lists_fit_forty_columns(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = CliRunner().invoke(main, words.split()).output.splitlines()
    wide = [line for line in lines if cell_len(line) > 40 and len(line.split()) > 1]
    assert wide == []

from __future__ import annotations

import json
from typing import Any

from overlay.calls.ledger.redacted_row import (
    MAX_ARGUMENTS,
    MAX_RESULT,
    MAX_TEXT,
    Note,
    bounded,
    clean,
    stored,
)
from tests.calls.ledger.helpers import row
from tests.support.table import for_each

KEY = f"ghp_{'a1' * 18}"


def test_arguments_and_results_are_stored_without_their_secrets() -> None:
    values = stored(Note(row(arguments={"text": f"x {KEY}"}, result=f"y {KEY}")))
    assert json.loads(values["arguments"]) == {"text": "x [redacted]"}
    assert values["result"] == "y [redacted]"

    note = Note(row(arguments={"a": "x"}), schema={"properties": {"a": {"writeOnly": True}}})
    assert json.loads(stored(note)["arguments"]) == {"a": "[redacted]"}


@for_each("column", ["tool", "call_id"])
def test_a_name_and_an_id_are_stored_without_their_secrets(column: str) -> None:
    secret: dict[str, Any] = {column: f"x {KEY}"}
    assert KEY not in stored(Note(row(**secret)))[column]


def test_a_row_has_only_the_columns_of_its_note() -> None:
    values = stored(Note(row(arguments={"a": "x"}, result="y"), columns=("status",)))
    assert values["arguments"] == "{}"
    assert values["result"] is None


def test_a_long_result_is_cut_without_a_part_of_a_secret() -> None:
    assert stored(Note(row(result="x" * 70_000)))["result"] == "x" * MAX_RESULT

    text = "x " * (MAX_RESULT // 2 - 5) + KEY
    assert "ghp_" not in stored(Note(row(result=text)))["result"]


def test_long_arguments_are_cut_without_a_part_of_a_secret() -> None:
    (kept,) = json.loads(bounded({"text": "é" * (MAX_TEXT + 5)}, {})).values()
    assert kept == "é" * MAX_TEXT + "… (5 more characters)"

    assert "ghp_" not in bounded({"text": "x " * (MAX_TEXT // 2 - 5) + KEY}, {})

    given = {f"key{number}": "x" * 100 for number in range(1000)}
    kept = bounded(given, {})
    assert len(kept) < MAX_ARGUMENTS
    assert json.loads(kept)["…"].startswith('{"key0": "xxx')

    assert stored(Note(row(arguments={"a": "\ud83d"})))["arguments"] == '{"a": "?"}'


@for_each(("text", "kept"), [("\ud83d half", "? half"), ("\U0001f600", "\U0001f600")])
def test_text_that_no_file_can_hold_is_replaced(text: str, kept: str) -> None:
    assert clean(text) == kept
    assert stored(Note(row(tool=text)))["tool"] == kept

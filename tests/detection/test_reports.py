"""Outputs of models from public bug reports: each gives the calls that its report asks for."""

import json
from pathlib import Path
from typing import Any

from overlay.detection import detect
from tests.detection.helpers import fits, state, streamed
from tests.support.table import for_each

LINES = (Path(__file__).parent / "cases" / "reports.jsonl").read_text("utf-8").splitlines()
CASES: dict[str, dict[str, Any]] = {case["id"]: case for case in map(json.loads, LINES)}

each_case = for_each("name", CASES)


@each_case
def test_a_report_gives_the_calls_that_it_asks_for(name: str) -> None:
    case = CASES[name]
    calls = detect(case["text"], case["tools"], fence=case["fence"])
    said = [(call.name, call.arguments, state(call)) for call in calls]
    assert any(fits(calls, wanted) for wanted in [case["want"], *case["accept"]]), said


@each_case
def test_a_report_in_deltas_gives_the_same_calls(name: str) -> None:
    case = CASES[name]
    whole = repr(detect(case["text"], case["tools"], fence=case["fence"]))
    by_size = {
        size: repr(sorted(streamed(case["text"], size, case["tools"], fence=case["fence"])[1], key=place))
        for size in (1, 2, 3, 7)
    }
    assert by_size == dict.fromkeys(by_size, whole)


def place(call: Any) -> tuple[int, int]:
    """Return where the call stands in its text."""
    return call.span

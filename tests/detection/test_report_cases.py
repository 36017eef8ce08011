"""Outputs of models on which some tool failed, from public bug reports (`source`), read in any deltas."""

import json
from pathlib import Path
from typing import Any

from overlay.detection import ToolCall, detect
from tests.detection.helpers import streamed

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "reports.jsonl").read_text("utf-8").splitlines()
]
STATES = {"structured": "c", "repaired": "r", "fallback": "f"}


def read(case: dict[str, Any]) -> list[ToolCall]:
    return detect(case["text"], case["tools"], fence=case["fence"])


def agrees(calls: list[ToolCall], wanted: list[Any]) -> bool:
    """Return whether the calls have these names, arguments (None: any) and one of these states."""
    return len(calls) == len(wanted) and all(
        call.name == name
        and (arguments is None or json.dumps(call.arguments) == json.dumps(arguments))
        and (STATES[call.confidence] if call.complete else "i") in states
        for call, (name, arguments, states) in zip(calls, wanted, strict=True)
    )


def test_each_reported_output_is_read_as_wanted_or_in_a_way_that_can_be_defended() -> None:
    wrong = {
        case["id"]: found
        for case in CASES
        if not any(agrees(found := read(case), wanted) for wanted in (case["want"], *case["accept"]))
    }
    assert wrong == {}


def test_reported_outputs_read_the_same_in_any_deltas() -> None:
    wrong = {
        (case["id"], size): calls
        for case in CASES
        for size in (1, 2, 3, 7)
        if repr(calls := streamed(case["text"], size, case["tools"], fence=case["fence"])[1])
        != repr(read(case))
    }
    assert wrong == {}

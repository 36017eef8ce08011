"""The open cases: what other parsers' test suites expect, read whole, in deltas, and cut off everywhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from overlay.detection import detect
from tests.detection.helpers import streamed

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (HERE / "cases" / "open.jsonl").read_text("utf-8").splitlines()
]
EXCEPTIONS: dict[int, str] = {
    row["case"]: row["reason"]
    for row in map(json.loads, (HERE.parent / "corpus_exceptions.jsonl").read_text("utf-8").splitlines())
}
NUMBERS = range(len(CASES))
# Formats that end with the text, so that a cut text is a shorter call: `<tool_name>` alone is one.
OPEN_ENDED = ("<tool_name>",)


def calls(text: str, tools: Any) -> list[dict[str, Any]]:
    found = detect(text, tools)
    return [{"name": call.name, "arguments": call.arguments} for call in found if call.complete]


def written(value: object) -> str:
    """As text, so that NaN equals itself and 1 is not true."""
    return json.dumps(value, sort_keys=True)


def met(case: dict[str, Any]) -> bool:
    found = written(calls(case["text"], case["tools"]))
    return case["strength"] == "no_crash_only" or found == written(case["expected"])


@pytest.mark.parametrize("number", [number for number in NUMBERS if number not in EXCEPTIONS])
def test_a_case_is_read_as_its_suite_expects(number: int) -> None:
    case = CASES[number]
    assert written(calls(case["text"], case["tools"])) == written(case["expected"]) or (
        case["strength"] == "no_crash_only"
    )


@pytest.mark.parametrize("number", EXCEPTIONS)
def test_an_exception_is_one_still(number: int) -> None:
    assert not met(CASES[number]), f"case {number} is met now: take it out of the exceptions"


def test_nearly_all_cases_are_met() -> None:
    assert len(EXCEPTIONS) <= 0.03 * len(CASES)
    assert all(len(reason) > 20 for reason in EXCEPTIONS.values())


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_deltas_change_nothing(size: int) -> None:
    for number in NUMBERS:
        case = CASES[number]
        _, found = streamed(case["text"], size, case["tools"])
        whole = detect(case["text"], case["tools"])
        assert repr(sorted(found, key=lambda call: call.span)) == repr(whole), number


@pytest.mark.parametrize("part", range(8))
def test_a_prefix_holds_no_complete_call_that_the_whole_does_not(part: int) -> None:
    for number in NUMBERS[part::8]:
        case = CASES[number]
        if any(word in case["text"] for word in OPEN_ENDED) or len(case["text"]) > 5000:
            continue
        whole = [written(call) for call in calls(case["text"], case["tools"])]
        # Each prefix of a short text, and as many of a long one.
        for end in range(0, len(case["text"]), 1 + len(case["text"]) // 300):
            rest = list(whole)
            for call in map(written, calls(case["text"][:end], case["tools"])):
                assert call in rest, (number, case["text"][:end])
                rest.remove(call)

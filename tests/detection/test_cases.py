"""Open cases from the test suites of other parsers, read at once, in deltas, and cut off everywhere."""

import functools
import json
from pathlib import Path
from typing import Any

from overlay.detection import ToolCall, detect
from tests.detection.helpers import streamed
from tests.support.effort import some
from tests.support.table import for_each

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
PREFIXES = some(100, 6)
"""How many prefixes of a text are read, about; each one of a text that is shorter."""


@functools.cache
def read_at_once(number: int) -> list[ToolCall]:
    """The calls of a case that is read at once."""
    return detect(CASES[number]["text"], CASES[number]["tools"])


def complete(found: list[ToolCall]) -> list[dict[str, Any]]:
    """Return name and arguments of the complete calls."""
    return [{"name": call.name, "arguments": call.arguments} for call in found if call.complete]


def written(value: object) -> str:
    """Return the value as text, so that NaN equals itself and 1 is not true."""
    return json.dumps(value, sort_keys=True)


def met(number: int) -> bool:
    case, found = CASES[number], written(complete(read_at_once(number)))
    return case["strength"] == "no_crash_only" or found == written(case["expected"])


def test_each_case_but_the_exceptions_is_read_as_its_suite_expects() -> None:
    """Remove a case from the exceptions once it is read as expected."""
    assert [number for number in NUMBERS if not met(number)] == sorted(EXCEPTIONS)


def test_nearly_all_cases_are_met() -> None:
    assert len(EXCEPTIONS) <= 0.03 * len(CASES)
    assert all(len(reason) > 20 for reason in EXCEPTIONS.values())


@for_each("size", [1, 7, 2, 3][: some(4, 2)])
def test_deltas_change_nothing(size: int) -> None:
    for number in NUMBERS:
        case = CASES[number]
        _, found = streamed(case["text"], size, case["tools"])
        assert repr(sorted(found, key=lambda call: call.span)) == repr(read_at_once(number)), number


def test_a_prefix_holds_no_complete_call_that_the_whole_does_not() -> None:
    for number in NUMBERS:
        case = CASES[number]
        if any(word in case["text"] for word in OPEN_ENDED) or len(case["text"]) > 5000:
            continue
        whole = [written(call) for call in complete(read_at_once(number))]
        for end in range(number % 7, len(case["text"]), 1 + len(case["text"]) // PREFIXES):
            rest = list(whole)
            for call in map(written, complete(detect(case["text"][:end], case["tools"]))):
                assert call in rest, (number, case["text"][:end])
                rest.remove(call)

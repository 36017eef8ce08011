"""Compares calls: parsed fields, arguments, states and results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from overlay.capture.check import argument_diff, text_diff
from overlay.capture.check.block_history import BlockHistory, difference
from overlay.capture.check.model import Difference, Kind

READ = {
    "name": "name",
    "call_id": "call id",
    "format": "format",
    "confidence": "confidence",
    "complete": "completeness",
    "role": "role",
    "turn": "turn",
    "live": "liveness",
}
"""Fields of a block's info that come from parsing, with their names for messages."""
CAME = {"result": "result", "error_code": "error code", "note": "note", "returned": "return to the model"}
"""Fields of a block's info about the result of the call, with their names for messages."""


def missing(history: BlockHistory) -> Difference:
    """Return the difference for a call that is missing now."""
    return difference(
        history, "call", f"{_sort(history)} {history.title} is missing", expected=_summary(history)
    )


def new(history: BlockHistory) -> Difference:
    """Return the difference for a call that is new."""
    return difference(history, "call", f"{_sort(history)} {history.title} is new", got=_summary(history))


def moved(expected: BlockHistory, got: BlockHistory) -> Difference:
    """Return the difference for a call whose position changed."""
    return difference(
        expected,
        "order",
        f"{expected.title} was block {expected.block} and is block {got.block}",
        expected=f"at step {expected.first}",
        got=f"at step {got.first}",
    )


def compare(expected: BlockHistory, got: BlockHistory) -> Iterator[Difference]:
    """Yield the differences of a block, the most important first."""
    reported = False
    for found in _telling(expected, got):
        reported = True
        yield found
    if event := _first_event(expected, got):
        yield event.model_copy(update={"follows": reported})
    elif not reported and (when := _moment(expected, got)):
        yield when


def same_call(expected: BlockHistory, got: BlockHistory) -> Iterator[Difference]:
    """Yield the differences of a call between two live runs, without what depends on the time or on random
    ids.
    """
    fields = {name: word for name, word in READ.items() if name != "turn"}
    yield from _fields(expected, got, fields, "reading")
    yield from _arguments(expected, got)
    last, now = expected.info.get("status"), got.info.get("status")
    if last != now:
        yield difference(
            expected, "state", f"state of {expected.title} changed", str(last), f"{now}{_note(got)}"
        )
    yield from _fields(expected, got, {"error_code": CAME["error_code"]}, "result")


def _telling(expected: BlockHistory, got: BlockHistory) -> Iterator[Difference]:
    yield from _fields(expected, got, READ, "reading")
    yield from _arguments(expected, got)
    if state := _states(expected, got):
        yield state
    else:
        yield from _fields(expected, got, CAME, "result")
        yield from _events(expected, got)


def _arguments(expected: BlockHistory, got: BlockHistory) -> Iterator[Difference]:
    found = list(argument_diff.places(expected.arguments, got.arguments))
    for path, what, one, other in found[: argument_diff.MOST]:
        if what == "changed":
            was, now, diff = argument_diff.shown(one, other)
        else:
            was, now, diff = argument_diff.written(one), argument_diff.written(other), []
        yield difference(
            expected,
            "argument",
            f"argument {path or '(all)'} of {expected.title} {_HOW[what]}",
            expected="" if what == "extra" else text_diff.middle(was),
            got="" if what == "missing" else text_diff.middle(now),
            diff=diff,
        )
    if len(found) > argument_diff.MOST:
        yield difference(
            expected,
            "argument",
            f"{len(found) - argument_diff.MOST} more arguments of {expected.title} differ",
        )


_HOW = {"missing": "is missing", "extra": "is new", "changed": "changed"}


def _fields(
    expected: BlockHistory, got: BlockHistory, fields: dict[str, str], kind: Kind
) -> Iterator[Difference]:
    for field, word in fields.items():
        one, other = expected.info.get(field), got.info.get(field)
        if one != other:
            short, now, diff = argument_diff.shown(one, other)
            yield difference(
                expected, kind, f"{word} of {expected.title} changed", expected=short, got=now, diff=diff
            )


def _states(expected: BlockHistory, got: BlockHistory) -> Difference | None:
    mine, theirs = expected.path(), got.path()
    if [state for state, _ in mine] == [state for state, _ in theirs]:
        return None
    at = next(
        place
        for place, (one, other) in enumerate(zip_longest(mine, theirs))
        if one is None or other is None or one[0] != other[0]
    )
    was = mine[at][0] if at < len(mine) else "nothing more"
    now = theirs[at][0] if at < len(theirs) else "nothing more"
    return difference(
        expected,
        "state",
        f"state of {expected.title}: {was} expected, {now} came",
        expected=" → ".join(state for state, _ in mine),
        got=" → ".join(state for state, _ in theirs) + _note(got),
        step=(theirs[at] if at < len(theirs) else mine[at])[1],
        status=was if at < len(mine) else "",
    )


def _events(expected: BlockHistory, got: BlockHistory) -> Iterator[Difference]:
    mine = [kind for kind, _ in expected.events()]
    theirs = [kind for kind, _ in got.events()]
    for kind in sorted(set(mine) | set(theirs)):
        was, now = mine.count(kind), theirs.count(kind)
        if was != now:
            yield difference(
                expected,
                "event",
                f"{expected.title} is {kind} {_times(now)}, not {_times(was)}",
                expected=_times(was),
                got=_times(now),
            )


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _first_event(expected: BlockHistory, got: BlockHistory) -> Difference | None:
    """Return the difference for the first log line that differs in more than its step."""
    for one, other in zip_longest(expected.lines, got.lines):
        was = one and (one.kind, one.text, one.info)
        now = other and (other.kind, other.text, other.info)
        if was != now:
            short, new = text_diff.around(argument_diff.written(was), argument_diff.written(now))
            step = other.n if other else one.n if one else None
            return difference(expected, "event", f"events of {expected.title} differ", short, new, step=step)
    return None


def _moment(expected: BlockHistory, got: BlockHistory) -> Difference | None:
    for one, other in zip(expected.lines, got.lines, strict=True):
        if one.n != other.n:
            what = f"{expected.title} came to {one.kind} at step {other.n}, not {one.n}"
            return difference(expected, "when", what, f"step {one.n}", f"step {other.n}", step=other.n)
    return None


def _sort(history: BlockHistory) -> str:
    return "result" if history.kind == "result" else "call"


def _summary(history: BlockHistory) -> str:
    given = ", ".join(f"{key}={argument_diff.written(value)}" for key, value in history.arguments.items())
    path = " → ".join(state for state, _ in history.path())
    return f"{history.name or '?'}({text_diff.middle(given)}) {path}{_note(history)}"


def _note(history: BlockHistory) -> str:
    note = str(history.info.get("note") or history.info.get("error_code") or "")
    return f" ({text_diff.middle(note)})" if note else ""

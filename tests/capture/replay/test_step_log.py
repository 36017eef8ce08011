from __future__ import annotations

from typing import Any

from overlay.capture.model import INPUT_LINE, UNCHECKED_LINE, LogLine
from overlay.capture.replay.player import Moment
from overlay.capture.replay.step_log import describe


def test_each_event_is_described_in_one_line() -> None:
    opened: dict[str, Any] = {"t": "document", "doc": 1, "url": "https://a.test/c/1?x", "tree": []}
    frame = opened | {"doc": 2, "frame": [1, 9], "url": "about:blank"}
    step: dict[str, Any] = {"t": "step", "doc": 1, "n": 3, "ops": []}
    ops = [{"o": "del", "id": 1}, {"o": "del", "id": 2}, {"o": "url", "url": "x"}]
    again: dict[str, Any] = {"o": "again", "parent": 1, "id": 9, "like": 2, "what": {}}
    anew: dict[str, Any] = {"o": "anew", "id": 1, "first": 20, "kids": []}
    asked: dict[str, Any] = {"t": "answer", "n": 1, "block": 2}
    events: list[tuple[dict[str, Any], str]] = [
        (opened, "document 1 opened: a.test/c/1"),
        (frame, "frame 2 opened: blank"),
        ({"t": "closed", "doc": 1}, "document 1 closed"),
        (step, "step 3: nothing"),
        (step | {"ops": ops}, "step 3: 2 removed, 1 address"),
        (step | {"ops": [again, anew, {"o": "sent"}]}, "step 3: 2 rebuilt, 1 press or Enter"),
        ({"t": "press", "n": 1, "block": 2, "action": "execute"}, "the user presses execute on block 2"),
        (asked | {"verdict": {"scope": "once"}}, "the user answers once for block 2"),
        (asked | {"verdict": {}}, "the user answers deny for block 2"),
    ]
    wrong: list[str] = []
    for plain, said in events:
        kind: Any = INPUT_LINE if plain["t"] in ("press", "answer") else UNCHECKED_LINE
        line = describe(Moment(kind.validate_python({"at": 1500, **plain}), 1500, 1))
        if line != f"    1.50 s  {said}":
            wrong.append(line)
    assert wrong == []


def test_the_events_of_overlay_follow_and_can_not_act_on_the_terminal() -> None:
    lines = [
        LogLine(n=1, block=1, kind="detected", info={"name": "\x1b[2Jnote"}),
        LogLine(n=1, block=None, kind="trouble"),
    ]
    line = describe(Moment(None, 0, 1, lines))
    assert line.startswith("    0.00 s  the end  →  block 1 detected ")
    assert line.endswith("note; trouble")
    assert "\x1b" not in line

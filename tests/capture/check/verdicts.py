"""Verdicts of checks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from overlay.capture.check.model import Difference, Moment, Pictures, Shown, Verdict

HOSTILE = "<script>document.title='pwned'</script>\x1b[31m\u202e\ud83d"
ARGUMENT = Difference(
    kind="argument",
    what="argument path of read_file (2) is missing",
    block=2,
    name="read_file",
    call_id="2",
    step=14,
    expected='"notes.md"',
)
STATE = Difference(
    kind="state",
    what="state of send_mail: done expected, failed came",
    block=3,
    name="send_mail",
    step=20,
    expected="ready → running → done",
    got="ready → running → failed",
)
MOVED = Difference(
    kind="dom",
    what="block of read_file (2), ready: button.execute-button moved from div.a to div.b",
    block=2,
    step=15,
    status="ready",
    diff=[(" ", "<div>"), ("-", '  <button class="execute-button">'), ("+", '  <button class="execute-link">'), ("…", "7 same lines")],
    also=["block 2 done", "block 3 ready", "block 3 done", "block 4 ready"],
)  # fmt: skip
FOLLOWS = MOVED.model_copy(update={"follows": True, "kind": "aria", "also": []})


def path_of(block: int, name: str, first: int, *states: str) -> list[Moment]:
    return [
        Moment(n=first + 2 * n, block=block, kind=kind, name=name)
        for n, kind in enumerate(("detected", *states))
    ]


def same(name: str = "all/good") -> Verdict:
    events = path_of(1, "list_files", 1, "streaming", "ready", "running", "done")
    return Verdict(
        name=name,
        folder=f"/x/{name}",
        outcome="same",
        seconds=1.25,
        steps=30,
        blocks=1,
        expected=events,
        got=events,
    )


def different(*differences: Difference, name: str = "all/bad", **more: Any) -> Verdict:
    before = [
        *path_of(1, "read_file", 2, "streaming", "ready", "running", "done"),
        *path_of(2, "send_mail", 12, "ready", "running", "done"),
    ]
    after = [*before[:-1], before[-1].model_copy(update={"kind": "failed"})]
    return Verdict(
        name=name,
        folder=f"/x/{name}",
        outcome="different",
        differences=list(differences or (ARGUMENT, STATE, MOVED, FOLLOWS)),
        seconds=2,
        steps=30,
        blocks=2,
        expected=before,
        got=after,
        **more,
    )


def broken(problem: str = "page.jsonl.gz, line 3: no JSON") -> Verdict:
    return Verdict(name="all/broken", folder="/x/all/broken", outcome="error", problem=problem)


def moment(folder: Path, **more: Any) -> Shown:
    """The moment of `with_pictures`."""
    pictures = with_pictures(folder).pictures
    assert pictures is not None
    given: dict[str, Any] = {"title": "read_file (2)", "status": "ready", "block": 2, "step": 15}
    return Shown(pictures=pictures, **given | more)


def with_pictures(folder: Path) -> Difference:
    expected, got, difference = (str(folder / f"{name}.png") for name in ("expected", "got", "difference"))
    return Difference(
        kind="picture",
        what="picture of read_file (2), ready: 3.1% of the pixels differ, in 80 × 30 at (10, 20)",
        block=2,
        step=15,
        status="ready",
        pictures=Pictures(
            expected=expected, got=got, difference=difference, share=0.031, box=(10, 20, 80, 30)
        ),
    )

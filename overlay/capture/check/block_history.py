"""The event log grouped by block: the fields, states and events of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from observers.block_view import Status
from overlay.capture.check.model import Difference, DiffLine, Kind, Moment
from overlay.capture.model import LogLine

STATES = frozenset(get_args(Status))


@dataclass(slots=True)
class BlockHistory:
    """The log lines of one block in order, and its final fields in `info`."""

    block: int
    lines: list[LogLine] = field(default_factory=list[LogLine])
    info: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def first(self) -> int:
        """The step at which the block was detected."""
        return self.lines[0].n

    @property
    def kind(self) -> str:
        """`call` or `result`."""
        return str(self.info.get("kind", "call"))

    @property
    def name(self) -> str:
        """The tool's name, "" if unknown."""
        return str(self.info.get("name") or "")

    @property
    def call_id(self) -> str:
        """The id that the model gave the call, or ""."""
        return str(self.info.get("call_id") or "")

    @property
    def arguments(self) -> dict[str, Any]:
        """The final arguments."""
        return dict(self.info.get("arguments") or {})

    @property
    def title(self) -> str:
        """The name for messages, such as `read_file (2)`; without the call id if there is none."""
        name = self.name or ("a result" if self.kind == "result" else "a call without a name")
        return f"{name} ({self.call_id})" if self.call_id else name

    def path(self) -> list[tuple[str, int]]:
        """The states in order, each with its first step; repeated states are left out."""
        found: list[tuple[str, int]] = []
        for line in self.lines:
            if line.kind in STATES and (not found or found[-1][0] != line.kind):
                found.append((line.kind, line.n))
        return found

    def events(self) -> list[tuple[str, int]]:
        """The events that are not states (detected, inserted, submitted, withdrawn), in order."""
        return [(line.kind, line.n) for line in self.lines if line.kind not in STATES]


def difference(
    history: BlockHistory,
    kind: Kind,
    what: str,
    expected: str = "",
    got: str = "",
    *,
    step: int | None = None,
    status: str = "",
    diff: Sequence[DiffLine] = (),
) -> Difference:
    """Return a difference of a block; the default `step` is the one at which the block was detected."""
    return Difference(
        kind=kind,
        what=what,
        block=history.block,
        name=history.name,
        call_id=history.call_id,
        step=history.first if step is None else step,
        status=status,
        expected=expected,
        got=got,
        diff=list(diff),
    )


def block_histories(log: Iterable[LogLine]) -> list[BlockHistory]:
    """Return the blocks of a log, in the order of detection."""
    found: dict[int, BlockHistory] = {}
    for line in log:
        if line.block is None:
            continue
        history = found.setdefault(line.block, BlockHistory(line.block))
        history.lines.append(line)
        history.info.update(line.info)
    return list(found.values())


def loose(log: Iterable[LogLine]) -> list[LogLine]:
    """Return the lines that belong to no block."""
    return [line for line in log if line.block is None]


def moments(log: Iterable[LogLine], most: int) -> list[Moment]:
    """Return the first `most` events for a timeline; repeated states are left out."""
    found: list[Moment] = []
    names: dict[int, str] = {}
    last: dict[int, str] = {}
    for line in log:
        if line.block is not None:
            names[line.block] = str(line.info.get("name") or names.get(line.block, ""))
            if last.get(line.block) == line.kind:
                continue
            last[line.block] = line.kind
        found.append(Moment(n=line.n, block=line.block, kind=line.kind, name=names.get(line.block or 0, "")))
        if len(found) == most:
            break
    return found

"""The report on a play of the demo: its calls, their times, and the faults."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class PlayedCall:
    """One call of the play."""

    name: str
    """Name of its tool."""
    call_id: str
    """The id that the model wrote."""
    format: str
    """Name of its format."""
    block: str
    """Id of its block."""
    status: str = "streaming"
    """State of the call."""
    error_code: str | None = None
    """Why it failed. None: it did not."""
    times: dict[str, float] = field(default_factory=dict[str, float])
    """Milliseconds between the states of its block."""


@dataclass(frozen=True, slots=True)
class DemoCounts:
    """The counts and measurements of one play."""

    ok: bool
    """Every step was as it should be."""
    detected: int
    """How many calls were found."""
    executed: int
    """How many ran."""
    refused: int
    """How many were refused."""
    failed: int
    """How many failed."""
    formats: list[str]
    """The formats in which they were written."""
    latencies: dict[str, dict[str, float]]
    """Step -> `median_ms` and `max_ms`."""


@dataclass(slots=True)
class DemoReport:
    """The result of the play."""

    calls: list[PlayedCall] = field(default_factory=list[PlayedCall])
    """The calls."""
    results_seen: list[str] = field(default_factory=list[str])
    """The results that the model read."""
    proof: str = ""
    """The model's last answer."""
    pictures: dict[str, str] = field(default_factory=dict[str, str])
    """Name of a picture -> its file."""
    problems: list[str] = field(default_factory=list[str])
    """The faults of the play."""

    @property
    def ok(self) -> bool:
        return not self.problems

    def counts(self) -> DemoCounts:
        """Return what the play counted and measured."""
        latencies = {
            step: {"median_ms": _median(values), "max_ms": max(values)}
            for step in ("named_to_shown", "shown_to_running", "running_to_end", "end_to_inserted")
            if (values := [call.times[step] for call in self.calls if step in call.times])
        }
        return DemoCounts(
            ok=self.ok,
            detected=len(self.calls),
            executed=sum(call.status in ("done", "failed") for call in self.calls),
            refused=sum(call.status == "denied" for call in self.calls),
            failed=sum(call.status == "failed" for call in self.calls),
            formats=sorted({call.format for call in self.calls}),
            latencies=latencies,
        )


def _median(values: list[float]) -> float:
    ordered = sorted(values)
    return ordered[len(ordered) // 2]

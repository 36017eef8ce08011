"""The calls that the panel lists: what runs, what waits for a press, and what was over last."""

from __future__ import annotations

from overlay.approval import visible
from overlay.blocks import Record
from overlay.blocks.block import OVER
from overlay.panel.cards import brief
from overlay.panel.messages import CallRow

KEPT = 300
READY = 20
LAST = 50


class Calls:
    """The last calls that something happened to, the newest first."""

    def __init__(self) -> None:
        self._known: dict[str, Record] = {}

    def note(self, record: Record) -> None:
        """Something happened to that call."""
        self._known.pop(record.id, None)
        self._known[record.id] = record
        if len(self._known) > KEPT:
            ended = next((id_ for id_, known in self._known.items() if known.status != "running"), None)
            self._known.pop(ended or next(iter(self._known)))

    def find(self, id_: str) -> Record | None:
        """Return the call of that id."""
        return self._known.get(id_)

    def rows(self) -> list[CallRow]:
        """Return the rows: all that run, the newest that wait for a press, the newest that are over."""
        newest = list(reversed(self._known.values()))
        running = [record for record in newest if record.status == "running"]
        waiting = ("ready", "waiting")
        ready = [record for record in newest if record.status in waiting and record.blocks]
        over = [record for record in newest if record.status in OVER]
        return [
            *(_row(record, "running") for record in running),
            *(_row(record, "ready") for record in ready[:READY]),
            *(_row(record, "over") for record in over[:LAST]),
        ]


def _row(record: Record, group: str) -> CallRow:
    actions = {"running": ["cancel"], "ready": [] if record.asking else ["execute"]}.get(group, [])
    note = record.outcome.error_code if record.outcome and record.outcome.error_code else ""
    return CallRow.model_validate(
        {
            "id": record.id,
            "group": group,
            "name": visible(record.call.name),
            "status": "asked about" if record.asking else record.status,
            "note": note,
            "text": brief(record.arguments or record.call.arguments),
            "actions": actions,
        }
    )

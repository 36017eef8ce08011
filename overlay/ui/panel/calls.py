"""The calls that the panel lists: what runs, what waits for a press, and what was over last."""

from __future__ import annotations

from overlay.calls.call import OVER
from overlay.calls.store import Record
from overlay.common.terminal_text import visible
from overlay.ui.panel.cards import brief
from overlay.ui.panel.messages import CallRow, ResultShown

KEPT = 300
READY = 20
LAST = 50
OPEN = 3
PRIVATE = "its result is private: it stands only here until you insert it"


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
        over = [record for record in newest if record.status in OVER][:LAST]
        private = [record for record in over if _only_here(record)][:OPEN]
        return [
            *(_row(record, "running") for record in running),
            *(_row(record, "ready") for record in ready[:READY]),
            *(_row(record, "over", open_=record in private) for record in over),
        ]


def result_of(record: Record) -> ResultShown | None:
    """Return the whole result of a call, None while it has none."""
    outcome = record.outcome
    if outcome is None:
        return None
    return ResultShown(
        id=record.id, text=visible(outcome.text), error=outcome.error, pictures=outcome.pictures
    )


def _only_here(record: Record) -> bool:
    """The page must not show its result."""
    return record.outcome is not None and record.outcome.private and not record.returned


def _row(record: Record, group: str, *, open_: bool = False) -> CallRow:
    actions = {"running": ["cancel"], "ready": [] if record.asking else ["execute"]}.get(group, [])
    note = record.outcome.error_code if record.outcome and record.outcome.error_code else ""
    if group == "over" and record.outcome:
        actions = ["show", "insert"] if record.blocks and not record.returned else ["show"]
        note = PRIVATE if _only_here(record) else note
    return CallRow.model_validate(
        {
            "id": record.id,
            "group": group,
            "name": visible(record.call.name),
            "status": "asked about" if record.asking else record.status,
            "note": note,
            "text": brief(record.arguments or record.call.arguments),
            "actions": actions,
            "open": open_,
        }
    )

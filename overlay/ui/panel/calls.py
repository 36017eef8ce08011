"""The calls that the panel lists: running ones, ones that wait for a press, and the last that ended."""

from __future__ import annotations

from overlay.calls.call import ENDED, Call
from overlay.common.terminal_text import visible
from overlay.ui.panel.cards import brief
from overlay.ui.panel.messages import CallRow, ResultShown

KEPT = 300
READY = 20
LAST = 50
OPEN = 3
PRIVATE = "its result is private: it is shown only here until you insert it"


class Calls:
    """The last `KEPT` calls with a change, the newest first."""

    def __init__(self) -> None:
        self._known: dict[str, Call] = {}

    def note(self, call: Call) -> None:
        """Add the call as the newest one; beyond `KEPT`, drop the oldest that is not running."""
        self._known.pop(call.id, None)
        self._known[call.id] = call
        if len(self._known) > KEPT:
            ended = next((id_ for id_, known in self._known.items() if known.status != "running"), None)
            self._known.pop(ended or next(iter(self._known)))

    def find(self, id_: str) -> Call | None:
        """Return the call with that id, None if it is not kept."""
        return self._known.get(id_)

    def rows(self) -> list[CallRow]:
        """Return all running calls, then the newest that wait for a press, then the newest that ended."""
        newest = list(reversed(self._known.values()))
        running = [call for call in newest if call.status == "running"]
        waiting = ("ready", "waiting")
        ready = [call for call in newest if call.status in waiting and call.blocks]
        over = [call for call in newest if call.status in ENDED][:LAST]
        private = [call for call in over if _only_here(call)][:OPEN]
        return [
            *(_row(call, "running") for call in running),
            *(_row(call, "ready") for call in ready[:READY]),
            *(_row(call, "over", open_=call in private) for call in over),
        ]


def result_of(call: Call) -> ResultShown | None:
    """Return the whole result of a call, None if it has none."""
    outcome = call.outcome
    if outcome is None:
        return None
    return ResultShown(id=call.id, text=visible(outcome.text), error=outcome.error, pictures=outcome.pictures)


def _only_here(call: Call) -> bool:
    """Return whether the result is private and not inserted yet: only the panel may show it."""
    return call.outcome is not None and call.outcome.private and not call.inserted


def _row(call: Call, group: str, *, open_: bool = False) -> CallRow:
    actions = {"running": ["cancel"], "ready": [] if call.awaiting_approval else ["execute"]}.get(group, [])
    note = call.outcome.error_code if call.outcome and call.outcome.error_code else ""
    if group == "over" and call.outcome:
        actions = ["show", "insert"] if call.blocks and not call.inserted else ["show"]
        note = PRIVATE if _only_here(call) else note
    return CallRow.model_validate(
        {
            "id": call.id,
            "group": group,
            "name": visible(call.parsed.name),
            "status": "asked about" if call.awaiting_approval else call.status,
            "note": note,
            "text": brief(call.arguments or call.parsed.arguments),
            "actions": actions,
            "open": open_,
        }
    )

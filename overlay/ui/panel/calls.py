"""The calls that the panel lists: running calls, calls that wait for a press, and the last that ended."""

from __future__ import annotations

from time import monotonic, time
from typing import Any

from overlay.calls.call import Call
from overlay.calls.call_status import ENDED
from overlay.calls.failures import heading_of
from overlay.calls.links import addresses
from overlay.calls.markdown_view import markdown_of
from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import inline, visible
from overlay.tools import ToolAudio
from overlay.ui.panel.cards import brief, pretty
from overlay.ui.panel.messages import CallAction
from overlay.ui.panel.state import CallRow, ResultShown, SoundShown

MAX_CALLS = 1_000
MAX_OPEN = 3
"""How many private results are shown without a press."""
PRIVATE = mark("its result is private: it is shown only here until you insert it")
WAITING = ("ready", "scheduled")


class RecentCalls:
    """The last MAX_CALLS calls that changed, newest first."""

    def __init__(self) -> None:
        self._known: dict[str, Call] = {}
        self._rows: dict[str, tuple[Any, CallRow]] = {}

    def note(self, call: Call) -> None:
        """Add the call as the newest one; if there are too many, drop the oldest that is not running."""
        self._known.pop(call.id, None)
        self._known[call.id] = call
        if len(self._known) > MAX_CALLS:
            ended = next((id_ for id_, known in self._known.items() if known.status != "running"), None)
            dropped = ended or next(iter(self._known))
            self._known.pop(dropped)
            self._rows.pop(dropped, None)

    def find(self, id_: str) -> Call | None:
        """Return the call with that id, None if it is not in the list."""
        return self._known.get(id_)

    def rows(self) -> list[CallRow]:
        """Return all running calls, then those that wait for a press, then the ended ones, newest first."""
        newest = list(reversed(self._known.values()))
        running = [call for call in newest if call.status == "running"]
        ready = [call for call in newest if call.status in WAITING and call.blocks]
        ended = [call for call in newest if call.status in ENDED]
        private = [call for call in ended if _only_here(call)][:MAX_OPEN]
        return [
            *(self._row(call, "running") for call in running),
            *(self._row(call, "ready") for call in ready),
            *(self._row(call, "over", open_=call in private) for call in ended),
        ]

    def _row(self, call: Call, group: str, *, open_: bool = False) -> CallRow:
        """Return the call's row; it is made once per state, since the arguments may be megabytes."""
        arguments = call.arguments or call.wanted
        state = (
            group, open_, call.status, call.awaiting_approval, bool(call.blocks), call.inserted,
            call.conversation, id(arguments), id(call.outcome), call.progress,
        )  # fmt: skip
        known = self._rows.get(call.id)
        if known is None or known[0] != state:
            made = CallRow.model_validate(
                {
                    "id": call.id,
                    "chat": call.conversation,
                    "group": group,
                    "name": visible(call.parsed.name),
                    "status": "awaiting approval" if call.awaiting_approval else call.status,
                    "note": inline(call.progress.line) or _note(call),
                    "text": brief(arguments),
                    "began": _began(call),
                    "progress": call.progress.share,
                    "actions": _actions(call, group),
                    "open": open_,
                }
            )
            known = self._rows[call.id] = state, made
        return known[1]


def result_of(call: Call) -> ResultShown:
    """Return all arguments of a call, and its full result if it has one."""
    outcome = call.outcome
    arguments = pretty(call.arguments or call.wanted)
    if outcome is None:
        return ResultShown(id=call.id, name=visible(call.name), arguments=arguments)
    return ResultShown(
        id=call.id,
        name=visible(call.name),
        arguments=arguments,
        text=visible(outcome.text),
        error=outcome.error,
        pictures=outcome.pictures,
        links=addresses(outcome.text),
        markdown=None if outcome.error else markdown_of(outcome.text),
        sounds=[_sound(call, number, sound) for number, sound in enumerate(outcome.sounds, 1)],
    )


def _sound(call: Call, number: int, sound: ToolAudio) -> SoundShown:
    about = f"{sound.mime_type}, {len(sound.data):,} bytes"
    title = translate(Phrase(mark("Sound {} of {} ({})"), number, visible(call.name), visible(about)))
    return SoundShown(type=sound.mime_type, data=sound.base64, title=title)


def _began(call: Call) -> float | None:
    """Return when a running call began, in ms since the epoch; None for another call."""
    if call.status != "running" or call.began is None:
        return None
    return (time() - (monotonic() - call.began)) * 1000


def _only_here(call: Call) -> bool:
    """Return whether the result is private and not inserted yet: only the panel may show it."""
    return call.outcome is not None and call.outcome.private and not call.inserted


def _note(call: Call) -> str:
    if _only_here(call):
        return translate(PRIVATE)
    if call.outcome is None or not call.outcome.error:
        return ""
    advice = visible(translate(call.outcome.advice))
    return ". ".join(filter(None, (translate(heading_of(call.outcome.error_code)), advice)))


def _actions(call: Call, group: str) -> list[CallAction]:
    if group == "running":
        return ["cancel", "show"]
    if group == "ready":
        return ["show"] if call.awaiting_approval else ["execute", "show"]
    actions: list[CallAction] = ["show"]
    if call.outcome and call.blocks and not call.inserted:
        actions.extend(("review", "insert"))
    if call.blocks and call.parsed.complete:
        actions.append("again")
    return actions

"""Prints the events of a run, for the user or as JSON."""

from __future__ import annotations

from overlay.calls.events import Event
from overlay.cli.json_output import print_json
from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import inline, name
from overlay.ui.terminal.output import echo

WORDS = {
    "named": mark("a call of {0} is being written"),
    "ready": mark("{0} may be executed: click Execute in its block"),
    "scheduled": mark("{0} will run automatically soon; touch its block to stop it"),
    "running": mark("{0} runs"),
    "done": mark("{0} is done"),
    "failed": mark("{0} failed: {1}"),
    "denied": mark("{0} was not run: {1}"),
    "cancelled": mark("{0} was cancelled"),
    "incomplete": mark("a call of {0} was cut off"),
    "invalid": mark("a call of {0} can't be read"),
    "inserted": mark("the result of {0} is in the message box"),
    "submitted": mark("the result of {0} was sent"),
    "asked": mark("the model is asked to send the call of {0} again"),
}
MOST_TOLD = 3
"""The maximum number of calls told one by one when many appear at once; of the others the number is told."""


def tell_event(event: Event, as_json: bool, quiet: bool = False) -> None:
    """Print an event, for the user or as JSON; with `quiet`, the user sees only what goes wrong."""
    if as_json:
        print_json(event)
        return
    block = event.block
    if event.kind in ("trouble", "limit"):
        echo(inline(translate(event.text), 1_000))
    elif not quiet and block and block.kind == "call" and event.kind in WORDS:
        tool = name(block.name) if block.name else translate(mark("a tool"))
        echo(translate(Phrase(WORDS[event.kind], tool, inline(block.error_code or ""))))


class EventLines:
    """Prints the events of a run for the user; of many calls of a history only the first, and a number."""

    def __init__(self, quiet: bool = False) -> None:
        self._quiet = quiet
        self._known: set[str] = set()
        self._told = 0
        self._counted = 0

    def show(self, event: Event) -> None:
        """Print the event, or count it as one of many calls that overlay did not see the model write."""
        block = event.block
        if event.kind in WORDS and block and block.kind == "call":
            is_found = not block.live and block.id not in self._known
            self._known.add(block.id)
            if is_found and self._told >= MOST_TOLD:
                self._counted += 1
                return
            self._told = self._told + 1 if is_found else 0
        self._tell_counted()
        tell_event(event, as_json=False, quiet=self._quiet)

    def pause(self) -> None:
        """Print the number of counted calls, since nothing happened for a while or the run has ended."""
        self._tell_counted()
        self._told = 0

    def _tell_counted(self) -> None:
        if self._counted and not self._quiet:
            echo(translate(Phrase(mark("further calls: {0}"), self._counted)))
        self._counted = 0

"""Builds a call while its text is read: converts what a format's parser finds to events, in order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from .model import (
    ArgumentClosed,
    ArgumentDelta,
    CallClosed,
    CallNamed,
    CallOpened,
    CallWithdrawn,
    Confidence,
    Event,
    ToolCall,
)

State = tuple[int, int, int, bool]
"""Of an event log: the numbers of its calls and events, how many calls were shown, and if it is doubtful."""


class EventLog:
    """The list of events; numbers calls in the order in which they are first shown.

    `doubtful`: all further calls are `repaired`, since the scan had to recover. `mixed`: the calls of the
    construct being read are `repaired`, since there is other text with them. `around` tells whether there is;
    it is asked only when a call ends, because it costs too much for each text that may be a call. `unheard`:
    the events are not used, so they need not be created.
    """

    __slots__ = ("around", "calls", "doubtful", "events", "mixed", "opened", "unheard")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.calls: list[ToolCall] = []
        self.opened = 0
        self.doubtful = False
        self.mixed = False
        self.around: Callable[[], bool] | None = None
        self.unheard = False

    @property
    def unsure(self) -> bool:
        """Whether a call that ends now is `repaired`, however well it is written."""
        if self.around and not (self.doubtful or self.mixed):
            self.mixed, self.around = self.around(), None
        return self.doubtful or self.mixed

    @property
    def state(self) -> State:
        """What `restore` needs to undo all that comes from now on."""
        return len(self.calls), len(self.events), self.opened, self.doubtful

    def restore(self, state: State) -> None:
        """Remove what came since the log had this `state`; none of its events may have been used."""
        calls, events, self.opened, self.doubtful = state
        del self.calls[calls:], self.events[events:]

    def take(self, other: EventLog) -> None:
        """Append the calls and events of `other`."""
        if other.events:
            self.events += [replace(event, call=event.call + self.opened) for event in other.events]
        self.calls += other.calls
        self.opened += other.opened
        self.doubtful |= other.doubtful


Shown = Iterable[tuple[str, Sequence[str]]]
"""The arguments of a call for display: each key, and the pieces of its text."""


def report(log: EventLog, call: ToolCall, hide_from: int, shown: Shown, *, late_id: bool) -> None:
    """Report a call whose text is complete, with the events that a CallBuilder would have published.

    `late_id`: the id is reported after the arguments, because the format gives it at the end.
    """
    number = log.opened
    log.opened += 1
    events = log.events
    events.append(CallOpened(number, hide_from))
    events.append(CallNamed(number, call.name, None if late_id else call.call_id))
    for key, pieces in shown:
        for text in pieces:
            events.append(ArgumentDelta(number, key, text))
        events.append(ArgumentClosed(number, key))
    if late_id and call.call_id is not None:
        events.append(CallNamed(number, call.name, call.call_id))
    log.calls.append(call)
    events.append(CallClosed(number, call))


class CallBuilder:
    """A text that is being read as a call, and may turn out not to be a call.

    Events are held back until `show`; without `show` there are none. `format` is the id of the format,
    `start` the offset where the call's text begins, `hide_from` the offset from which text is to be hidden
    (for the first call of a wrapper: the start of the wrapper).
    """

    __slots__ = (
        "_key",
        "_log",
        "_number",
        "_pending",
        "_shown_keys",
        "arguments",
        "call_id",
        "format",
        "hide_from",
        "mended",
        "name",
        "problem",
        "start",
    )

    def __init__(self, log: EventLog, format_id: str, start: int, hide_from: int | None = None) -> None:
        self._log = log
        self._number = -1
        self._pending: list[Callable[[], None]] = []
        self._key: str | None = None
        self._shown_keys: dict[str, list[str]] = {}
        self.format = format_id
        self.start = start
        self.hide_from = start if hide_from is None else hide_from
        self.name = ""
        self.arguments: dict[str, Any] = {}
        self.call_id: str | None = None
        self.mended = False  # some of its text is read in a way that the model may not have meant
        self.problem: str | None = None  # why it can't be run

    def put(self, key: str, value: object) -> None:
        """Set an argument. If it was set before, that text is not used, so the call is mended."""
        if key in self.arguments:
            self.mended = True
            self.redraw()
        self.arguments[key] = value

    @property
    def shown(self) -> bool:
        """Whether events have been published."""
        return self._number >= 0

    @property
    def begun(self) -> bool:
        """Whether an argument has begun."""
        return bool(self._shown_keys)

    def show(self) -> None:
        """Publish the held-back events, and later ones at once. Called when the text is surely a call."""
        if self.shown:
            return
        self._number = self._log.opened
        self._log.opened += 1
        self._log.events.append(CallOpened(self._number, self.hide_from))
        if self.name:
            self._log.events.append(CallNamed(self._number, self.name, self.call_id))
        pending, self._pending = self._pending, []
        for emit in pending:
            emit()

    def redraw(self) -> None:
        """Withdraw what is shown, and show again the name, and at the end all arguments.

        Displayed text can't be taken back in another way. Called when arguments turn out to be different from
        the text shown so far.
        """
        self._pending.clear()
        self._shown_keys.clear()
        self._key = None
        if self.shown:
            self._log.events.append(CallWithdrawn(self._number, "its arguments are read in another way"))
            self._number = -1
            self.show()

    def named(self, name: str, call_id: str | None = None) -> None:
        """Set the name, which is complete; a later call with the same name may add the id."""
        if (name, call_id) == (self.name, self.call_id):
            return
        self.name, self.call_id = name, call_id
        if self.shown:
            self._log.events.append(CallNamed(self._number, name, call_id))

    def argument(self, key: str) -> Callable[[str], None]:
        """Begin the argument `key`; return the function to call with each piece of its text."""
        self._key = key
        said = self._shown_keys[key] = []
        log, number = self._log, self._number
        if number < 0:
            return lambda text: self._later(key, text)

        def show(text: str) -> None:
            said.append(text)
            log.events.append(ArgumentDelta(number, key, text))

        return show

    def argument_over(self) -> None:
        """End the current argument."""
        key, self._key = self._key, None
        if key is None:
            return
        if self.shown:
            self._log.events.append(ArgumentClosed(self._number, key))
        else:
            self._pending.append(lambda: self._log.events.append(ArgumentClosed(self._number, key)))

    def keep(self) -> None:
        """Take over the text of each argument that has no value yet, since the call was cut off."""
        for key, parts in self._shown_keys.items():
            if key not in self.arguments and (parts or key != self._key):
                self.arguments[key] = "".join(parts)

    def _later(self, key: str, text: str) -> None:
        self._shown_keys[key].append(text)
        if self.shown:
            self._log.events.append(ArgumentDelta(self._number, key, text))
        else:
            self._pending.append(lambda: self._log.events.append(ArgumentDelta(self._number, key, text)))

    def close(
        self,
        *,
        span: tuple[int, int],
        raw: str,
        complete: bool = True,
        repaired: bool = False,
        error: str | None = None,
        thoughts: str | None = None,
        description: str | None = None,
        confidence: Confidence | None = None,
    ) -> ToolCall:
        """End the call's text and return its result.

        Publishes the events held back, and the arguments that no event has shown yet.
        """
        arguments = self.arguments
        self.show()
        self.argument_over()
        for key, value in arguments.items():
            if key in self._shown_keys:
                continue
            self.argument(key)(shown_text(value))
            self.argument_over()
        call = ToolCall(
            name=self.name,
            arguments=arguments,
            call_id=self.call_id,
            format=self.format,
            confidence=confidence or ("repaired" if repaired or self._log.unsure else "structured"),
            complete=complete and error is None,
            span=span,
            raw=raw,
            thoughts=thoughts,
            description=description,
            error=error,
        )
        self._log.calls.append(call)
        self._log.events.append(CallClosed(self._number, call))
        return call

    def withdraw(self, reason: str) -> None:
        """Withdraw the call: the text is not a call."""
        self._pending.clear()
        if self.shown:
            self._log.events.append(CallWithdrawn(self._number, reason))


def dumps(value: object) -> str:
    """Return a JSON value as text for display."""
    return json.dumps(value, ensure_ascii=False)


def shown_text(value: object) -> str:
    """Return the value of an argument as text for display: a string as it is, other values as JSON."""
    return value if isinstance(value, str) else dumps(value)

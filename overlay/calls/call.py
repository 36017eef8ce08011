"""The state of a tool call, and the blocks that show it in pages."""

from __future__ import annotations

import hmac
import secrets
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from observers.block_view import EditForm, Picture
from overlay.calls.edit_form import Edit
from overlay.calls.failures import advice_on
from overlay.detection.model import ToolCall
from overlay.policy.tool_effects import ToolEffects
from overlay.tools import ToolAudio, ToolError

Status = Literal[
    "streaming", "incomplete", "invalid", "ready", "scheduled", "running", "done", "failed",
    "denied", "cancelled", "unknown", "result",
]  # fmt: skip

_READ: frozenset[Status] = frozenset(("streaming", "incomplete", "invalid", "ready", "scheduled"))
_ENDS: frozenset[Status] = frozenset(("done", "failed", "denied", "cancelled", "unknown"))
_RUNS: frozenset[Status] = frozenset(("running",))
_NONE: frozenset[Status] = frozenset()

MOVES: dict[Status, frozenset[Status]] = {
    "streaming": _READ | _RUNS | _ENDS,
    "incomplete": _READ | _RUNS | _ENDS,
    "invalid": _READ,
    "ready": _READ | _RUNS | _ENDS,
    "scheduled": _READ | _RUNS | _ENDS,
    "running": _ENDS,
    "done": _NONE,
    "failed": _NONE,
    "denied": _NONE,
    "cancelled": _NONE,
    "unknown": _NONE,
    "result": _NONE,
}
"""For each status, the statuses that may follow. A call that ran can't return to a status before its run."""

ENDED: frozenset[Status] = frozenset(status for status, following in MOVES.items() if not following)
_PRESSABLE: frozenset[Status] = frozenset(("ready", "scheduled"))
UNREAD = ToolCall.model_construct(name="", format="", span=(0, 0), raw="", complete=False)
"""The parsed call of a call whose text has not ended."""


class IllegalMove(RuntimeError):
    """The new status can't follow the call's status (see MOVES): an error in overlay, never in the page."""


@dataclass(slots=True)
class Outcome:
    """The outcome of a call: `text` for the user and the model, and `error_code` if it failed.

    `encoded` caches the text for the model; `kept` is the file with the full text if that was too long for
    the chat; `pictures` are shown to the user, and `sounds` played; `folded`: the tool reads private data, so
    a block shows only the size and the first words until the user opens it; `notice` is a line for the model:
    which arguments ran, if the user changed them; `edited`: the user changed `encoded`; `advice` is a line
    for the user: what to do about a failure.
    """

    text: str
    error_code: str | None = None
    private: bool = False
    encoded: str | None = None
    kept: Path | None = None
    pictures: list[Picture] = field(default_factory=list[Picture])
    folded: bool = False
    notice: str = ""
    edited: bool = False
    advice: str = ""
    sounds: list[ToolAudio] = field(default_factory=list[ToolAudio])

    @classmethod
    def of(cls, error: ToolError, tool: str) -> Outcome:
        """Return the outcome of a call of `tool` that ended with `error`."""
        return cls(error.message, error.code, advice=advice_on(error, tool))

    @property
    def error(self) -> bool:
        """Whether the call failed."""
        return self.error_code is not None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: `share` from 0 to 1, None if unknown, and the tool's own words."""

    share: float | None = None
    text: str = ""

    @property
    def line(self) -> str:
        """Both as one line."""
        share = "" if self.share is None else f"{self.share:.0%}"
        return " ".join(filter(None, (share, self.text.strip())))


@dataclass(eq=False, slots=True, weakref_slot=True)
class Call:
    """One call and its whole state. Every block that shows the call reads its state from here.

    `parsed` is the text as parsed when overlay decided on the call; `arguments` are checked and converted,
    ready for the run; `definition` is the fingerprint of the tool at the decision; `identity` is the id by
    which the model knows the call; `mark` is its fingerprint in the store. `registered`: the text has ended
    and the call is in the store. `note`: the line under the call's name. `auto_return`: the outcome goes
    back to the model without a press, if that is switched on. `awaiting_approval`: the user is being asked
    about it outside of the page; `asked_in_panel`: the question is in the panel. `unquoted`: the user wants
    its buttons also where a page only quotes it. `together`: one press may
    run it with others, since it is not dangerous and nothing is to be asked. `inserted`: the outcome is
    in the message box or was sent; `sent`: it was sent. `effects`: of its tool, as the policy counts them at
    the decision. `countdown`: seconds until the run, while the status is `scheduled`. `began`: when its run
    began, in seconds of the run's clock; `took`: seconds that it ran. `progress`: of its run.

    `edit`: the arguments as the user changed them; they run in place of the model's. `repeats`: the ended
    call that this call runs again; both then share their `blocks`. `rerun`: the newest call that runs this
    one again. `earlier`: the outcome that its block shows until this run has its own.

    `live`: overlay decided on it while the model was writing, and the user has not touched it since.
    `seen_growing`: its text was seen growing, so it can't be an older call that the page shows again.
    `unsure`: it appeared complete, so it may be an older call. `origin`: of the page that showed it when it
    was found or last pressed. `has_stable_id`: its conversation has an address. `from_ledger`: it was loaded
    from the ledger, and no block has shown it since. `uncertain_chat`: it was in a chat without an address,
    which may or may not be this one. `answers`: which message its answer replies to, in the form of
    observers.protocol.BlockOpened. `places`: ids of the documents that have shown it, oldest first.
    `doubles`: other calls that may be this same call. `copy`: whether it had doubles when it was created, was
    compared with another call, or lost a double. If it gets a later double, that does not make it a copy.
    """

    conversation: str = ""
    turn: str = ""
    parsed: ToolCall = UNREAD
    identity: str = ""
    mark: str = ""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    status: Status = "streaming"
    note: str = ""
    outcome: Outcome | None = None
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    definition: str = ""
    registered: bool = False
    started: bool = False
    auto_return: bool = False
    awaiting_approval: bool = False
    asked_in_panel: bool = False
    unquoted: bool = False
    together: bool = False
    inserted: bool = False
    sent: bool = False
    effects: ToolEffects | None = None
    countdown: float | None = None
    began: float | None = None
    took: float | None = None
    progress: Progress = Progress()
    edit: Edit | None = None
    repeats: Call | None = field(default=None, repr=False)
    rerun: Call | None = field(default=None, repr=False)
    earlier: Outcome | None = field(default=None, repr=False)
    live: bool = False
    seen_growing: bool = False
    unsure: bool = False
    from_ledger: bool = False
    uncertain_chat: bool = False
    origin: str = ""
    has_stable_id: bool = True
    answers: str = ""
    places: list[str] = field(default_factory=list[str])
    blocks: dict[str, Block] = field(default_factory=dict[str, "Block"], repr=False)
    copy: bool = False
    doubles: list[Call] = field(default_factory=list["Call"], repr=False)

    def repeat(self) -> Call:
        """Return a new call that runs this ended one again; both share the same blocks.

        The new call is not in the store, and its mark is unique, so no text in a page ever matches it.
        """
        again = Call(
            self.conversation,
            self.turn,
            self.parsed,
            self.identity,
            status="ready",
            definition=self.definition,
        )
        again.mark = f"{self.mark}/{again.id}"
        again.registered, again.repeats, again.blocks = True, self, self.blocks
        again.edit, again.answers, again.effects = self.edit, self.answers, self.effects
        again.origin, again.has_stable_id = self.origin, self.has_stable_id
        again.earlier = self.latest.outcome
        return again

    @property
    def latest(self) -> Call:
        """Its newest repeat, or the call itself: blocks show its state, and presses apply to it."""
        return self.rerun or self

    @property
    def name(self) -> str:
        """The name of the tool, as the model wrote it."""
        return self.parsed.name

    @property
    def wanted(self) -> dict[str, Any]:
        """The arguments to run it with: as the user changed them, else as the model wrote them."""
        return self.edit.arguments if self.edit else self.parsed.arguments

    @property
    def ended(self) -> bool:
        """Whether its status is final."""
        return self.status in ENDED

    def move(self, status: Status) -> None:
        """Change to `status`, and give each block a new nonce, so that earlier presses no longer count.

        Between `ready` and `scheduled` (a countdown begins or ends) the nonces stay. Raises IllegalMove.
        """
        if status == self.status:
            return
        if status not in MOVES[self.status]:
            raise IllegalMove(f"{self.name or 'a call'} can't go from {self.status} to {status}")
        both_pressable = self.status in _PRESSABLE and status in _PRESSABLE
        self.status, self.progress = status, Progress()
        for block in self.blocks.values():
            if not both_pressable or not block.nonce:
                block.renew()

    def renew_blocks(self) -> None:
        """Give each block a new nonce, so that earlier presses no longer count."""
        for block in self.blocks.values():
            block.renew()

    def is_in(self, place: str) -> bool:
        """Return whether one of its blocks is in the document `place`."""
        return any(block.place == place for block in self.blocks.values())

    def count_in(self, place: str) -> int:
        """Return how many of its blocks are in the document `place`."""
        return sum(block.place == place for block in self.blocks.values())

    def block_in(self, place: str) -> Block:
        """Return its first block in the document `place`. Raises StopIteration if there is none."""
        return next(block for block in self.blocks.values() if block.place == place)

    def is_in_text_of(self, other: Block) -> bool:
        """Return whether one of its blocks is in the same text as `other`."""
        return any((block.place, block.unit) == (other.place, other.unit) for block in self.blocks.values())

    def in_same_answer(self, place: str, answers: str) -> bool | None:
        """Return whether an equal call in the document `place` is in the same answer as this call.

        `answers` says which message the other call's answer replies to. None if it can't be decided.
        """
        own, other = _parts(self.answers), _parts(answers)
        if own is None or other is None:
            return None
        (count, words), (other_count, other_words) = own, other
        if words and other_words and words != other_words:
            return False
        # The counts compare only within one document: each document may load another part of the chat.
        if self.places[:1] == [place]:
            return other_count <= count
        return True if words and other_words else None


@dataclass(eq=False, slots=True, weakref_slot=True)
class Block:
    """One place in one document that shows a call, or a result that is written in the chat.

    `call` has the state. `name`, `call_id`, `params` and `parsed` are what has been read at this place so
    far; `span` is in UTF-16 units of the text of `unit`. `live`: the block was seen growing in this
    document. `grew`: the call was seen unfinished in a batch before the one that ended it. `place` is the
    document's id, `conversation` the one that the page showed, `born` the number of the batch in which the
    block appeared. `form` is open in it, to change the arguments of `form_of`. A press counts only if it
    carries the block's current `nonce`. `batch`: the calls whose results its Submit button sends together;
    empty: another block of the answer sends its result; None: the button sends only its own result.
    """

    unit: int
    index: int
    kind: Literal["call", "result"] = "call"
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    call: Call = field(default_factory=Call)
    name: str = ""
    call_id: str = ""
    parsed: ToolCall | None = None
    span: tuple[int, int] | None = None
    nonce: str = ""
    live: bool = False
    grew: bool = False
    place: str = ""
    conversation: str = ""
    born: int = 0
    params: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    form: EditForm | None = None
    form_of: ToolCall | None = None
    batch: tuple[Call, ...] | None = None

    def __post_init__(self) -> None:
        self.call.blocks[self.id] = self

    @property
    def registered_call(self) -> Call | None:
        """The call that the block shows; None while its text has not ended and after the block has left."""
        return self.call if self.call.registered and self.id in self.call.blocks else None

    @property
    def pressed_call(self) -> Call | None:
        """The call that a press on the block applies to; None whenever `registered_call` is None."""
        call = self.registered_call
        return call.latest if call else None

    def showing(self, call: Call) -> Block:
        """Return the block; if `call` is a repeat of its call, a copy of the block that shows `call`."""
        if call is self.call:
            return self
        block = copy(self)
        block.call, block.batch = call, None
        return block

    def show(self, call: Call) -> None:
        """Show `call` from now on.

        The nonce stays only if both calls have the same status, or both can be pressed; else earlier presses
        no longer count.
        """
        before = self.call
        before.blocks.pop(self.id, None)
        self.call = call
        call.blocks[self.id] = self
        if self.place not in call.places:
            call.places.append(self.place)
        keeps_nonce = before.status == call.status or {before.status, call.status} <= _PRESSABLE
        keeps_nonce = keeps_nonce and before.edit == call.edit
        if call is not before:
            self.form = self.form_of = None
        if not (keeps_nonce and self.nonce):
            self.renew()

    def take_press(self, nonce: str) -> bool:
        """Return whether a press with `nonce` counts. Each nonce counts once."""
        if not self.nonce or not hmac.compare_digest(self.nonce.encode(), nonce.encode()):
            return False
        self.renew()
        return True

    def renew(self) -> None:
        """Make a new nonce. Presses with the old one no longer count."""
        self.nonce = secrets.token_hex(8)


def _parts(answers: str) -> tuple[int, str] | None:
    """Return how many user messages come before an answer, and a hash of the last one's words.

    None if `answers` is not in the form `count:hash`.
    """
    count, _, words = answers.partition(":")
    return (int(count), words) if count.isdecimal() else None

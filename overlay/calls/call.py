"""The state of a tool call, and the blocks that show it in pages."""

from __future__ import annotations

import hmac
import secrets
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Literal

from observers.block_view import EditForm, Status
from overlay.calls.call_status import ENDED, MOVES, PRESSABLE, IllegalMove
from overlay.calls.edit_form import Edit
from overlay.calls.outcome import Outcome, Progress
from overlay.detection.model import ToolCall
from overlay.policy.tool_effects import ToolEffects

UNREAD = ToolCall.model_construct(name="", format="", span=(0, 0), raw="", complete=False)
"""The parsed call of a call whose text has not ended."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class Call:
    """One call and its whole state. Every block that shows the call reads its state from here."""

    # Identity
    conversation: str = ""
    """The name of its conversation."""
    turn: str = ""
    """The id of its message."""
    parsed: ToolCall = UNREAD
    """The text as parsed when overlay decided on the call."""
    identity: str = ""
    """The id by which the model knows the call."""
    fingerprint: str = ""
    """A hash of its name and arguments: its key in the store."""
    id: str = field(default_factory=lambda: secrets.token_hex(8))

    # State
    status: Status = "streaming"
    note: str = ""
    """The line under the call's name: why it waits, or why it can't run."""
    outcome: Outcome | None = None
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    """Checked and converted, ready for the run."""
    definition: str = ""
    """The fingerprint of the tool at the decision."""
    effects: ToolEffects | None = None
    """Effects of its tool, as the policy counted them at the decision."""
    registered: bool = False
    """The text has ended and the call is in the store."""
    started: bool = False
    """A run has begun; it may have ended."""
    countdown: float | None = None
    """Seconds until the run, while the status is `scheduled`."""
    began: float | None = None
    """When its run began, in seconds of the run's clock."""
    run_seconds: float | None = None
    """How long it ran."""
    progress: Progress = Progress()
    """How far its run is."""

    # The user's part
    awaiting_approval: bool = False
    """The user is being asked about the call outside of the page."""
    asked_in_panel: bool = False
    """The question is in the panel."""
    unquoted: bool = False
    """The user wants its buttons also where a page only quotes the call."""
    together: bool = False
    """One press may run it with others: it is not dangerous, and nothing is to be asked."""
    edit: Edit | None = None
    """The arguments as the user changed them; they run in place of the model's."""

    # Its result in the chat
    auto_return: bool = False
    """The outcome goes back to the model without a press, if that is switched on."""
    inserted: bool = False
    """The outcome is in the message box or was sent."""
    sent: bool = False
    """The outcome was sent."""

    # Runs of the same call
    repeats: Call | None = field(default=None, repr=False)
    """The ended call that this call runs again; both share their `blocks`."""
    rerun: Call | None = field(default=None, repr=False)
    """The newest call that runs this one again."""
    earlier: Outcome | None = field(default=None, repr=False)
    """The outcome that its block shows until this run has its own."""

    # How it came into the page
    live: bool = False
    """overlay decided on it while the model was writing, and the user has not touched it since."""
    seen_growing: bool = False
    """Its text was seen growing, so it can't be an older call that the page shows again."""
    awaits_sight: bool = False
    """The user could not see it when it was to run; overlay looks again for some seconds."""
    unsure: bool = False
    """The call appeared complete, so it may be an older one."""
    from_ledger: bool = False
    """The call was loaded from the ledger, and no block has shown it since."""
    uncertain_chat: bool = False
    """The call was in a chat without an address, which may or may not be this one."""
    origin: str = ""
    """The origin of the page that showed it when it was found or last pressed."""
    has_stable_id: bool = True
    """Its conversation has an address."""
    replies_to: str = ""
    """Which message its answer replies to, in the form of `answers` of observers.protocol.BlockOpened."""

    # Where it is shown, and calls that may be the same
    document_ids: list[str] = field(default_factory=list[str])
    """The documents that have shown it, oldest first."""
    blocks: dict[str, Block] = field(default_factory=dict[str, "Block"], repr=False)
    """The blocks that show it, by their ids."""
    copy: bool = False
    """The call was created with possible duplicates, was compared with another call, or lost a duplicate. A
    later duplicate does not make it a copy.
    """
    possible_duplicates: list[Call] = field(default_factory=list["Call"], repr=False)
    """Other calls that may be this same call."""

    def repeat(self) -> Call:
        """Return a new call that runs this ended one again; both share the same blocks.

        The new call is not in the store, and its fingerprint is unique, so no text in a page ever matches it.
        """
        again = Call(
            self.conversation,
            self.turn,
            self.parsed,
            self.identity,
            status="ready",
            definition=self.definition,
        )
        again.fingerprint = f"{self.fingerprint}/{again.id}"
        again.registered, again.repeats, again.blocks = True, self, self.blocks
        again.edit, again.replies_to, again.effects = self.edit, self.replies_to, self.effects
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
        both_pressable = self.status in PRESSABLE and status in PRESSABLE
        self.status, self.progress = status, Progress()
        for block in self.blocks.values():
            if not both_pressable or not block.nonce:
                block.renew()

    def renew_blocks(self) -> None:
        """Give each block a new nonce, so that earlier presses no longer count."""
        for block in self.blocks.values():
            block.renew()

    def is_in(self, document_id: str) -> bool:
        """Return whether one of its blocks is in the document `document_id`."""
        return any(block.document_id == document_id for block in self.blocks.values())

    def count_in(self, document_id: str) -> int:
        """Return how many of its blocks are in the document `document_id`."""
        return sum(block.document_id == document_id for block in self.blocks.values())

    def block_in(self, document_id: str) -> Block:
        """Return its first block in the document `document_id`. Raises StopIteration if there is none."""
        return next(block for block in self.blocks.values() if block.document_id == document_id)

    def is_in_text_of(self, other: Block) -> bool:
        """Return whether one of its blocks is in the same text as `other`."""
        return any(
            (block.document_id, block.unit) == (other.document_id, other.unit)
            for block in self.blocks.values()
        )


@dataclass(eq=False, slots=True, weakref_slot=True)
class Block:
    """One place in one document that shows a call, or a result that is written in the chat."""

    # Where it is
    unit: int
    """The text of the page that holds it."""
    index: int
    """Its position among the blocks of the unit."""
    kind: Literal["call", "result"] = "call"
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    document_id: str = ""
    conversation: str = ""
    """The conversation that the page showed."""
    span: tuple[int, int] | None = None
    """The range of the call in the unit's text, in UTF-16 units."""

    # The text that has been read there
    call: Call = field(default_factory=Call)
    """The call that it shows, with its state."""
    name: str = ""
    call_id: str = ""
    params: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The text of each argument, in the pieces that came."""
    parsed: ToolCall | None = None
    """The whole call; None until its text has ended."""

    # How it came
    live: bool = False
    """The block was seen growing in this document."""
    grew: bool = False
    """The call was seen unfinished in a batch before the one that ended it."""
    born: int = 0
    """The number of the batch in which the block appeared."""

    # The user's actions on it
    nonce: str = ""
    """A press counts only if it carries this value."""
    form: EditForm | None = None
    """The open form to change the arguments."""
    form_of: ToolCall | None = None
    """The call whose arguments the form changes."""
    batch: tuple[Call, ...] | None = None
    """The calls whose results its Submit button sends together. Empty: another block of the answer sends its
    result; None: the button sends only its own result.
    """

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
        if self.document_id not in call.document_ids:
            call.document_ids.append(self.document_id)
        keeps_nonce = before.status == call.status or {before.status, call.status} <= PRESSABLE
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

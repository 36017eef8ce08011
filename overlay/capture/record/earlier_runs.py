"""Finds what a replay has to know of earlier runs: their calls that are equal to one in the page, and taint.

The ledger's other calls of a conversation have no effect on what overlay does, so they are not recorded: a
call is compared with equal ones alone, and none waits for a call that has ended.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from overlay.calls.call import Block, Call
from overlay.calls.events import HistoryLoaded
from overlay.capture.model import Recalled, RecalledResult, Tainted
from overlay.policy.taint import CLEAN, Taint


@dataclass(slots=True)
class EarlierRuns:
    """What earlier runs knew of the conversations that documents showed."""

    _chats: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The conversations that each document showed, in order."""
    _waiting: dict[tuple[str, str, str], dict[int, Recalled]] = field(
        default_factory=dict[tuple[str, str, str], dict[int, Recalled]]
    )
    """The calls that no call in the page is equal to so far, by their numbers.

    The keys are the document, the conversation and the fingerprint.
    """
    _numbers: dict[str, int] = field(default_factory=dict[str, int])
    """The number of each call, by its id."""
    _shown: set[tuple[str, str, str]] = field(default_factory=set[tuple[str, str, str]])
    """The document, the conversation and the fingerprint of the calls that were equal to one in the page."""

    _taints: dict[tuple[str, str], Tainted] = field(default_factory=dict[tuple[str, str], Tainted])
    """The taint of each conversation that no block was shown of so far, by document and conversation."""

    def loaded(self, event: HistoryLoaded, taint: Taint = CLEAN) -> None:
        """Remember calls as they are now; a block that shows one may change it.

        `taint` is what the conversation had seen before.

        A chat that a document shows again may be loaded twice, and a replay loads it once: what a block
        showed first counts. So does the first taint: what this run adds to it, a replay adds too.
        """
        document, conversation = event.context.document, event.context.conversation
        chats = self._chats.setdefault(document, [])
        is_new = conversation not in chats
        if is_new:
            chats.append(conversation)
        chat = chats.index(conversation) + 1
        if is_new and taint != CLEAN:
            named, seen = event.context.has_stable_id, asdict(taint)
            self._taints[document, conversation] = Tainted(at=0, n=0, doc=0, chat=chat, named=named, **seen)
        for call in event.calls:
            place = document, conversation, call.fingerprint
            number = self._numbers.setdefault(call.id, len(self._numbers) + 1)
            if place not in self._shown:
                self._waiting.setdefault(place, {})[number] = _line(call, number, chat)

    def lines_of(self, block: Block) -> list[Recalled | Tainted]:
        """Return what a replay has to know of earlier runs before it decides on the call of a block.

        The caller sets `at`, `n` and `doc`.
        """
        taint = self._taints.pop((block.document_id, block.conversation), None)
        return [*([taint] if taint else []), *self.equal_to(block)]

    def equal_to(self, block: Block) -> list[Recalled]:
        """Return the calls of earlier runs that are equal to the one that a block shows, each once.

        The caller sets `at`, `n` and `doc`.
        """
        call = block.registered_call
        if call is None or not call.parsed.complete:
            return []
        place = block.document_id, block.conversation, call.fingerprint
        # The ledger has the tool's full name and the arguments without secrets, not what the model wrote.
        parsed = call.parsed
        written = {"name": parsed.name, "call_id": parsed.call_id, "arguments": parsed.arguments}
        self._shown.add(place)
        return [line.model_copy(update=written) for line in self._waiting.pop(place, {}).values()]


def _line(call: Call, number: int, chat: int) -> Recalled:
    outcome = call.outcome
    result = outcome and RecalledResult(
        text=outcome.text,
        error_code=outcome.error_code,
        private=outcome.private,
        folded=outcome.folded,
        notice=outcome.notice,
    )
    return Recalled(
        at=0,
        n=0,
        id=number,
        doc=0,
        chat=chat,
        name=call.name,
        arguments={},
        turn=call.turn,
        replies_to=call.replies_to,
        status=call.status,
        note=call.note,
        started=call.started,
        inserted=call.inserted,
        uncertain=call.uncertain_chat,
        result=result,
    )

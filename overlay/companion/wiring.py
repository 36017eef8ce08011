"""Creates and connects the parts of one run, from the call store to the message box."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import injected_js
from observers.document import Document
from overlay.calls.approvals import ApprovalQueue, Approver
from overlay.calls.argument_editor import ArgumentEditor
from overlay.calls.authorization import Authorizer
from overlay.calls.call import Call
from overlay.calls.controller import CallController
from overlay.calls.conversation_changes import ConversationChanges
from overlay.calls.equal_calls import EqualCalls, RecordedRelations
from overlay.calls.event_stream import EventStream
from overlay.calls.events import BlockInfo, LedgerWrites
from overlay.calls.executor import Executor
from overlay.calls.hidden_calls import ReplayedLooks
from overlay.calls.journal import CallJournal, RecordedCalls
from overlay.calls.ledger import Ledger, LedgerError
from overlay.calls.ledger.pruning import prune
from overlay.calls.left_calls import LeftCalls
from overlay.calls.matcher import CallMatcher
from overlay.calls.outcome import Outcome
from overlay.calls.result_files import ResultFiles
from overlay.calls.slots import ExecutionSlots
from overlay.calls.store import CallStore
from overlay.calls.updates import CallUpdates
from overlay.chat.idle import DEFAULT_TIMEOUTS, IdleTimeouts
from overlay.chat.manager import ChatManager
from overlay.chat.message_boxes import MessageBoxes
from overlay.chat.open_chats import OpenChats
from overlay.chat.public_events import PublicEvents
from overlay.chat.result_attachments import ComposerPort, ResultAttachments
from overlay.chat.result_inserter import ResultInserter
from overlay.chat.result_review import ResultReview
from overlay.chat.session import ChatSession
from overlay.common import language
from overlay.common.clock import REAL_CLOCK, Clock
from overlay.companion.config import Config, LedgerConfig
from overlay.detection import openers
from overlay.detection.results import TAG
from overlay.policy import Policy
from overlay.sites.loader import SiteProfile
from overlay.sites.page_table import SiteRow
from overlay.tools import ToolRegistry
from overlay.tools.detection_index import DetectionTools
from overlay.tools.prompt.conversation_prompts import ConversationPrompts
from overlay.tools.runner import in_thread

NOT_WRITTEN = "Until then overlay runs no further call. A call that runs now may be unknown after a restart."
WRITTEN_AGAIN = "The ledger can be written again."


@dataclass(frozen=True, slots=True)
class Runtime:
    """The outside parts of a run, which replays and tests replace.

    `composer` returns the message box of a chat (None: that of its page). `run_in_thread` runs a slow
    function and awaits its result. `sleep` waits for a countdown (None: by the clock). `page_config` is
    added to the configuration of the page script. `held`: commands to documents wait until they are taken.
    `look` gives the results of recorded looks at calls, `relations` the recorded answers about equal calls,
    `recalled` the recorded calls of earlier runs.
    `page_is_loaded`: the context's first page shows the chat already. `timeouts` say when a chat counts as
    idle. `try_profile` returns the recordings on which a new profile of a site finds less than the old one
    (None: there are none to try it on).
    """

    clock: Clock = REAL_CLOCK
    composer: Callable[[ChatSession], ComposerPort] | None = None
    run_in_thread: Callable[[Callable[[], Any]], Awaitable[Any]] = in_thread
    sleep: Callable[[float], Awaitable[None]] | None = None
    page_config: dict[str, object] | None = None
    held: bool = False
    look: ReplayedLooks | None = None
    relations: RecordedRelations | None = None
    recalled: RecordedCalls | None = None
    page_is_loaded: bool = False
    timeouts: IdleTimeouts = DEFAULT_TIMEOUTS
    try_profile: Callable[[SiteProfile, SiteProfile], Awaitable[list[str]]] | None = None


class Parts:
    """The parts of one run, in the order in which they are created; nothing is set on them afterwards."""

    def __init__(
        self,
        config: Config,
        *,
        events: EventStream,
        registry: ToolRegistry,
        policy: Policy,
        approve: Approver,
        runtime: Runtime,
        ledger: Ledger | None = None,
        files: ResultFiles | None = None,
        in_panel: bool = False,
    ) -> None:
        self.registry = registry
        self.policy = policy
        self.runtime = runtime
        self._config = config
        self.events = events
        self.prompts = ConversationPrompts(registry)
        self.store = CallStore(self.events)
        self.journal = CallJournal(self.store, registry, ledger, self.events, runtime.recalled)
        self.updates = CallUpdates(self.events)
        self.chats = OpenChats(self.events)
        self.authorizer = Authorizer(registry, policy, self.prompts.switches)
        self.executor = self._new_executor(files)
        self.controller = self._new_controller(approve, in_panel=in_panel)
        self.matcher = CallMatcher(
            store=self.store,
            journal=self.journal,
            updates=self.updates,
            controller=self.controller,
            equal_calls=EqualCalls(self.chats, self.events, runtime.relations),
        )
        self.conversations = ConversationChanges(self.store, self.journal, policy, self.prompts)
        LeftCalls(
            self.store,
            self.journal,
            events,
            shown=lambda: {chat.conversation for chat in self.chats},
            returns=lambda: config.returns.auto_insert or config.returns.auto_submit,
        )
        self.inserter = self._new_inserter(files)
        self.review = ResultReview(self.chats, self.inserter, self.prompts)
        self._public = PublicEvents(self.events, config.returns.max_chars, runtime.clock)
        self._tools = DetectionTools(registry)

    def _new_inserter(self, files: ResultFiles | None) -> ResultInserter:
        def halted() -> bool:
            return self.policy.halted

        boxes = MessageBoxes(
            self._config.returns,
            updates=self.updates,
            events=self.events,
            prompts=self.prompts,
            halted=halted,
            composer=self.runtime.composer,
            attachments=ResultAttachments(files),
        )
        return ResultInserter(
            self._config.returns,
            boxes=boxes,
            chats=self.chats,
            updates=self.updates,
            events=self.events,
            prompts=self.prompts,
            halted=halted,
        )

    def new_chat(self, document: Document, profile: SiteProfile) -> ChatSession:
        """Return the chat session for a document that `profile` reads."""
        return ChatSession(
            document,
            profile,
            tools=self._tools,
            matcher=self.matcher,
            conversations=self.conversations,
            events=self.events,
            public=self._public,
            timeouts=self.runtime.timeouts,
            fallbacks=self._config.fallbacks,
            clock=self.runtime.clock,
        )

    def new_manager(self, new_chat: Callable[[Document, str], ChatSession], *, panel: bool) -> ChatManager:
        """Return the handler of the bridge's messages; see ChatManager."""
        return ChatManager(
            chats=self.chats,
            controller=self.controller,
            editor=ArgumentEditor(self.registry, self.updates, self.authorizer, self.controller),
            inserter=self.inserter,
            updates=self.updates,
            events=self.events,
            new_chat=new_chat,
            panel=panel,
        )

    def info_of(self, chat: ChatSession) -> list[BlockInfo]:
        """Return the public descriptions of a chat's blocks, in page order."""
        return [
            self._public.block_info(block, reader.about if (reader := chat.readers.get(block.unit)) else None)
            for block in chat.contents.in_order()
        ]

    async def close(self) -> None:
        """Stop everything; returns when all work has ended and is stored."""
        # All three refuse new work at once: a countdown must not start a tool while another part is closing.
        await asyncio.gather(self.inserter.close(), self.matcher.close(), self.controller.close())
        await self.journal.close()

    def _new_executor(self, files: ResultFiles | None) -> Executor:
        return Executor(
            self.registry,
            self.updates,
            self.chats,
            self._config.time_limit,
            self._config.returns.max_chars,
            ExecutionSlots(lambda: self.policy.limits.at_once),
            self._objection,
            files,
            self.runtime.run_in_thread,
            self._config.tools.limit_of,
            self.runtime.clock,
        )

    def _new_controller(self, approve: Approver, *, in_panel: bool) -> CallController:
        return CallController(
            store=self.store,
            journal=self.journal,
            updates=self.updates,
            events=self.events,
            policy=self.policy,
            authorizer=self.authorizer,
            approvals=ApprovalQueue(self.registry, approve, self.policy, in_panel=in_panel),
            executor=self.executor,
            pages=self.chats,
            sleep=self.runtime.sleep or self.runtime.clock.sleep,
            replayed_look=self.runtime.look,
        )

    async def _objection(self, call: Call) -> Outcome | None:
        """Return the reason why a run that is about to start must not start, None if it may."""
        return self.authorizer.refusal(call) or await self.journal.begin(call)


def tell_of_ledger(events: EventStream, notify: Callable[[str], None]) -> None:
    """Tell the user when the ledger can't be written during the run, such as on a full disk."""

    def tell(event: LedgerWrites) -> None:
        notify(f"{event.problem}\n{NOT_WRITTEN}" if event.problem else WRITTEN_AGAIN)

    events.subscribe(LedgerWrites, tell)


async def open_ledger(ledger: Ledger, limits: LedgerConfig, notify: Callable[[str], None]) -> None:
    """Open the ledger; tell the user what was removed, or why it can't be used. The caller closes it."""
    try:
        await asyncio.to_thread(ledger.open)
        removed = await asyncio.to_thread(prune, ledger, days=limits.days or None, rows=limits.rows or None)
        if removed:
            notify(f"The ledger forgot {removed} old calls ({limits.words}; see `overlay help ledger`).")
    except LedgerError as error:
        notify(f"{error}\nUntil then overlay shows calls, but runs none.")


def page_config(
    profile: SiteProfile,
    sites: Iterable[SiteRow],
    *,
    fail_open: float,
    inspectable: bool,
    panel: bool,
    record: bool,
    whole: bool,
    more: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Return the `Config` of config_types.js, without the names that the bridge adds.

    `fail_open` is in seconds. `whole`: a long history is read whole. `more` replaces entries.
    """
    return {
        "profile": profile.for_page(),
        "sites": list(sites),
        "openers": sorted({opener.lower() for opener in openers()} | {f"<{TAG}"}),
        "inspectable": inspectable,
        "panel": panel,
        "patience": round(fail_open * 1000),
        "record": record,
        "whole": whole,
        "language": language.current(),
        "words": language.words_in(injected_js.bundle(None, "main", injected_js.FACE)),
        **(more or {}),
    }

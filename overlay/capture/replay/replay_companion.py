"""The companion of a replay: tools, user, message box and clock come from the recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from observers.document import Document
from observers.protocol import Press
from overlay.capture.event_log import Log
from overlay.capture.model import InputLine, Pressed
from overlay.capture.recording import CorruptRecording, Recording
from overlay.capture.replay.recorded_io import (
    RecordedBox,
    RecordedHistory,
    RecordedSight,
    RecordedTools,
    RecordedUser,
    unfinished_runs,
)
from overlay.capture.replay.recorded_policy import recorded_policy
from overlay.capture.replay.recorded_relations import RecordedPageRelations
from overlay.common.clock import VirtualClock
from overlay.companion.companion import Companion
from overlay.companion.config import load_config
from overlay.companion.wiring import Runtime
from overlay.sites.loader import SiteProfile, load_profiles

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import BrowserContext


class ReplayCompanion(Companion):
    """A companion whose tools, user and message box answer from the recording. Commands to the page are held
    in its documents until the player takes them.
    """

    def __init__(
        self,
        recording: Recording,
        context: BrowserContext,
        inputs: list[InputLine],
        clock: VirtualClock,
        profile: SiteProfile | None = None,
    ) -> None:
        manifest = recording.manifest
        config = load_config(manifest.config)
        box = RecordedBox(inputs, clock)
        self.user = RecordedUser()
        self.log = Log(recording.live())
        tools = RecordedTools(manifest.tools, inputs, clock, unfinished=unfinished_runs(recording.live()))
        policy = recorded_policy(config.policy, manifest, inputs, tools, clock.now)
        self.history = RecordedHistory(inputs, policy)
        super().__init__(
            manifest.url,
            registry=tools,
            config=config,
            inspectable=True,
            profile=profile or profile_of(manifest.profile),
            context=context,
            policy=policy,
            approve=self.user,
            runtime=Runtime(
                clock,
                composer=lambda _: box,
                run_in_thread=at_once,
                page_config={"replay": True, "patience": 0, "face": "", "whole": True},
                held=True,
                look=RecordedSight(inputs, clock, self.log.number),
                relations=RecordedPageRelations(inputs, clock),
                recalled=self.history,
                page_is_loaded=True,
            ),
            notify=lambda _: None,
        )

    def press(self, line: Pressed, block_id: str) -> bool:
        """Press a block's button as the page script would; return whether a page shows the block."""
        found = self.parts.chats.find(block_id)
        if found:
            chat, block = found
            press = Press(
                t="press", block=block_id, action=line.action, nonce=block.nonce, values=line.values
            )
            self.manager.press(chat, press)
        return found is not None

    def tool_of(self, block_id: str) -> str:
        """Return the tool name of a block's call, "" if there is no such block."""
        found = self.parts.chats.find(block_id)
        return found[1].name if found else ""

    def document_of(self, block_id: str) -> Document | None:
        """Return the document that shows a block, None if there is none."""
        found = self.parts.chats.find(block_id)
        return found[0].document if found else None


def profile_of(plain: dict[str, Any]) -> SiteProfile:
    """Return the current profile of the recorded site, or the recorded profile if there is none of
    that name. Raises CorruptRecording if that is not valid.
    """
    return load_profiles().get(str(plain.get("name"))) or recorded_profile(plain)


def recorded_profile(plain: dict[str, Any]) -> SiteProfile:
    """Return the profile with which a recording was made. Raises CorruptRecording if it is not valid."""
    try:
        return SiteProfile.model_validate(plain)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise CorruptRecording(
            f"the site profile in the recording: {where}: {first['msg']}. Record it again."
        ) from error


async def at_once(work: Callable[[], Any]) -> Any:
    """Run `work` in the event loop instead of a thread, so that the next step waits for it."""
    return work()

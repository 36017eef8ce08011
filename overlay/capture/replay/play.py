"""Replays a recording: runs overlay on the recorded page in a real browser, offline."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from observers.safe_tasks import quietly
from overlay.capture.manifest import Manifest
from overlay.capture.model import Drawn, LogLine
from overlay.capture.recording import Expected, Recording
from overlay.capture.replay.documents import ReplayDocuments
from overlay.capture.replay.page_server import NOWHERE, ReplayServer
from overlay.capture.replay.player import Player, Watch
from overlay.capture.replay.replay_companion import ReplayCompanion
from overlay.capture.replay.replies import Replies, UnexpectedReply
from overlay.capture.replay.snapshots import BlockSnapshots, Box, Trees, UnexpectedLook
from overlay.capture.replay.timeline import timeline_of
from overlay.capture.shortcuts import Shortcuts
from overlay.common.clock import VirtualClock
from overlay.sites.loader import SiteProfile

if TYPE_CHECKING:
    from playwright.async_api import Browser

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a replay: event log, rendered blocks, `dom` (the page's final tree), duration in
    `seconds`.

    `shortcuts` make the next replay faster, `masks` are the boxes of ignored parts in each picture. All but
    `seconds` is the same each time.
    """

    log: list[LogLine]
    blocks: list[Drawn]
    dom: str
    shortcuts: Shortcuts
    seconds: float
    masks: dict[str, list[Box]] = field(default_factory=dict[str, list[Box]])


async def play(
    recording: Recording,
    *,
    browser: Browser,
    speed: float | None = None,
    pictures: Path | None = None,
    on_step: Watch | None = None,
    profile: SiteProfile | None = None,
    known: Expected | None = None,
    size: tuple[int, int] | None = None,
    ignored: Sequence[str] = (),
) -> Played:
    """Replay `recording` in a new context of `browser` and return the result.

    `speed` is relative to the recorded speed (None: as fast as possible). Screenshots of the blocks are
    written to the folder `pictures`, if given. `on_step` is awaited after each timeline event. `profile`
    replaces the current profile of the site. `known` is the result of an earlier replay; without it
    the result is the same. `size` is that of the page in place of the recorded one, `ignored` are selectors
    of parts whose boxes in the pictures are returned.

    Raises CorruptRecording if the recording can't be read or a step can't be applied, NotPlayed if the
    browser fails, and Playwright's Error if the browser is closed.
    """
    began = time.monotonic()
    timeline = timeline_of(recording, played=known is not None)
    clock, server = VirtualClock(), ReplayServer(recording)
    context = await browser.new_context(**_context(recording.manifest, size))
    try:
        await server.serve(context)
        await context.new_page()
        snapshots = BlockSnapshots(pictures, ignored, Trees(browser.version, known))
        replies = Replies(known.shortcuts.replies if known else None)
        async with ReplayCompanion(recording, context, timeline.inputs, clock, profile) as companion:
            documents = ReplayDocuments(companion, server)
            player = Player(companion, documents, clock, snapshots, replies, speed, on_step)
            await player.play(timeline)
            dom = await player.written()
            lines = list(player.lines)
        shortcuts = Shortcuts(replies.found, snapshots.sources)
        return Played(lines, snapshots.made, dom, shortcuts, time.monotonic() - began, snapshots.masks)
    except (UnexpectedReply, UnexpectedLook):
        log.info("%s is played again: overlay replies or draws otherwise than it did", recording.folder)
    finally:
        # Ctrl+C ends the browser too; an error of it here would hide that the replay was cancelled.
        await quietly(context.close())
    return await play(
        recording,
        browser=browser,
        speed=speed,
        pictures=pictures,
        on_step=on_step,
        profile=profile,
        known=known and known.without_replies(),
        size=size,
        ignored=ignored,
    )


def _context(manifest: Manifest, size: tuple[int, int] | None) -> dict[str, Any]:
    """Return Playwright's options for a context that is like the recorded one, but for the `size`."""
    width, height = size or (manifest.width, manifest.height)
    return {
        "viewport": {"width": width, "height": height},
        "color_scheme": "dark" if manifest.dark else "light",
        "reduced_motion": "reduce",
        "service_workers": "block",
        "accept_downloads": False,
        "locale": "en-US",
        "timezone_id": "UTC",
        "proxy": {"server": NOWHERE},
    }

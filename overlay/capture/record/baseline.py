"""Creates the expected result of a new recording by replaying it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from playwright.async_api import Error as PlaywrightError

from overlay.capture.check.accept import accept
from overlay.capture.check.block_history import block_histories
from overlay.capture.model import LogLine
from overlay.capture.recording import Recording
from overlay.capture.replay import NotPlayed, play
from overlay.capture.replay.browser import open_browser
from overlay.common import language
from overlay.common.errors import UsageError

SUBSTANCE = ("name", "call_id", "arguments", "status", "error_code")
"""Fields of a block's final state to compare. The other fields depend on times, which differ in a replay."""
OF_ALL_CALLS = ("name", "status", "error_code")
"""Those that a minimal recording keeps of a call that was never finished."""
Block = dict[str, Any]


class ReplayFailed(Exception):
    """A recording can't be replayed; the text says why."""


async def expect(
    folder: Path,
    *,
    notify: Callable[[str], None],
    browser: str | None = None,
    pictures: bool = True,
    anyway: bool = False,
) -> list[str]:
    """Replay the recording in `folder`, and return the differences from live, one line each.

    The result is saved as the expected one if nothing differs, or with `anyway`: later checks would call a
    wrong result "the same". Raises ReplayFailed, and BrowserNotFound if overlay finds no browser and can't
    install one.
    """
    with tempfile.TemporaryDirectory() as passing:
        shots = Path(passing) if pictures else None
        try:
            recording = Recording.open(folder)
            async with open_browser(headless=True, browser=browser, notify=notify) as running:
                with language.shown_in("en"):  # as each check does
                    played = await play(recording, browser=running, pictures=shots)
        except (UsageError, NotPlayed, PlaywrightError) as error:
            raise ReplayFailed(str(error).splitlines()[0]) from error
        found = differences(recording.live(), played.log, minimal=recording.manifest.minimal)
        if anyway or not found:
            accept(folder, played.log, played.blocks, played.dom, shots, played.shortcuts)
    return found


def differences(live: Iterable[LogLine], played: Iterable[LogLine], *, minimal: bool = False) -> list[str]:
    """Return the differences between the blocks of a replay and of the live run, one line each.

    `minimal`: the recording has no arguments of calls that were never finished.
    """
    before, after = blocks_of(live), blocks_of(played)
    found: list[str] = []
    for number in sorted(before.keys() | after.keys()):
        one, two = before.get(number), after.get(number)
        if one is None or two is None:
            named = (one or two or {}).get("name") or "a block"
            found.append(
                f"block {number} ({named}) is only there {'live' if two is None else 'in the replay'}"
            )
            continue
        named = one.get("name") or two.get("name")
        found += [
            f"block {number} ({named}): {field} was {one.get(field)!r} live, {two.get(field)!r} in the replay"
            for field in (OF_ALL_CALLS if minimal and not one.get("complete") else SUBSTANCE)
            if one.get(field) != two.get(field)
        ]
    return found


def blocks_of(lines: Iterable[LogLine]) -> dict[int, Block]:
    """Return the final fields of each block by its number, without withdrawn blocks."""
    return {
        history.block: history.info
        for history in block_histories(lines)
        if all(line.kind != "withdrawn" for line in history.lines)
    }

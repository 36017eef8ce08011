"""Takes pictures of the pages of two recordings of a site at the same moments, for a report.

Both recordings are replayed. Moments are the ends of the turns, and the states to which the calls come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.capture.check.align import align
from overlay.capture.check.block_history import STATES as ALL_STATES
from overlay.capture.check.block_history import block_histories
from overlay.capture.check.model import Pictures, Shown
from overlay.capture.check.runner.gallery import compared
from overlay.capture.check.runner.messages import DISTANCE
from overlay.capture.check.runner.pictures import Canvas, canvas
from overlay.capture.live_check.person import sent_texts
from overlay.capture.model import LogLine, Step
from overlay.capture.recording import Recording
from overlay.capture.replay import Moment, play
from overlay.capture.replay.still_frames import frames

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

STATES = frozenset(("ready", "scheduled", "done", "failed", "denied", "cancelled", "invalid", "incomplete"))
"""The states of a call that get a picture; the others pass at once."""
MOST = 40
"""Maximum number of pictures of one recording."""
_TO_THE_END = """() => {
  for (const element of document.querySelectorAll("*")) {
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
    if (scrolls) element.scrollTop = element.scrollHeight;
  }
  scrollTo(0, document.documentElement.scrollHeight);
}"""
"""Shows the newest messages: a recording does not hold how far the page was scrolled."""


@dataclass(slots=True)
class Film:
    """The pictures of one recording by turn (from 1) and by block and state, each with its step."""

    log: list[LogLine] = field(default_factory=list[LogLine])
    turns: dict[int, tuple[int, Path]] = field(default_factory=dict[int, tuple[int, Path]])
    states: dict[tuple[int, str], tuple[int, Path]] = field(
        default_factory=dict[tuple[int, str], tuple[int, Path]]
    )


async def both_pages(old: Recording, new: Recording, browser: Browser, folder: Path) -> list[Shown]:
    """Return the moments of both recordings in order; the pictures are written to `folder`.

    Raises CorruptRecording, NotPlayed, and Playwright's Error if the browser is closed.
    """
    before = await _film(old, browser, folder / "before")
    after = await _film(new, browser, folder / "now")
    found: list[tuple[int, Shown]] = []
    async with canvas(browser) as drawing:
        for turn in sorted(before.turns.keys() | after.turns.keys()):
            one, other = before.turns.get(turn), after.turns.get(turn)
            found.append(await _shown(drawing, Shown(turn=turn, pictures=Pictures()), one, other))
        for title, mine, theirs in _blocks(before.log, after.log):
            states = dict.fromkeys(status for number, status in before.states if number == mine)
            states |= dict.fromkeys(status for number, status in after.states if number == theirs)
            for status in states:
                one, other = before.states.get((mine, status)), after.states.get((theirs, status))
                moment = Shown(title=title, status=status, block=mine or theirs, pictures=Pictures())
                found.append(await _shown(drawing, moment, one, other))
    return [moment for _, moment in sorted(found, key=lambda pair: pair[0])]


async def _shown(
    drawing: Canvas, moment: Shown, one: tuple[int, Path] | None, other: tuple[int, Path] | None
) -> tuple[int, Shown]:
    """Return the moment with its pictures, and its step: the recorded one, else the new one."""
    pictures = Pictures(expected=str(one[1]) if one else "", got=str(other[1]) if other else "")
    if one and other:
        pictures, _ = await compared(drawing, one[1], other[1], DISTANCE)
    step = (one or other or (0,))[0]
    return step, moment.model_copy(update={"pictures": pictures, "step": step})


def _blocks(before: Sequence[LogLine], after: Sequence[LogLine]) -> list[tuple[str, int, int]]:
    """Return the title of each call, and its number on both sides, 0 where it is not."""
    aligned = align(block_histories(before), block_histories(after))
    found = [(one.title, one.block, other.block) for one, other in aligned.pairs if one.kind == "call"]
    found += [(one.title, one.block, 0) for one in aligned.missing if one.kind == "call"]
    return found + [(one.title, 0, one.block) for one in aligned.extra if one.kind == "call"]


async def _film(recording: Recording, browser: Browser, folder: Path) -> Film:
    film = Film()
    ends = _ends(recording)
    taken = 0

    async def watch(moment: Moment) -> None:
        nonlocal taken
        film.log += moment.lines
        states = _last_states(moment.lines)
        turns = [turn for turn, end in ends.items() if moment.n >= end and turn not in film.turns]
        if moment.page is None or not (states or turns) or taken >= MOST:
            return
        taken += 1
        path = folder / f"{taken}.png"
        await _take(moment.page, path)
        film.turns |= dict.fromkeys(turns, (moment.n, path))
        film.states |= {state: (moment.n, path) for state in states if state not in film.states}

    await play(recording, browser=browser, on_step=watch)
    return film


def _last_states(lines: Sequence[LogLine]) -> list[tuple[int, str]]:
    """Return the state of each block that the lines are about; the page no longer shows those before it."""
    last = {line.block: line.kind for line in lines if line.block and line.kind in ALL_STATES}
    return [(block, status) for block, status in last.items() if status in STATES]


def _ends(recording: Recording) -> dict[int, int]:
    """Return the last step of each turn: the one before the next message was sent, or the last of all."""
    lines = list(recording.page())
    sent = [at for at, _ in sent_texts(lines)]
    found: dict[int, int] = {}
    for turn, (start, end) in enumerate(pairwise([*sent, float("inf")]), 1):
        inside = [line.n for line in lines if isinstance(line, Step) and start <= line.at < end]
        found[turn] = max(inside, default=0)
    return found or {1: max((line.n for line in lines if isinstance(line, Step)), default=0)}


async def _take(page: Page, path: Path) -> None:
    async with frames(page):
        await page.evaluate(_TO_THE_END)
        await page.screenshot(path=path, animations="disabled", caret="initial")

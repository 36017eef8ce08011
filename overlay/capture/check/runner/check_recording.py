"""Checks one recording: replays it, then compares or accepts the result."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from overlay.capture.check import rendered_blocks
from overlay.capture.check.accept import accept
from overlay.capture.check.block_history import block_histories, moments
from overlay.capture.check.causes import merged
from overlay.capture.check.compare import TELLING, compare
from overlay.capture.check.environment_changes import changed
from overlay.capture.check.ignored_parts import ignored_by, without_parts
from overlay.capture.check.model import NO_RESULT, Difference, Shown, Verdict
from overlay.capture.check.runner import gallery
from overlay.capture.check.runner.gallery import ScreenshotDiff
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.runner.pictures import canvas
from overlay.capture.check.runner.viewports import other_sizes, size_of
from overlay.capture.recording import CorruptRecording, Expected, Recording
from overlay.capture.replay import Played, play
from overlay.common import language
from overlay.common.errors import OverlayError
from overlay.common.paths import cache_dir
from overlay.common.version import VERSION

if TYPE_CHECKING:
    from playwright.async_api import Browser

KEPT = 24 * 3600.0
"""Seconds for which the pictures of a check that failed are kept."""
MOMENTS = 2000
"""Maximum number of events of a recording on a report's timeline."""


async def check(name: str, folder: Path, browser: Browser, options: Options, scratch: Path) -> Verdict:
    """Replay the recording in `folder` and return the verdict; with `options.update`, accept the result.

    Pictures are written to `scratch`. Errors of the recording, the replay or the browser are not raised; they
    are a verdict with the outcome `error`. The blocks are drawn in English on every machine: their words are
    compared.
    """
    began = perf_counter()
    language.use("en")
    try:
        verdict = await _check(name, folder, browser, options, scratch)
    except (OverlayError, OSError) as error:
        verdict = _fault(name, folder, str(error))
    except PlaywrightError as error:
        first = str(error).strip().splitlines()[0]
        gone = "the browser ended: " if not browser.is_connected() else "the browser: "
        verdict = _fault(name, folder, gone + first)
    except asyncio.CancelledError:
        raise
    except Exception as error:  # a bug of overlay at one recording must not hide the other verdicts
        verdict = _fault(name, folder, f"overlay failed on it, {type(error).__name__}: {error}")
    return verdict.model_copy(update={"seconds": perf_counter() - began})


def _fault(name: str, folder: Path, problem: str) -> Verdict:
    return Verdict(name=name, folder=str(folder), outcome="error", problem=problem)


@dataclass(frozen=True, slots=True)
class _Plays:
    """The replays of a recording: in the recorded size of the page, and in `others` by their names."""

    main: Played
    others: dict[str, Played]
    ignored: list[str]


async def _check(name: str, folder: Path, browser: Browser, options: Options, scratch: Path) -> Verdict:
    recording = Recording.open(folder)
    expected = _accepted(recording, options)
    plays = await _play(recording, expected, browser, options, scratch)
    played = plays.main
    found, shown = await _differences(expected, plays, browser, options, scratch)
    verdict = Verdict(
        name=name,
        folder=str(folder),
        outcome="different" if found else "same",
        differences=found,
        notes=_notes(recording, expected, browser) if found else [],
        steps=recording.manifest.steps,
        blocks=len(block_histories(played.log)),
        expected=moments(expected.log, MOMENTS) if expected else [],
        got=moments(played.log, MOMENTS),
        shown=shown if found and not options.update else [],
    )
    if options.update:
        await _update(folder, expected, plays, browser, options, scratch, differs=bool(found))
        notes = verdict.notes if expected else [NO_RESULT]
        verdict = verdict.model_copy(update={"outcome": "updated", "notes": notes})
    return verdict


def _notes(recording: Recording, expected: Expected | None, browser: Browser) -> list[str]:
    """Return what may have caused a difference, the likeliest first."""
    edited = expected.edited if expected else ()
    return [*edited, *changed(recording.manifest, VERSION, browser.version)]


async def _play(
    recording: Recording, expected: Expected | None, browser: Browser, options: Options, scratch: Path
) -> _Plays:
    accepted = bool(expected and any(drawn.picture for drawn in expected.blocks))
    wanted = options.pictures or (accepted and (options.update or options.show))
    ignored = [*options.ignore, *ignored_by(recording.folder)]
    main = await play(
        recording,
        browser=browser,
        pictures=scratch if wanted else None,
        known=expected,
        ignored=ignored,
    )
    sizes = other_sizes(options, recording.manifest, expected) if wanted else []
    others = {
        name: await play(
            recording, browser=browser, pictures=scratch / name, size=size_of(name), ignored=ignored
        )
        for name in sizes
    }
    return _Plays(main, others, ignored)


async def _update(
    folder: Path,
    expected: Expected | None,
    plays: _Plays,
    browser: Browser,
    options: Options,
    scratch: Path,
    *,
    differs: bool,
) -> None:
    """Accept the replays, if anything of them is new. Pictures that look the same are left as they are."""
    main = plays.main
    pictured = any(drawn.picture for drawn in main.blocks)
    if pictured and expected:
        async with canvas(browser) as drawing:
            for size, played in {"": main, **plays.others}.items():
                got = ScreenshotDiff(played.blocks, scratch / size, played.masks)
                await gallery.keep_alike(drawing, expected.pictures / size, got, options)
    if expected is None or differs or pictured or expected.shortcuts != main.shortcuts:
        others = {size: played.blocks for size, played in plays.others.items()}
        pictures = scratch if pictured else None
        accept(folder, main.log, main.blocks, main.dom, pictures, main.shortcuts, others)


def _accepted(recording: Recording, options: Options) -> Expected | None:
    try:
        return recording.expected()
    except CorruptRecording:
        if options.update:
            return None
        raise


async def _differences(
    expected: Expected | None,
    plays: _Plays,
    browser: Browser,
    options: Options,
    scratch: Path,
) -> tuple[list[Difference], list[Shown]]:
    """Return the differences, and the moments that a report shows of them."""
    if expected is None:
        return [], []
    played = plays.main
    compared = partial(without_parts, selectors=plays.ignored)
    before = expected.log, expected.blocks, expected.dom
    found, aligned = compare(before, (played.log, played.blocks, played.dom), compared)
    if not options.pictures and not (options.show and any(drawn.picture for drawn in played.blocks)):
        return merged(found), []
    shown: list[Shown] = []
    async with canvas(browser) as drawing:
        for size, at_size in {"": played, **plays.others}.items():
            pairs = aligned.pairs
            if size:
                others, its = compare((expected.log, (), ""), (at_size.log, (), ""))
                found += [each.model_copy(update={"what": f"{each.what}, at {size}"}) for each in others]
                pairs = its.pairs
            was = ScreenshotDiff(expected.blocks, expected.pictures / size)
            now = ScreenshotDiff(at_size.blocks, scratch / size, at_size.masks)
            shown += await gallery.shown(drawing, pairs, was, now, options.distance, size)
    if options.pictures:
        excused = {one.block for one in found if one.kind in TELLING and one.block is not None}
        found += gallery.differences(shown, options.tolerance, excused, rendered_blocks.places(found))
    return merged(found), shown


def new_scratch() -> Path:
    """Create a folder for pictures and return it; folders of checks that are KEPT seconds old are removed."""
    place = cache_dir() / "check"
    place.mkdir(parents=True, exist_ok=True)
    for old in place.iterdir():
        with suppress(OSError):
            if old.stat().st_mtime < time.time() - KEPT:
                shutil.rmtree(old)
    return Path(tempfile.mkdtemp(dir=place))


def leave(scratch: Path, verdicts: Iterable[Verdict]) -> None:
    """Remove a folder of pictures, unless a difference names one of them: the user wants to look at it."""
    named = (one.pictures for verdict in verdicts for one in verdict.differences)
    if not any(pictures and (pictures.got or pictures.difference) for pictures in named):
        shutil.rmtree(scratch, ignore_errors=True)

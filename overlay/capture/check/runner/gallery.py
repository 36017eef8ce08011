"""Compares the screenshots of a replay with the accepted ones."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path

from overlay.capture.check import rendered_blocks
from overlay.capture.check.block_history import BlockHistory
from overlay.capture.check.model import Difference, Pictures, Shown, place
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.runner.pictures import Canvas, NotAPicture
from overlay.capture.model import Drawn
from overlay.capture.replay.snapshots import Box

UNDISPLAYED = "the page does not display the block"
NONE = "no picture was accepted"


@dataclass(frozen=True, slots=True)
class ScreenshotDiff:
    """The rendered blocks of a replay, the folder with their screenshots, and what each leaves out."""

    drawings: list[Drawn]
    folder: Path
    masks: Mapping[str, Sequence[Box]] = field(default_factory=dict[str, Sequence[Box]])


async def shown(
    canvas: Canvas,
    pairs: Iterable[tuple[BlockHistory, BlockHistory]],
    expected: ScreenshotDiff,
    got: ScreenshotDiff,
    distance: int,
    viewport: str = "",
) -> list[Shown]:
    """Return each state of the blocks that has a screenshot, the new one compared with the accepted one.

    A picture of the changed pixels is written beside the new screenshot, as `NAME-difference.png`.
    """
    before, after = rendered_blocks.by_block(expected.drawings), rendered_blocks.by_block(got.drawings)
    found: list[Shown] = []
    for mine, theirs in pairs:
        for one, other in rendered_blocks.beside(before.get(mine.block, []), after.get(theirs.block, [])):
            if one is None or other is None:
                continue
            # Another size of the page has the same blocks, but maybe no accepted pictures.
            was = expected.folder / one.picture if one.picture and expected.folder.is_dir() else None
            if other.picture:
                masks = got.masks.get(other.picture, ())
                pictures, problem = await compared(canvas, was, got.folder / other.picture, distance, masks)
            elif was and was.is_file():
                pictures, problem = Pictures(expected=str(was)), UNDISPLAYED
            else:
                continue
            moment = Shown(
                title=mine.title,
                status=other.status,
                block=mine.block,
                name=mine.name,
                call_id=mine.call_id,
                step=dict(mine.path()).get(other.status, mine.first),
                viewport=viewport,
                pictures=pictures,
                problem=problem,
            )
            found.append(moment)
    return found


async def compared(
    canvas: Canvas, was: Path | None, now: Path, distance: int, masks: Sequence[Box] = ()
) -> tuple[Pictures, str]:
    """Return two pictures with their difference, and the reason why they can't be compared, or ""."""
    if was is None:
        return Pictures(got=str(now)), NONE
    try:
        before, after = (path.read_bytes() for path in (was, now))
        result = await canvas.compare(before, after, distance, masks)
    except FileNotFoundError as error:
        return Pictures(
            got=str(now)
        ), f"{error.filename} is missing. Restore it, or accept: overlay check --update"
    except (OSError, NotAPicture) as error:
        return Pictures(got=str(now)), str(error)
    difference = now.with_name(f"{now.stem}-difference.png")
    if result.share:
        difference.write_bytes(result.picture)
    pictures = Pictures(
        expected=str(was),
        got=str(now),
        difference=str(difference) if result.share else "",
        share=result.share,
        box=result.box,
        masks=list(masks),
    )
    return pictures, ""


def differences(
    moments: Iterable[Shown], tolerance: float, excused: Set[int], drawn: Set[str] = frozenset()
) -> list[Difference]:
    """Return a difference for each screenshot of which more than the share `tolerance` differs.

    `excused` are the blocks (by expected number) with other differences that explain these, `drawn` the
    states of blocks whose DOM differs. If nothing explains several pictures, the first one is told and names
    the others: one change of the style shows in all of them.
    """
    found: list[Difference] = []
    for moment in moments:
        if moment.problem or moment.pictures.share > tolerance:
            follows = moment.block in excused or place(moment.block, moment.status) in drawn
            found.append(_difference(moment).model_copy(update={"follows": follows}))
    return _told_once(found)


async def keep_alike(canvas: Canvas, accepted: Path, got: ScreenshotDiff, options: Options) -> None:
    """Replace each new picture of `got` by the accepted one that differs by no more than `options` allow.

    An update then changes only the files of pictures that look different.
    """
    for name in {drawn.picture for drawn in got.drawings if drawn.picture}:
        before, after, masks = accepted / name, got.folder / name, got.masks.get(name, ())
        try:
            result = await canvas.compare(before.read_bytes(), after.read_bytes(), options.distance, masks)
        except (OSError, NotAPicture):
            continue
        if result.share <= options.tolerance:
            shutil.copyfile(before, after)


def _told_once(found: list[Difference]) -> list[Difference]:
    alike = [one for one in found if not one.follows and one.pictures and one.pictures.difference]
    if len(alike) < 2:
        return found
    first, *others = alike
    also = [one.place for one in others]
    known = set(map(id, others))
    told = [one.model_copy(update={"follows": True}) if id(one) in known else one for one in found]
    return [one.model_copy(update={"also": also}) if one is first else one for one in told]


def _difference(moment: Shown) -> Difference:
    size = moment.viewport
    title = f"{moment.title}, {moment.status}{f', at {size}' if size else ''}"
    if moment.problem == NONE:
        takes = f"--viewport {size}" if size else "--pixels"
        what = f"{NONE}{f' at {size}' if size else ''}: overlay check --update {takes} takes them"
    elif moment.problem:
        what = f"picture of {title}, can't be compared: {moment.problem}"
    else:
        what = f"picture of {title}: {_described(moment.pictures)}"
    return Difference(
        kind="picture",
        what=what,
        block=moment.block,
        name=moment.name,
        call_id=moment.call_id,
        step=moment.step,
        status=moment.status,
        viewport=size,
        pictures=moment.pictures,
    )


def _described(pictures: Pictures) -> str:
    share = f"{pictures.share:.1%}" if pictures.share >= 0.001 else "under 0.1%"
    if pictures.box is None:
        return f"{share} differ"
    x, y, width, height = pictures.box
    return f"{share} of the pixels differ, in {width} × {height} at ({x}, {y})"

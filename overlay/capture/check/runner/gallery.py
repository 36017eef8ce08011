"""Compares the screenshots of a replay with the accepted ones."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Set
from dataclasses import dataclass
from pathlib import Path

from overlay.capture.check import rendered_blocks
from overlay.capture.check.block_history import BlockHistory
from overlay.capture.check.model import Difference, Pictures
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.runner.pictures import Canvas, Compared, NotAPicture
from overlay.capture.model import Drawn

NONE = "no picture was accepted of {}, {}: overlay check --update --pixels takes them"


@dataclass(frozen=True, slots=True)
class ScreenshotDiff:
    """The rendered blocks of a replay and the folder with their screenshots."""

    drawings: list[Drawn]
    folder: Path


async def compare(
    canvas: Canvas,
    pairs: Iterable[tuple[BlockHistory, BlockHistory]],
    expected: ScreenshotDiff,
    got: ScreenshotDiff,
    options: Options,
    excused: set[int],
    drawn: Set[str] = frozenset(),
) -> list[Difference]:
    """Return a difference for each screenshot that differs by more than `options` allow.

    A picture of the changed pixels is written beside the new screenshot, as `NAME-difference.png`. `excused`
    are the blocks (by expected number) with other differences that explain these, `drawn` the states of
    blocks that were drawn otherwise. Of the pictures that nothing explains, the first is told and names the
    others: one change of the style is seen in all of them.
    """
    before, after = rendered_blocks.by_block(expected.drawings), rendered_blocks.by_block(got.drawings)
    found: list[Difference] = []
    for mine, theirs in pairs:
        for one, other in rendered_blocks.beside(before.get(mine.block, []), after.get(theirs.block, [])):
            if one is None or other is None or not other.picture:
                continue
            difference = await _one(canvas, mine, (one, expected.folder), (other, got.folder), options)
            if difference:
                follows = mine.block in excused or difference.place in drawn
                found.append(difference.model_copy(update={"follows": follows}))
    return _told_once(found)


async def keep_alike(
    canvas: Canvas, accepted: Path, drawings: Iterable[Drawn], folder: Path, options: Options
) -> None:
    """Replace each new picture in `folder` by the accepted one that differs by no more than `options` allow.

    An update then changes only the files of pictures that look different.
    """
    for name in {drawn.picture for drawn in drawings if drawn.picture}:
        before, after = accepted / name, folder / name
        try:
            compared = await canvas.compare(before.read_bytes(), after.read_bytes(), options.distance)
        except (OSError, NotAPicture):
            continue
        if compared.share <= options.tolerance:
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


async def _one(
    canvas: Canvas,
    history: BlockHistory,
    expected: tuple[Drawn, Path],
    got: tuple[Drawn, Path],
    options: Options,
) -> Difference | None:
    drawing = got[0]
    after = got[1] / drawing.picture
    before = expected[1] / expected[0].picture
    if not expected[0].picture:
        return _of(history, drawing, NONE.format(history.title, drawing.status), Pictures(got=str(after)))
    try:
        compared = await canvas.compare(before.read_bytes(), after.read_bytes(), options.distance)
    except (OSError, NotAPicture) as error:
        what = f"picture of {history.title}, {drawing.status}, can't be compared: {error}"
        return _of(history, drawing, what, Pictures(got=str(after)))
    if compared.share <= options.tolerance:
        return None
    difference = after.with_name(f"{after.stem}-difference.png")
    difference.write_bytes(compared.picture)
    shown = Pictures(
        expected=str(before),
        got=str(after),
        difference=str(difference),
        share=compared.share,
        box=compared.box,
    )
    what = f"picture of {history.title}, {drawing.status}: {_described(compared)}"
    return _of(history, drawing, what, shown)


def _described(compared: Compared) -> str:
    share = f"{compared.share:.1%}" if compared.share >= 0.001 else "under 0.1%"
    if compared.box is None:
        return f"{share} differ"
    x, y, width, height = compared.box
    return f"{share} of the pixels differ, in {width} × {height} at ({x}, {y})"


def _of(history: BlockHistory, drawing: Drawn, what: str, pictures: Pictures) -> Difference:
    return Difference(
        kind="picture",
        what=what,
        block=history.block,
        name=history.name,
        call_id=history.call_id,
        step=dict(history.path()).get(drawing.status, history.first),
        status=drawing.status,
        pictures=pictures,
    )

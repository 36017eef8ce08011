from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from overlay.capture.check.model import Difference
from overlay.capture.check.runner.gallery import ScreenshotDiff, differences, keep_alike, shown
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.runner.pictures import Canvas, Compared, NotAPicture
from overlay.capture.replay.snapshots import Box
from tests.capture.check.logs import drawing, story

STATES = ("ready", "running", "done")
PAIRS = [(story("read"), story("read"))]


class Compares:
    """The border to the browser: says how far two pictures are apart."""

    def __init__(self, share: float) -> None:
        self.share = share

    async def compare(self, expected: bytes, got: bytes, distance: int, masks: Sequence[Box]) -> Compared:
        if b"damaged" in (expected, got):
            raise NotAPicture("it is a damaged PNG")
        return Compared(self.share, (1, 2, 30, 4) if self.share else None, b"shown")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1-ready.png").write_bytes(b"png")
    return tmp_path / "before", tmp_path / "after"


async def found(
    folders: tuple[Path, Path],
    share: float = 0.05,
    *,
    before: str = "1-ready.png",
    after: str = "1-ready.png",
    excused: tuple[int, ...] = (),
    tolerance: float = 0.01,
) -> list[Difference]:
    was, now = (drawing(1).model_copy(update={"picture": name}) for name in (before, after))
    made = cast("Canvas", Compares(share))
    galleries = ScreenshotDiff([was], folders[0]), ScreenshotDiff([now], folders[1])
    moments = await shown(made, PAIRS, *galleries, 16)
    return differences(moments, tolerance, set(excused))


async def test_pictures_beyond_the_tolerance_differ_and_a_third_picture_shows_where(
    folders: tuple[Path, Path],
) -> None:
    assert await found(folders, 0.01) == []
    [difference] = await found(folders)
    assert difference.what == "picture of read, ready: 5.0% of the pixels differ, in 30 × 4 at (1, 2)"
    assert difference.step == 1
    assert difference.pictures is not None
    assert difference.pictures.difference == str(folders[1] / "1-ready-difference.png")
    assert await asyncio.to_thread(Path(difference.pictures.difference).read_bytes) == b"shown"
    [difference] = await found(folders, 0.0001, tolerance=0)
    assert "under 0.1% of the pixels differ" in difference.what


async def test_a_picture_that_was_never_accepted_is_damaged_or_is_lost_says_so(
    folders: tuple[Path, Path],
) -> None:
    [difference] = await found(folders, before="")
    assert "overlay check --update --pixels" in difference.what
    (folders[0] / "1-ready.png").write_bytes(b"damaged")
    [difference] = await found(folders)
    assert difference.what == "picture of read, ready, can't be compared: it is a damaged PNG"
    (folders[0] / "1-ready.png").unlink()
    [difference] = await found(folders)
    assert "can't be compared" in difference.what


async def test_one_change_of_the_style_is_told_at_the_first_picture_that_nothing_explains(
    folders: tuple[Path, Path],
) -> None:
    drawings = [drawing(1, status).model_copy(update={"picture": "1-ready.png"}) for status in STATES]
    galleries = [ScreenshotDiff(drawings, folder) for folder in folders]
    made = cast("Canvas", Compares(0.05))
    drawn = {"block 1 running"}
    moments = await shown(made, PAIRS, galleries[0], galleries[1], 16)
    told = differences(moments, 0.001, set(), drawn)
    assert [one.follows for one in told] == [False, True, True]
    assert [one.also for one in told] == [["block 1 done"], [], []]


async def test_a_picture_of_a_block_with_another_difference_follows_from_that(
    folders: tuple[Path, Path],
) -> None:
    [difference] = await found(folders, excused=(1,))
    assert difference.follows


async def test_a_block_that_had_a_picture_and_is_not_displayed_any_more_is_told(
    folders: tuple[Path, Path],
) -> None:
    [difference] = await found(folders, after="")
    assert difference.what == "picture of read, ready, can't be compared: the page does not display the block"
    assert await found(folders, before="", after="") == []
    (folders[0] / "1-ready.png").unlink()
    assert await found(folders, after="") == []


async def test_an_update_writes_only_pictures_that_differ_by_more_than_the_tolerance(
    folders: tuple[Path, Path],
) -> None:
    accepted, new = folders
    (new / "1-ready.png").write_bytes(b"new png")
    (new / "1-done.png").write_bytes(b"never accepted")
    drawings = [drawing(1).model_copy(update={"picture": f"1-{state}.png"}) for state in ("ready", "done")]
    options, got = Options(tolerance=0.01), ScreenshotDiff(drawings, new)
    await keep_alike(cast("Canvas", Compares(0.02)), accepted, got, options)
    assert (new / "1-ready.png").read_bytes() == b"new png"
    await keep_alike(cast("Canvas", Compares(0.01)), accepted, got, options)
    assert (new / "1-ready.png").read_bytes() == b"png"
    assert (new / "1-done.png").read_bytes() == b"never accepted"

"""Accepts a replay: writes the new `expected/` to a temporary folder and renames it.

If the process is killed, the old or the new result stays complete: between the two renames the old one is at
`recording.FORMER`, where `Recording.expected` finds it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from overlay.capture.model import Drawn, LogLine
from overlay.capture.recording import BLOCKS, DOM, EXPECTED, FORMER, LOG, PICTURES, write_lines

NEW = ".expected-new-"


def accept(
    folder: Path, log: Iterable[LogLine], blocks: Iterable[Drawn], dom: str, pictures: Path | None = None
) -> None:
    """Store the result of a replay as the expected result of the recording in `folder`.

    `pictures` is the folder with the screenshots that `blocks` name; they are copied. Raises OSError; the
    previous result is then unchanged.
    """
    for left in folder.glob(f"{NEW}*"):
        shutil.rmtree(left, ignore_errors=True)
    new = Path(tempfile.mkdtemp(prefix=NEW, dir=folder))
    try:
        new.chmod(folder.stat().st_mode)
        drawn = list(blocks)
        write_lines(new / LOG, log)
        write_lines(new / BLOCKS, drawn)
        (new / DOM).write_text(dom, encoding="utf-8", errors="surrogatepass", newline="")
        for name in {one.picture for one in drawn if one.picture and pictures}:
            (new / PICTURES).mkdir(exist_ok=True)
            shutil.copyfile(Path(pictures or "", name), new / PICTURES / name)
        _on_disk(new)
        _take_place(folder, new)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _take_place(folder: Path, new: Path) -> None:
    current, former = folder / EXPECTED, folder / FORMER
    if current.exists():
        shutil.rmtree(former, ignore_errors=True)
        current.rename(former)
    try:
        new.rename(current)
    except OSError:
        if former.exists():
            former.rename(current)
        raise
    shutil.rmtree(former, ignore_errors=True)


def _on_disk(folder: Path) -> None:
    """Flush the files to disk, before the folder replaces the old one."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb+") as file:
                os.fsync(file.fileno())

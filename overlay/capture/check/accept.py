"""Accepts a replay: its result becomes the expected result of the recording."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from overlay.capture.checksums import checksums
from overlay.capture.model import Drawn, LogLine
from overlay.capture.recording import BLOCKS, CHECKSUMS, DOM, EXPECTED, LOG, PICTURES, write_lines
from overlay.capture.shortcuts import NO_SHORTCUTS, Shortcuts
from overlay.capture.whole_folder import replacing_folder


def accept(
    folder: Path,
    log: Iterable[LogLine],
    blocks: Iterable[Drawn],
    dom: str,
    pictures: Path | None = None,
    shortcuts: Shortcuts = NO_SHORTCUTS,
    others: Mapping[str, Iterable[Drawn]] = MappingProxyType({}),
) -> None:
    """Store the result of a replay as the expected result of the recording in `folder`.

    `pictures` is the folder with the screenshots that `blocks` name; they are copied. `others` are the blocks
    in other sizes of the page, whose screenshots are in folders of these names in `pictures`. `shortcuts`
    make the next replay faster. Raises OSError; the previous result is then unchanged.
    """
    drawn = list(blocks)
    with replacing_folder(folder / EXPECTED) as new:
        write_lines(new / LOG, log)
        write_lines(new / BLOCKS, drawn)
        (new / DOM).write_text(dom, encoding="utf-8", errors="surrogatepass", newline="")
        shortcuts.write(new)
        for size, its in {"": drawn, **others}.items():
            for name in {one.picture for one in its if one.picture and pictures}:
                (new / PICTURES / size).mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path(pictures or "", size, name), new / PICTURES / size / name)
        (new / CHECKSUMS).write_text(json.dumps(checksums(new), indent=0) + "\n", encoding="utf-8")

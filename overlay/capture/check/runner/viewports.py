"""Further sizes of the page in which a recording is checked, each with its own accepted pictures.

The pictures of a size are in a folder of that name, such as `expected/pictures/390x844`; those of the
recorded size are beside these folders. Sizes that were accepted once are checked and accepted from then on.
"""

from __future__ import annotations

import re
from pathlib import Path

from overlay.capture.check.runner.messages import Options
from overlay.capture.manifest import Manifest
from overlay.capture.recording import Expected
from overlay.common.errors import UsageError

_SIZE = re.compile(r"([1-9]\d{1,3})x([1-9]\d{1,3})")


def size_of(name: str) -> tuple[int, int]:
    """Return the width and the height that a name such as `390x844` means. Raises UsageError."""
    found = _SIZE.fullmatch(name)
    if found is None:
        raise UsageError(
            f"--viewport {name}: no size of a page", advice="Give width and height, such as 390x844."
        )
    return int(found[1]), int(found[2])


def other_sizes(options: Options, manifest: Manifest, expected: Expected | None) -> list[str]:
    """Return the sizes besides the recorded one to check. An update keeps all that were accepted."""
    saved = _saved(expected.pictures) if expected and (options.update or not options.viewports) else []
    recorded = f"{manifest.width}x{manifest.height}"
    return [name for name in dict.fromkeys([*options.viewports, *saved]) if name != recorded]


def _saved(pictures: Path) -> list[str]:
    if not pictures.is_dir():
        return []
    return sorted(path.name for path in pictures.iterdir() if path.is_dir() and _SIZE.fullmatch(path.name))

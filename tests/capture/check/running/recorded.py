"""The recording of the bundled demo that the checks are tested on.

Made anew by: python -m overlay capture demo --headless --auto-execute --force -o tests/capture/recordings/demo
and accepted by: python -m overlay check --update tests/capture/recordings
"""

from __future__ import annotations

import shutil
from pathlib import Path

from overlay.capture.folder import EXPECTED
from tests.house.tree import ROOT

DEMO = ROOT / "tests/capture/recordings/demo"


def copy_of_demo(folder: Path, *, accepted: bool = False) -> Path:
    """A copy to work on; without what was accepted, unless asked for."""
    left = () if accepted else (EXPECTED,)
    return Path(shutil.copytree(DEMO, folder, ignore=shutil.ignore_patterns(*left)))

"""The recording of the bundled demo that the checks are tested on.

Made anew by: python -m overlay capture demo --headless --auto-execute --no-replay --force -o DEMO
and accepted by: python -m overlay check --update DEMO
"""

from __future__ import annotations

import shutil
from pathlib import Path

from overlay.capture.model import Step
from overlay.capture.recording import EXPECTED, INPUTS, PAGE, Recording, write_lines
from tests.house.tree import ROOT

DEMO = ROOT / "tests/capture/recordings/demo"
SHORT = 220
"""Steps up to which the demo's first calls have run."""


def copy_of_demo(folder: Path, *, accepted: bool = False, steps: int = SHORT) -> Path:
    """A copy to work on, cut off after so many steps; without what was accepted, unless asked for."""
    left = () if accepted else (EXPECTED,)
    shutil.copytree(DEMO, folder, ignore=shutil.ignore_patterns(*left))
    whole = Recording.open(DEMO)
    page = [line for line in whole.page() if not isinstance(line, Step) or line.n <= steps]
    write_lines(folder / PAGE, page)
    write_lines(folder / INPUTS, [line for line in whole.inputs() if line.n < steps])
    manifest = whole.manifest.model_copy(update={"steps": steps, "length": page[-1].at})
    (folder / "recording.json").write_text(manifest.model_dump_json())
    return folder

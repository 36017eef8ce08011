"""The recordings that the checks are tested on: the bundled demo, and a short one made by hand.

The demo is made anew by: python -m overlay capture demo --headless --auto-execute --no-replay --force -o DEMO
and accepted by: python -m overlay check --update DEMO
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from overlay.capture.model import Step
from overlay.capture.recording import EXPECTED, INPUTS, PAGE, Recording, write_lines
from tests.capture.made import NOTE, Made, call, element, text
from tests.house.tree import ROOT

DEMO = ROOT / "tests/capture/recordings/demo"
SHORT = 60
"""The number of steps until the demo's first call has run and its result has been sent."""
AUTO: dict[str, Any] = {
    "policy": {"auto_execute": ["note", "keep"], "delay": 0.5},
    "returns": {"auto_insert": True, "auto_submit": True},
}


def copy_of_demo(folder: Path, *, accepted: bool = False, steps: int = SHORT) -> Path:
    """Make a copy with the first `steps` steps, and without the accepted result unless `accepted`."""
    left = () if accepted else (EXPECTED,)
    shutil.copytree(DEMO, folder, ignore=shutil.ignore_patterns(*left))
    whole = Recording.open(DEMO)
    page = [line for line in whole.page() if not isinstance(line, Step) or line.n <= steps]
    write_lines(folder / PAGE, page)
    write_lines(folder / INPUTS, [line for line in whole.inputs() if line.n < steps])
    manifest = whole.manifest.model_copy(update={"steps": steps, "length": page[-1].at})
    (folder / "recording.json").write_text(manifest.model_dump_json())
    return folder


def two_calls(folder: Path) -> Path:
    """Make a recording in which `note` (1) and `keep` (2) run automatically, one after the other."""
    made = Made()
    made.manifest |= {"config": AUTO, "tools": [NOTE, {**NOTE, "name": "keep"}]}
    made.open(element(10, "h1", text(11, "A chat")))
    for number, tool in ((1, "note"), (2, "keep")):
        made.stream(call("hello", str(number), tool), size=30)
        given: dict[str, Any] = {"name": tool, "arguments": {}, "took": 200, "result": {"text": "kept"}}
        made.input("ran", block=number, **given)
        made.at += 2000
    return made.write(folder).folder

"""Builds what each run needs and what takes long the first time, while the browser starts."""

from __future__ import annotations

import injected_js
from overlay.common.secrets import hide
from overlay.detection import StreamDetector, ToolIndex, openers

_TEXT = 'A block:\n```json\n{"a": 1}\n```\n{'
"""A text that is read with all patterns of the formats and of announced examples."""


def warm_up(tools: ToolIndex) -> None:
    """Read the page script, and compile the formats and the secret patterns.

    Blocks, so run it in a thread; neither the browser's start nor the first block then waits for it.
    """
    injected_js.source({"face": "none"})
    openers()
    StreamDetector(tools).feed(_TEXT)
    hide("none")

"""Builds the HTML of the panel's page, and the script for its isolated world, from the files in `static/`."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import injected_js

FOLDER = Path(__file__).parent / "static"
POLICY = "default-src 'none'; media-src data:; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'"
"""Allows no script, image or request: only the one style sheet, by its hash, and sounds in the page."""


@cache
def html() -> str:
    """Return the page, with its style sheet and its Content Security Policy."""
    sheet = injected_js.design_tokens() + (FOLDER / "panel.css").read_text("utf-8")
    mark = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    page = (FOLDER / "panel.html").read_text("utf-8")
    return page.replace("{{policy}}", POLICY.format(mark)).replace("{{sheet}}", sheet)


def script(config: Mapping[str, object]) -> str:
    """Return the script; `config` is the `Config` of types.js and must be JSON."""
    bundle = injected_js.bundle(FOLDER)
    return f"(() => {{\n'use strict';\n{bundle}\nmain.start({json.dumps(config)});\n}})();"

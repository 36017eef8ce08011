"""Makes the HTML of the panel's page, and the script for its isolated world, from the files in `static/`."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import injected_js
from overlay.common import language

FOLDER = Path(__file__).parent / "static"
POLICY = "default-src 'none'; media-src data:; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'"
"""Allows no script, image or request: only the style sheet, by its hash, and sounds in `data:` URLs."""


def html() -> str:
    """Return the page in the user's language, with its style sheet and its Content Security Policy."""
    return _html(language.current())


@cache
def _html(code: str) -> str:
    from jinja2 import Environment

    sheet = (
        injected_js.design_tokens() + injected_js.result_styles() + (FOLDER / "panel.css").read_text("utf-8")
    )
    mark = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    page = Environment(autoescape=True).from_string((FOLDER / "panel.html").read_text("utf-8"))
    return page.render(
        _=language.translate,
        language=code,
        languages=language.LANGUAGES,
        policy=POLICY.format(mark),
        sheet=sheet,
    )


def script(config: Mapping[str, object]) -> str:
    """Return the script; `config` is the `Config` of main.js without `words`, and must be JSON."""
    bundle = injected_js.bundle(FOLDER)
    start = json.dumps({**config, "words": language.words_in(bundle)})
    return f"(() => {{\n'use strict';\n{bundle}\nmain.start({start});\n}})();"

"""Decides which parts of a recorded page are built: none that run script or load another document.

`injected_js/replaying/replay_sanitizer.js` has the same rules; a test compares the two.
"""

from __future__ import annotations

import re

FRAMES = frozenset(("iframe", "frame", "object", "embed", "portal", "fencedframe"))
LEADS = frozenset(("src", "data"))
NOT_RECORDED = "noscript"
"""This element is not recorded and not in tree dumps."""
_BLANK = re.compile("[\0- ]")


def kept(tag: str, name: str, value: str) -> bool:
    """Return whether an attribute is built."""
    lower = name.lower()
    if lower.startswith("on") or lower in ("nonce", "srcdoc", "integrity"):
        return False
    if tag == "script" and lower == "src":
        return False
    if tag in FRAMES and lower in LEADS:
        return False
    if tag == "meta" and lower == "http-equiv":
        return False
    return not _BLANK.sub("", value).lower().startswith("javascript:")


def silent(tag: str) -> bool:
    """Return whether an element's text is code, which is not built."""
    return tag == "script"

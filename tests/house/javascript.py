"""Checks JavaScript: `python -m tests.house.javascript`, exit code 1 if something is wrong.

TypeScript checks the types of the page script and the panel, Biome the format and style of all our JavaScript; `--fix`
formats it. Both are installed once into the user's cache folder, and run by the node that comes with pyright.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import platformdirs

from overlay.common.file_lock import exclusive_lock
from tests.house.tree import ROOT
from tests.support.node import NODE, NPM, path

_SECONDS = 300


def main(fix: bool = False) -> int:
    """Run the checks, which print what they find. Return 1 if one of them found something."""
    modules = install(platformdirs.user_cache_path("overlay", appauthor=False))
    colors = "force" if sys.stdout.isatty() else "off"
    biome = ("check", "--write") if fix else ("ci",)
    style = node(
        modules / "@biomejs" / "biome" / "bin" / "biome",
        *biome,
        "--error-on-warnings",
        f"--colors={colors}",
        cwd=ROOT,
    )
    types = node(modules / "typescript" / "bin" / "tsc", "--pretty", "false", "--project", ".", cwd=ROOT)
    return 1 if style or types else 0


def install(cache: Path) -> Path:
    """The `node_modules` that package-lock.json lists, installed (npm checks the hashes) if they are not yet."""
    lock = (ROOT / "package-lock.json").read_bytes()
    folder = cache / "javascript" / hashlib.sha256(lock).hexdigest()[:16]
    folder.parent.mkdir(parents=True, exist_ok=True)
    held = TimeoutError(f"Another run has been installing them for over {_SECONDS} s.")
    with exclusive_lock(folder.parent / "lock", seconds=_SECONDS, error=held):
        if not folder.exists():
            half = Path(tempfile.mkdtemp(dir=folder.parent))
            try:
                for file in ("package.json", "package-lock.json"):
                    shutil.copy(ROOT / file, half)
                if node(NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=half):
                    sys.exit("npm could not install TypeScript and Biome.")
                half.rename(folder)
            finally:
                shutil.rmtree(half, ignore_errors=True)
    return folder / "node_modules"


def node(*words: Path | str, cwd: Path) -> int:
    """Run the node of pyright's package, so that the check needs no other; return its exit code."""
    environment = {**os.environ, "PATH": path()}
    return subprocess.run(
        [str(NODE), *map(str, words)], cwd=cwd, env=environment, timeout=_SECONDS, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(fix="--fix" in sys.argv))

"""TypeScript for the check of the page's script: brought in once, kept in the person's cache folder."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from overlay.browser.lock import only_one
from tests.house.tree import ROOT
from tests.node import NODE, NPM, path

_SECONDS = 300


def install(cache: Path) -> Path:
    """The `node_modules` that package-lock.json lists, installed (npm checks the hashes) if need be."""
    lock = (ROOT / "package-lock.json").read_bytes()
    folder = cache / "typescript" / hashlib.sha256(lock).hexdigest()[:16]
    folder.parent.mkdir(parents=True, exist_ok=True)
    with only_one(folder.parent / "lock", seconds=_SECONDS):
        if not folder.exists():
            half = Path(tempfile.mkdtemp(dir=folder.parent))
            try:
                for file in ("package.json", "package-lock.json"):
                    shutil.copy(ROOT / file, half)
                done = node(NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=half)
                assert done.returncode == 0, f"npm could not bring TypeScript in:\n{done.stderr}"
                half.rename(folder)
            finally:
                shutil.rmtree(half, ignore_errors=True)
    return folder / "node_modules"


def check(project: Path, modules: Path) -> list[str]:
    """What `tsc` finds in `project`, under the project's tsconfig.json: one line a finding."""
    result = node(modules / "typescript" / "bin" / "tsc", "--pretty", "false", "--project", ".", cwd=project)
    lines = [line for line in result.stdout.splitlines() if line.strip()]
    assert lines or result.returncode == 0, result.stderr
    return lines


def node(*words: Path | str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Node as it comes with pyright, so that the tests ask for no other."""
    return subprocess.run(
        [str(NODE), *map(str, words)],
        cwd=cwd,
        env={**os.environ, "PATH": path()},
        capture_output=True,
        encoding="utf-8",
        timeout=_SECONDS,
        check=False,
    )

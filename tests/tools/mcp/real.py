"""Real servers out of the package registries, installed once into the user's cache and used from there."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from tests.support.node import NODE, NPM, path

PYTHON = ["mcp-server-time==2026.10.19", "mcp-server-git==2026.10.19"]
NPM_SERVERS = [
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/server-filesystem@2026.8.31",
    "@modelcontextprotocol/server-memory@2026.8.31",
]


def install() -> Path:
    """Return the folder of the servers: `py` (for PYTHONPATH) and `node/node_modules/.bin` (for PATH)."""
    mark = hashlib.sha256(json.dumps([PYTHON, NPM_SERVERS, sys.version_info[:2]]).encode()).hexdigest()[:12]
    cache = user_cache_path("overlay-tests", appauthor=False)
    ready = cache / f"servers-{mark}"
    if ready.exists():
        return ready
    cache.mkdir(parents=True, exist_ok=True)
    # Made in another folder and moved when complete: an interrupted run leaves nothing incomplete.
    made = Path(tempfile.mkdtemp(dir=cache))
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "--target", str(made / "py"), *PYTHON], check=True)
    npm = [str(NODE), str(NPM), "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"]
    (made / "node").mkdir()
    subprocess.run(
        [*npm, "--prefix", str(made / "node"), *NPM_SERVERS], check=True, env={**os.environ, "PATH": path()}
    )
    try:
        made.rename(ready)
    except OSError:  # another run was faster
        shutil.rmtree(made)
    return ready


def claude_desktop(installed: Path, files: Path, memory: Path) -> dict[str, Any]:
    """A file of Claude Desktop with all five servers, as a person would have written it."""
    programs = f"{installed / 'node' / 'node_modules' / '.bin'}:{NODE.parent}:${{PATH}}"
    python = {"command": sys.executable, "env": {"PYTHONPATH": str(installed / "py")}}
    return {
        "mcpServers": {
            "everything": {"command": "mcp-server-everything", "env": {"PATH": programs}},
            "filesystem": {
                "command": "mcp-server-filesystem",
                "args": [str(files)],
                "env": {"PATH": programs},
            },
            "memory": {
                "command": "mcp-server-memory",
                "env": {"PATH": programs, "MEMORY_FILE_PATH": str(memory)},
            },
            "time": {**python, "args": ["-m", "mcp_server_time", "--local-timezone", "UTC"]},
            "git": {**python, "args": ["-m", "mcp_server_git", "--repository", str(files)]},
        }
    }


def program_of(command: str) -> int:
    """The process id of the child of this process whose command line contains `command`."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            line = (stat.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == os.getpid() and command.encode() in line:
            return int(stat.parent.name)
    raise LookupError(f"no child of this process runs {command}")

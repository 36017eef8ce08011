"""Runs one bed before the scripted model until its parent ends."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.beds.install import APPS, PAGES, InstallError, python_of
from tests.beds.model import Model
from tests.beds.server import BedServer


@contextmanager
def serving(name: str, folder: Path, port: int = 0, csp: str = "") -> Generator[tuple[str, str]]:
    """Yield the addresses of the bed and of its model's log; both end with the block.

    `folder` is what `install` returned, `csp` a policy for the pages of a bed that is a page. Raises
    InstallError when the application ends before it is ready.
    """
    with _threaded(BedServer(Model())) as model:
        if name in PAGES:
            with _threaded(BedServer(model.model, port, folder, csp)) as page:
                yield f"{page.url}/", model.url
            return
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
            port = port or _free_port()
            words = [python_of(folder), APPS / name / "app.py", port, f"{model.url}/v1", data]
            # What it writes goes to this process's own stderr; its stdin ends when this process does.
            app = subprocess.Popen(
                [str(word) for word in words],
                cwd=data,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
            try:
                _until_ready(name, app)
                yield f"http://127.0.0.1:{port}/", model.url
            finally:
                app.kill()
                app.wait()
                for pipe in (app.stdin, app.stdout):
                    if pipe:
                        pipe.close()


def end_with_parent() -> None:
    """End this process when the one that started it does: its standard input, if a pipe, ends then."""
    if stat.S_ISFIFO(os.fstat(0).st_mode):
        os.read(0, 1)
        os.kill(os.getpid(), signal.SIGTERM)


def _until_ready(name: str, app: subprocess.Popen[str]) -> None:
    assert app.stdout
    for line in app.stdout:
        if line.strip() == "READY":
            break
    else:
        raise InstallError(f"bed {name} ended before it was ready (exit code {app.wait()})")
    threading.Thread(target=_drain, args=(app,), daemon=True).start()


def _drain(app: subprocess.Popen[str]) -> None:
    """Its output goes on; a full pipe would stop it."""
    assert app.stdout
    try:
        for line in app.stdout:
            sys.stderr.write(line)
    except ValueError:
        return  # closed at the end


@contextmanager
def _threaded(server: BedServer) -> Generator[BedServer]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

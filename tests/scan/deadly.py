"""Functions that end a worker or fail in it; in their own file because each worker imports it."""

from __future__ import annotations

import os
import signal

from overlay.scan.file_scan import scan_file
from overlay.scan.model import Finding, ScanOptions, Source


def kills(source: Source, options: ScanOptions) -> list[Finding]:
    """End the process at one of the files, as the system does when memory runs out."""
    if source.name == "05.json":
        os.kill(os.getpid(), signal.SIGKILL)
    return scan_file(source, options)


def fails(source: Source, options: ScanOptions) -> list[Finding]:
    raise RuntimeError("no overlay here")

"""Scans the files in this process, in several processes, or on the workers of a Dask cluster.

Every engine yields one list of findings per file, in the order of the files. The number of files in progress
is limited, so neither order nor memory depends on the number of workers.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Protocol

from overlay.common.dask_cluster import dask_client

from .file_scan import scan_file
from .model import Finding, ReadError, ScanOptions, Source

_AHEAD = 4


class _Pending(Protocol):
    def result(self) -> list[Finding]: ...


def run_here(files: Iterable[Source], options: ScanOptions) -> Generator[list[Finding], None, None]:
    """Scan one file after the other, in this process."""
    for source in files:
        yield scan_file(source, options)


def run_local(
    files: Iterable[Source],
    options: ScanOptions,
    jobs: int,
    scan: Callable[[Source, ScanOptions], list[Finding]] = scan_file,
) -> Generator[list[Finding], None, None]:
    """Scan in `jobs` processes of this machine.

    If a worker dies (no memory was left, a parser crashed), the files in progress are scanned again, one at a
    time. A file whose process dies again becomes a `ReadError`.
    """
    waiting: deque[tuple[Source, Future[list[Finding]]]] = deque()
    rest = iter(files)
    pool = _pool(jobs)
    try:
        while True:
            while len(waiting) < _AHEAD * jobs and (source := next(rest, None)) is not None:
                waiting.append((source, pool.submit(scan, source, options)))
            if not waiting:
                return
            source, future = waiting.popleft()
            try:
                yield future.result()
            except BrokenProcessPool:
                pool.shutdown(wait=False)
                again = [source, *(other for other, _ in waiting)]
                waiting.clear()
                yield from _one_by_one(again, options, scan)
                pool = _pool(jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _one_by_one(
    files: Iterable[Source], options: ScanOptions, scan: Callable[[Source, ScanOptions], list[Finding]]
) -> Generator[list[Finding], None, None]:
    """Scan one file at a time in another process, to find the file that makes the process die."""
    pool = _pool(1)
    try:
        for source in files:
            try:
                yield pool.submit(scan, source, options).result()
            except BrokenProcessPool:
                pool.shutdown(wait=False)
                pool = _pool(1)
                yield [
                    ReadError(
                        source.name, "the process that read it died; there may be too little memory for it"
                    )
                ]
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(jobs: int) -> ProcessPoolExecutor:
    # A forked worker need not import anything, but forking a process with threads can hang.
    method = "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"
    return ProcessPoolExecutor(jobs, mp_context=get_context(method), initializer=leave_interrupts)


def leave_interrupts() -> None:
    """Ignore Ctrl+C in a worker: the main process handles it and ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run_dask(
    files: Iterable[Source], options: ScanOptions, scheduler: str
) -> Generator[list[Finding], None, None]:
    """Scan on the workers of the Dask cluster at `scheduler`, which must see the files under the same paths.

    Raises UsageError if Dask is not installed here, or no scheduler answers.
    """
    client: Any = dask_client(scheduler)
    waiting: deque[tuple[Source, _Pending]] = deque()
    rest = iter(files)
    try:
        ahead = max(_AHEAD * sum(client.nthreads().values()), _AHEAD)
        while True:
            while len(waiting) < ahead and (source := next(rest, None)) is not None:
                waiting.append((source, client.submit(scan_file, source, options, pure=False)))
            if not waiting:
                return
            source, future = waiting.popleft()
            try:
                yield future.result()
            except Exception as problem:  # the worker died, or overlay is not installed there
                yield [ReadError(source.name, f"on the cluster: {type(problem).__name__}: {problem}")]
    finally:
        client.close()

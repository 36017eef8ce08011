"""Scans the files in this process, in several processes, or on the workers of a Dask cluster.

Every engine yields one list of findings per file, in the order of the files. The number of files in progress
is limited, so neither order nor memory depends on the number of workers. Big JSONL files are read in parts.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import replace
from multiprocessing import get_context
from typing import Any, Protocol

from overlay.common.dask_cluster import dask_client

from .file_parts import parts_of
from .file_scan import scan_file
from .model import Finding, InseparableError, ReadError, ScanOptions, Source

_AHEAD = 4
_Scanned = tuple[Source, list[Finding] | None]
"""A file, or a part of one, and what was found in it; None: the part depends on another."""


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
    parts = (part for source in files for part in parts_of(source))
    with closing(_in_processes(parts, options, jobs, scan)) as scanned:
        for found, source in _joined(scanned):
            if found is None:
                [(_, found)] = _one_by_one([source], options, scan)
            yield found or []


def _in_processes(
    files: Iterator[Source],
    options: ScanOptions,
    jobs: int,
    scan: Callable[[Source, ScanOptions], list[Finding]],
) -> Generator[_Scanned, None, None]:
    waiting: deque[tuple[Source, Future[list[Finding]]]] = deque()
    pool = _pool(jobs)
    try:
        while True:
            while len(waiting) < _AHEAD * jobs and (source := next(files, None)) is not None:
                waiting.append((source, pool.submit(scan, source, options)))
            if not waiting:
                return
            source, future = waiting.popleft()
            try:
                yield source, _result(future)
            except BrokenProcessPool:
                pool.shutdown(wait=False)
                again = [source, *(other for other, _ in waiting)]
                waiting.clear()
                yield from _one_by_one(again, options, scan)
                pool = _pool(jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _joined(scanned: Iterable[_Scanned]) -> Iterator[tuple[list[Finding] | None, Source]]:
    """Yield the findings of each file; None for a file whose parts depend on each other."""
    whole: list[Finding] = []
    apart = True
    for source, found in scanned:
        whole += found or []
        apart = apart and found is not None
        if source.part is None or source.part.last:
            yield whole if apart else None, replace(source, part=None)
            whole, apart = [], True


def _result(pending: _Pending) -> list[Finding] | None:
    """Return what was found; None for a part of a file that depends on another."""
    try:
        return pending.result()
    except InseparableError:
        return None


def _one_by_one(
    files: Iterable[Source], options: ScanOptions, scan: Callable[[Source, ScanOptions], list[Finding]]
) -> Generator[_Scanned, None, None]:
    """Scan one file at a time in another process, to find the file that makes the process die."""
    pool = _pool(1)
    try:
        for source in files:
            try:
                yield source, _result(pool.submit(scan, source, options))
            except BrokenProcessPool:
                pool.shutdown(wait=False)
                pool = _pool(1)
                why = "the process that read it died; there may be too little memory for it"
                yield source, [ReadError(source.name, why)]
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

    def submit(source: Source) -> _Pending:
        return client.submit(scan_file, source, options, pure=False)

    try:
        ahead = max(_AHEAD * sum(client.nthreads().values()), _AHEAD)
        parts = (part for source in files for part in parts_of(source))
        for found, source in _joined(_on_cluster(parts, submit, ahead)):
            yield (_awaited(source, submit(source)) if found is None else found) or []
    finally:
        client.close()


def _on_cluster(
    files: Iterator[Source], submit: Callable[[Source], _Pending], ahead: int
) -> Iterator[_Scanned]:
    waiting: deque[tuple[Source, _Pending]] = deque()
    while True:
        while len(waiting) < ahead and (source := next(files, None)) is not None:
            waiting.append((source, submit(source)))
        if not waiting:
            return
        source, future = waiting.popleft()
        yield source, _awaited(source, future)


def _awaited(source: Source, pending: _Pending) -> list[Finding] | None:
    try:
        return _result(pending)
    except Exception as problem:  # the worker died, or overlay is not installed there
        return [ReadError(source.name, f"on the cluster: {type(problem).__name__}: {problem}")]

"""The seconds that the tests of each folder took, printed at the end of a run."""

from __future__ import annotations

from collections import defaultdict

import pytest


class FolderTimes:
    """A plug-in of the process that reports the run: adds up set-up, test and tear-down of all worker processes."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._tests: defaultdict[str, set[str]] = defaultdict(set)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        parts = report.nodeid.partition("::")[0].split("/")
        folder = parts[1] if len(parts) > 2 else parts[-1]
        self._seconds[folder] += report.duration
        self._tests[folder].add(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if sum(map(len, self._tests.values())) < 2:
            return
        terminalreporter.write_sep("=", "seconds of tests by folder, in all worker processes together")
        for folder, seconds in sorted(self._seconds.items(), key=lambda found: -found[1]):
            terminalreporter.write_line(f"{seconds:8.1f} s  {len(self._tests[folder]):6} tests  {folder}")
        terminalreporter.write_line(f"{sum(self._seconds.values()):8.1f} s  in all")

"""Writes the verdicts as JUnit XML for CI systems: one test case for each recording.

The format is the schema that Jenkins' JUnit plug-in accepts (testsuites > testsuite > testcase >
failure | error | system-out).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from overlay.capture.check.model import Verdict
from overlay.capture.check.text_report import report
from overlay.common.output_file import output_file

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(path: Path, verdicts: Sequence[Verdict], seconds: float) -> None:
    """Write the verdicts of a check that took `seconds`. Raises UsageError if the file can't be written."""
    counts = {
        "tests": str(len(verdicts)),
        "failures": str(sum(verdict.outcome == "different" for verdict in verdicts)),
        "errors": str(sum(verdict.outcome == "error" for verdict in verdicts)),
        "time": f"{seconds:.3f}",
    }
    suites = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(suites, "testsuite", {"name": "overlay check", **counts})
    for verdict in verdicts:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            {
                "classname": "overlay.check",
                "name": _clean(verdict.name),
                "file": _clean(verdict.folder),
                "time": f"{verdict.seconds:.3f}",
            },
        )
        if verdict.outcome == "error":
            error = ElementTree.SubElement(case, "error", {"message": _clean(verdict.problem)})
            error.text = _clean(verdict.problem)
        elif verdict.outcome == "different":
            first = verdict.differences[0].what if verdict.differences else "it differs"
            error = ElementTree.SubElement(case, "failure", {"message": _clean(first)})
            error.text = _clean("\n".join(report(verdict, most=None)))
    with output_file(path) as file:
        ElementTree.ElementTree(suites).write(file, encoding="utf-8", xml_declaration=True)


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)

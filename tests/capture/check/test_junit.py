from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from overlay.capture.check.junit import write
from tests.capture.check.verdicts import ARGUMENT, HOSTILE, broken, different, same


def test_each_recording_is_a_test_case_with_its_outcome(tmp_path: Path) -> None:
    path = tmp_path / "new" / "junit.xml"
    write(path, [same(), different(ARGUMENT), different(name=HOSTILE), broken(HOSTILE)], 4.5)
    suite = ElementTree.parse(path).getroot().find("testsuite")
    assert suite is not None
    counts = {key: suite.attrib[key] for key in ("tests", "failures", "errors")}
    assert counts == {"tests": "4", "failures": "2", "errors": "1"}
    assert [case.get("name") for case in suite][:2] == ["all/good", "all/bad"]
    assert list(suite[0]) == []
    failure, error = suite[1].find("failure"), suite[3].find("error")
    assert failure is not None
    assert failure.get("message") == "argument path of read_file (2) is missing"
    assert '- "notes.md"' in (failure.text or "")
    assert error is not None
    assert "<script>" in (error.text or "")

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from overlay.capture.check.junit import write
from tests.capture.check.verdicts import ARGUMENT, HOSTILE, broken, different, same


@pytest.fixture
def suite(tmp_path: Path) -> ElementTree.Element:
    path = tmp_path / "new" / "junit.xml"
    write(path, [same(), different(ARGUMENT), different(name=HOSTILE), broken(HOSTILE)], 4.5)
    found = ElementTree.parse(path).getroot().find("testsuite")
    assert found is not None
    return found


def test_the_counts_are_those_of_the_recordings(suite: ElementTree.Element) -> None:
    assert {key: suite.attrib[key] for key in ("tests", "failures", "errors")} == {
        "tests": "4",
        "failures": "2",
        "errors": "1",
    }


def test_a_recording_is_a_test_case(suite: ElementTree.Element) -> None:
    assert [case.get("name") for case in suite][:2] == ["all/good", "all/bad"]


def test_a_recording_that_is_the_same_has_passed(suite: ElementTree.Element) -> None:
    assert list(suite[0]) == []


def test_a_recording_that_differs_has_failed_with_its_diff(suite: ElementTree.Element) -> None:
    failure = suite[1].find("failure")
    assert failure is not None
    assert failure.get("message") == "argument path of read_file (2) is missing"
    assert '- "notes.md"' in (failure.text or "")


def test_a_recording_that_could_not_be_checked_is_an_error(suite: ElementTree.Element) -> None:
    error = suite[3].find("error")
    assert error is not None
    assert "<script>" in (error.text or "")

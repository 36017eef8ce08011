from __future__ import annotations

import pytest

from overlay.sites.check.model import Candidate, Finding, Report

LOST = Finding("composer", "missing", "#a", needed=True, candidate=Candidate("#b", 1, "<p>"))


def test_a_report_fails_by_what_is_needed_and_lost() -> None:
    report = Report("x", "", [LOST, Finding("send", "missing", "#s"), Finding("user", "ok", needed=True)])
    assert report.failed == [LOST]


def test_a_finding_is_found_by_its_field() -> None:
    assert Report("x", "", [LOST]).finding("composer") is LOST


def test_a_field_without_a_finding_is_an_error() -> None:
    with pytest.raises(KeyError):
        Report("x", "").finding("composer")

"""Corrects a profile's file: the selectors that find nothing are replaced by the nearest candidates."""

from __future__ import annotations

from collections.abc import Mapping

from overlay.chat.sites.check.model import Report


def replacements(report: Report) -> dict[str, str]:
    """Return a selector for each field of which nothing is found and something near is, by field."""
    return {
        finding.field: finding.candidate.selector
        for finding in report.findings
        if finding.status == "missing" and finding.candidate
    }


def corrected(text: str, fields: Mapping[str, str]) -> str:
    """Return the text of a profile's file with these fields; everything else in it stays as it is."""
    import tomlkit  # not before a file is changed

    whole = tomlkit.parse(text)
    for field, selector in fields.items():
        whole[field] = selector
    return tomlkit.dumps(whole)

"""Corrects a profile's file: replaces selectors that find nothing by the nearest candidates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from overlay.sites.check.model import Report
from overlay.sites.profile import LISTS


def replacements(report: Report) -> dict[str, str]:
    """Return the candidate's selector of each missing field that has a candidate, by field."""
    return {
        finding.field: finding.candidate.selector
        for finding in report.findings
        if finding.status == "missing" and finding.candidate
    }


def corrected(text: str, fields: Mapping[str, str]) -> str:
    """Return the text of a profile's file with these selectors first in their fields.

    The old selectors stay as fallbacks, since the site may show its older page to some accounts. The rest of
    the text does not change. A field that holds no list gets the new value alone.
    """
    import tomlkit

    whole = tomlkit.parse(text)
    for field, selector in fields.items():
        old = cast("str | list[str]", whole.unwrap().get(field) or [])
        kept = [old] if isinstance(old, str) else [str(one) for one in old]
        kept = kept if field in LISTS else []
        whole[field] = [selector, *kept] if kept else selector
    return tomlkit.dumps(whole)

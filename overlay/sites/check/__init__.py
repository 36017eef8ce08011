"""Checks a site's profile against its page: what each selector finds, and what could replace it."""

from overlay.sites.check.model import Candidate, Finding, Report
from overlay.sites.check.run import check
from overlay.sites.check.saved_page import ARCHIVES, ExpectedFindings, recording_of

__all__ = ["ARCHIVES", "Candidate", "ExpectedFindings", "Finding", "Report", "check", "recording_of"]

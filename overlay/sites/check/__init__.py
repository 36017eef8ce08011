"""Whether a site's profile still fits its page: what each selector finds, and what came in place of one."""

from overlay.sites.check.model import Candidate, Finding, Report
from overlay.sites.check.recording import Recording, recording_of
from overlay.sites.check.run import check

__all__ = ["Candidate", "Finding", "Recording", "Report", "check", "recording_of"]

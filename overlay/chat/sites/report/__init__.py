"""A report of a site that overlay no longer reads: its structure, without any word of the user's."""

from overlay.chat.sites.report.report import BreakReport, report_break

__all__ = ["BreakReport", "report_break"]

"""A report on a site that overlay no longer reads: the page's structure, without any text of the user."""

from overlay.sites.report.report import BreakReport, report_break

__all__ = ["BreakReport", "report_break"]

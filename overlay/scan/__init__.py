"""Finds tool calls in files: saved pages, chat exports, transcripts; no browser."""

from .collect_files import sources
from .file_scan import scan_file
from .model import Broken, Finding, Found, Options, Source

__all__ = ["Broken", "Finding", "Found", "Options", "Source", "scan_file", "sources"]

"""Finds tool calls in files (saved pages, chat exports, transcripts) without a browser."""

from .collect_files import sources
from .file_scan import scan_file
from .model import Finding, FoundCall, FoundPlace, ReadError, ScanOptions, Source

__all__ = ["Finding", "FoundCall", "FoundPlace", "ReadError", "ScanOptions", "Source", "scan_file", "sources"]

"""Finds tool calls in files: saved pages, chat exports, transcripts; no browser."""

from .model import Broken, Finding, Found, Options, Source
from .one import scan_file
from .walk import sources

__all__ = ["Broken", "Finding", "Found", "Options", "Source", "scan_file", "sources"]

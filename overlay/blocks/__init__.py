"""Reads a page's units into blocks."""

"""Recordings of files that a person saved: pages, and archives of what a page loaded."""

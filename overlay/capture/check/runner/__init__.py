"""Runs checks: one recording in one browser, or many recordings in parallel processes."""

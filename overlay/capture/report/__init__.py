"""The report of a check: one self-contained HTML file."""

"""The report of a check: one HTML file that needs nothing else."""

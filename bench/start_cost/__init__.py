"""Programs that `python -m bench start` runs, each in its own process."""

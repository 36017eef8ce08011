"""The programs that `python -m bench start` runs, each in a process of its own."""

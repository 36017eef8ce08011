"""What `python -m bench start` runs in a process of its own."""

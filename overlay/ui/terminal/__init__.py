"""The terminal: what is written to it, and what a person is asked there."""

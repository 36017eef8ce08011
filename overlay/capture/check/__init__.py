"""Compares the result of a replay with the accepted one, and reports the differences."""

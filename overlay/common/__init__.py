"""Helpers that every part may use, and that import no part."""

"""Helpers for all other packages of overlay; they import none of those packages."""

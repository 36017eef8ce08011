"""The version of overlay, defined only here; the build reads it from here (pyproject.toml)."""

VERSION = "0.1.0"

"""The version of overlay: its one place. The build reads it here (pyproject.toml)."""

VERSION = "0.1.0"

"""Updates of site profiles between releases: a signed file is tested and shown before it is installed."""

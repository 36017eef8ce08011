"""Updates of site profiles between releases: one signed file, tried and shown before anything is written."""

"""The chat sites: a profile for each, which page is whose, and the check that a profile still fits."""

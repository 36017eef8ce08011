"""The chat sites: their profiles, the recognition of a page's site, and the check of a profile."""

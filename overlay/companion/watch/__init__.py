"""Watches the parts that a run depends on: the browser, its driver and the pages."""

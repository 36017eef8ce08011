"""Running checks: one recording in one browser, and many of them in processes side by side."""

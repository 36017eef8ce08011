"""Regression capture: record a chat page with overlay's calls and events once, and replay it in tests."""

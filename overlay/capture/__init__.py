"""Regression capture: a chat page and what overlay made of it, recorded once and replayed for ever."""

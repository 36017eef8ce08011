"""Learns the profile of a chat page: the user points at its parts, and overlay finds selectors for them.

`lesson.teach` asks and watches, `patterns` makes selectors, `profile_text` writes the profile's file.
"""

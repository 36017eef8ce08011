"""Learns the profile of a chat page: the user points at its parts, overlay finds selectors that hold.

`lesson.teach` asks and watches, `patterns` finds selectors, `profile_text` writes the profile's file.
"""

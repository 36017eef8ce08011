"""Finds the profile of a chat in what happened in it: a turn that the page script saw (`injected_js/turns`).

`proposal.propose` makes the profile's fields, `turn` reads the description of the page, `mending` compares a
turn with a known profile.
"""

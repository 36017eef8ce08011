"""Selects the sounds of a result that the user can play in the panel."""

from __future__ import annotations

from collections.abc import Iterable

from overlay.tools import ToolAudio

MAX_BYTES = 8_000_000
"""Bytes of all sounds of one result together."""
MOST = 8
PLAYABLE = "the user can play it in overlay's window; it is not sent"


def playable(sounds: Iterable[ToolAudio]) -> tuple[list[ToolAudio], list[str]]:
    """Return the sounds of a result that can be played, and a line of text for each, playable or not."""
    chosen: list[ToolAudio] = []
    lines: list[str] = []
    budget = MAX_BYTES
    for number, sound in enumerate(sounds, 1):
        fits = len(sound.data) <= budget and len(chosen) < MOST
        if fits:
            budget -= len(sound.data)
            chosen.append(sound)
        note = PLAYABLE if fits else "too large to be played"
        lines.append(f"[sound {number}: {sound.mime_type}, {len(sound.data):,} bytes; {note}]")
    return chosen, lines

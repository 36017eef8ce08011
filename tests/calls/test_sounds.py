from __future__ import annotations

from overlay.calls.sounds import MAX_BYTES, MOST, PLAYABLE, playable
from overlay.tools import ToolAudio


def sound(size: int = 4) -> ToolAudio:
    return ToolAudio(b"O" * size, "audio/ogg")


def test_a_sound_can_be_played_and_the_model_is_told_that_it_gets_none() -> None:
    assert playable([sound()]) == ([sound()], [f"[sound 1: audio/ogg, 4 bytes; {PLAYABLE}]"])


def test_a_sound_that_is_too_large_is_only_a_line() -> None:
    chosen, lines = playable([sound(MAX_BYTES + 1), sound()])
    assert chosen == [sound()]
    assert "too large to be played" in lines[0]
    assert PLAYABLE in lines[1]


def test_of_many_sounds_the_first_can_be_played() -> None:
    chosen, lines = playable([sound()] * (MOST + 1))
    assert len(chosen) == MOST
    assert len(lines) == MOST + 1

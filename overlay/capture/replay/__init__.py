"""Replaying a recording: runs overlay on the recorded page, on a virtual clock."""

from overlay.capture.replay.documents import NotPlayed
from overlay.capture.replay.play import Played, play
from overlay.capture.replay.player import Moment

__all__ = ["Moment", "NotPlayed", "Played", "play"]

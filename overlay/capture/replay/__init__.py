"""Replaying a recording: overlay live on the recorded page, on a clock of the recording's own."""

from overlay.capture.replay.documents import NotPlayed
from overlay.capture.replay.play import Played, play
from overlay.capture.replay.player import Moment

__all__ = ["Moment", "NotPlayed", "Played", "play"]

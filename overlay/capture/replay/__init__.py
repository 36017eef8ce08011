"""Replaying a recording: overlay live on the recorded page, on a clock of the recording's own."""

from overlay.capture.replay.play import Played, play
from overlay.capture.replay.player import Moment
from overlay.capture.replay.scenes import NotPlayed

__all__ = ["Moment", "NotPlayed", "Played", "play"]

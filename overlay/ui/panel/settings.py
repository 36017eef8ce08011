"""The panel's settings: shows them, applies the user's changes, and saves them for the next run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from overlay.common.language import Phrase, mark
from overlay.ui.panel.messages import ChangeSetting, PanelMessage
from overlay.ui.panel.state import SettingsShown
from overlay.ui.settings import SettingsFile

SAVED = mark("Saved.")
LATER = mark("Saved. overlay uses this language from its next start on.")
FIXED = mark("Not changed: {} sets it for this run.")


class PanelSettings:
    """A section of the panel.

    `values` are the settings in use; `fixed` are those that the user can't change here, with what sets them
    ("the option --delay"). `apply(name, value)` is called after a change was written to `file`.
    """

    def __init__(
        self,
        file: SettingsFile,
        values: Mapping[str, Any],
        fixed: Mapping[str, str],
        apply: Callable[[str, Any], None],
    ) -> None:
        self._file = file
        self._values = dict(values)
        self._fixed = dict(fixed)
        self._apply = apply

    def state(self) -> dict[str, Any]:
        """Return the settings in use."""
        shown = SettingsShown(**self._values, fixed=self._fixed, file=str(self._file.path))
        return {"settings": shown}

    async def carry_out(self, message: PanelMessage) -> str | None:
        """Save a change and apply it; return None for any other message.

        Raises UsageError if the value is invalid or can't be written: then nothing changes.
        """
        if not isinstance(message, ChangeSetting):
            return None
        if message.name in self._fixed:
            return Phrase(FIXED, self._fixed[message.name])
        self._file.save(**{message.name: message.value})
        self._values[message.name] = message.value
        self._apply(message.name, message.value)
        return LATER if message.name == "language" else SAVED

    def window_lost(self) -> None:
        """Do nothing: each change was saved at once."""

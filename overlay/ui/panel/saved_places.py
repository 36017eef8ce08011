"""A file with the places where the user left the panel, one for each set of screens."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from overlay.common.whole_file import write_whole
from overlay.ui.panel.placement import Bounds

log = logging.getLogger(__name__)
MAX_SETS = 20
"""How many sets of screens are saved."""
_PLACES: TypeAdapter[dict[str, Bounds]] = TypeAdapter(dict[str, Bounds])


class SavedPlaces:
    """The places in `file`. If it can't be read or written, that is logged, and nothing is saved."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def get(self, screens: Iterable[Bounds]) -> Bounds | None:
        """Return where the panel was left on these screens; None if that is not known."""
        return self._read().get(_name(screens))

    def put(self, screens: Iterable[Bounds], place: Bounds) -> None:
        """Save this place for these screens."""
        name = _name(screens)
        places = self._read()
        places.pop(name, None)
        newest = dict([*places.items(), (name, place)][-MAX_SETS:])
        try:
            write_whole(self._file, _PLACES.dump_json(newest, indent=1).decode() + "\n")
        except OSError as error:
            log.warning("the panel's place was not saved: %s", error)

    def _read(self) -> dict[str, Bounds]:
        try:
            return _PLACES.validate_json(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError) as error:
            log.warning("%s is ignored: it can't be read: %s", self._file, str(error)[:300])
            return {}


def _name(screens: Iterable[Bounds]) -> str:
    in_order = sorted(screens, key=lambda one: (one.left, one.top))
    return " ".join(f"{one.width}x{one.height}" for one in in_order)

"""The readers of one document, by unit and by message."""

from __future__ import annotations

from collections import UserDict
from collections.abc import ValuesView

from overlay.chat.unit_reader import UnitReader


class UnitReaders(UserDict[int, UnitReader]):
    """Maps each unit to its reader; a reader whose message changed must be set again."""

    def __init__(self) -> None:
        self._turns: dict[int, str] = {}
        self._by_turn: dict[str, dict[int, UnitReader]] = {}
        super().__init__()

    def in_turn(self, turn: str) -> list[UnitReader]:
        """Return the readers of a message's units. The time does not depend on the length of the chat."""
        return list(self._by_turn.get(turn, {}).values())

    def values(self) -> ValuesView[UnitReader]:
        """Return all readers."""
        return self.data.values()

    def __setitem__(self, unit: int, reader: UnitReader) -> None:
        turn = self._turns.get(unit)
        if turn is not None and turn != reader.turn:
            self._leave(unit)
        self.data[unit] = reader
        self._turns[unit] = reader.turn
        self._by_turn.setdefault(reader.turn, {})[unit] = reader

    def __delitem__(self, unit: int) -> None:
        del self.data[unit]
        self._leave(unit)

    def _leave(self, unit: int) -> None:
        turn = self._turns.pop(unit)
        units = self._by_turn[turn]
        del units[unit]
        if not units:
            del self._by_turn[turn]

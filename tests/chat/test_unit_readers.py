"""The readers of one document are found by unit and by message."""

from __future__ import annotations

from observers.protocol import BlockOpened
from overlay.chat.unit_reader import UnitReader
from overlay.chat.unit_readers import UnitReaders


def about(unit: int, message: str) -> BlockOpened:
    return BlockOpened(
        k="open",
        id=unit,
        kind="prose",
        role="assistant",
        language="",
        turn=1,
        message=message,
        live=False,
        held=False,
    )


def units_of(readers: UnitReaders, message: str) -> list[int]:
    return [reader.about.id for reader in readers.in_turn(message)]


def test_a_message_has_the_readers_of_its_units_until_they_leave_or_get_another_message() -> None:
    readers = UnitReaders()
    for unit, message in ((1, "a"), (2, "b"), (3, "a")):
        readers[unit] = UnitReader(about(unit, message))
    assert units_of(readers, "a") == [1, 3]
    readers[1].relabel(about(1, "b"))
    readers[1] = readers[1]  # set again, as its message changed
    assert units_of(readers, "a") == [3]
    assert units_of(readers, "b") == [2, 1]
    readers.pop(2)
    assert units_of(readers, "b") == [1]
    readers.clear()
    assert units_of(readers, "a") == []
    assert readers == {}

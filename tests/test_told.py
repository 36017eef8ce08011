from __future__ import annotations

import inspect

import pytest

from overlay.desk import CallDesk
from overlay.told import Desk

TOLD = [name for name, _ in inspect.getmembers(Desk, inspect.isfunction) if not name.startswith("_")]


@pytest.mark.parametrize("name", TOLD)
def test_the_desk_hears_everything_that_a_chat_tells(name: str) -> None:
    heard, told = getattr(CallDesk, name), getattr(Desk, name)
    assert list(inspect.signature(heard).parameters) == list(inspect.signature(told).parameters)

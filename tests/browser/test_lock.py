from __future__ import annotations

import threading
from pathlib import Path

import pytest

from overlay.browser.lock import only_one
from overlay.errors import NoBrowser


def test_the_lock_can_be_taken_again_after_it_was_let_go(tmp_path: Path) -> None:
    for _ in range(2):
        with only_one(tmp_path / "lock", seconds=0):
            pass


def test_who_waits_too_long_is_told_that_another_is_at_work(tmp_path: Path) -> None:
    with (
        only_one(tmp_path / "lock", seconds=0),
        pytest.raises(NoBrowser, match="Another overlay"),
        only_one(tmp_path / "lock", seconds=0),
    ):
        pass


def test_who_waits_gets_the_lock_when_the_other_is_done(tmp_path: Path) -> None:
    order: list[str] = []

    def second() -> None:
        with only_one(tmp_path / "lock", seconds=30):
            order.append("second")

    thread = threading.Thread(target=second)
    with only_one(tmp_path / "lock", seconds=0):
        thread.start()
        thread.join(0.3)
        order.append("first")
    thread.join(30)
    assert order == ["first", "second"]


def test_the_lock_is_let_go_when_the_work_fails(tmp_path: Path) -> None:
    with pytest.raises(KeyError), only_one(tmp_path / "lock", seconds=0):
        raise KeyError
    with only_one(tmp_path / "lock", seconds=0):
        pass

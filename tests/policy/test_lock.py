from __future__ import annotations

from pathlib import Path

import pytest

from overlay.errors import WrongUse
from overlay.policy.lock import locked


def test_only_one_holds_it_and_the_other_is_told_which_file_it_is(tmp_path: Path) -> None:
    waits: list[float] = []
    with (
        locked(tmp_path / "x.lock"),
        pytest.raises(WrongUse, match=r"x\.lock"),
        locked(tmp_path / "x.lock", tries=3, sleep=waits.append),
    ):
        pytest.fail("two hold it")
    assert len(waits) == 3


def test_who_comes_while_it_is_held_gets_it_when_it_is_let_go(tmp_path: Path) -> None:
    first = locked(tmp_path / "x.lock")
    first.__enter__()

    def let_go(_: float) -> None:
        first.__exit__(None, None, None)

    with locked(tmp_path / "x.lock", sleep=let_go):
        pass


def test_it_is_let_go_after_a_fault(tmp_path: Path) -> None:
    with pytest.raises(KeyError), locked(tmp_path / "x.lock"):
        raise KeyError
    with locked(tmp_path / "x.lock", tries=1):
        pass

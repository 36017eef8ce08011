"""The helper `for_each`: a table in one test must fail if one of its cases does."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.table import for_each


def test_a_table_runs_all_cases_and_names_those_that_differ() -> None:
    ran: list[int] = []

    @for_each("number", [1, 2, 3])
    def odd(number: int) -> None:
        ran.append(number)
        assert number % 2 == 1

    with pytest.raises(AssertionError, match="1 of 3 cases differ\n2: AssertionError"):
        odd()
    assert ran == [1, 2, 3]


async def test_a_table_of_an_async_test_fails_with_a_case() -> None:
    @for_each(("word", "length"), [("a", 1), ("bc", 3)])
    async def measured(word: str, length: int) -> None:
        assert len(word) == length

    run: Any = measured
    with pytest.raises(AssertionError, match="'bc', 3"):
        await run()


def test_a_case_has_a_folder_and_patches_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @for_each("name", ["a", "b"])
    def patched(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert not hasattr(Path, "seen")
        monkeypatch.setattr(Path, "seen", name, raising=False)
        (tmp_path / "file").touch(exist_ok=False)

    patched(tmp_path=tmp_path, monkeypatch=monkeypatch)


def test_a_table_without_a_case_is_an_error() -> None:
    with pytest.raises(ValueError, match="proves nothing"):
        for_each("name", [])


def test_a_table_does_not_let_a_case_skip_the_others() -> None:
    @for_each("number", [1, 2])
    def skipping(number: int) -> None:
        if number == 1:
            pytest.skip("not here")

    with pytest.raises(AssertionError, match="1 of 2 cases differ"):
        skipping()

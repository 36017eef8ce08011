"""A table of cases in one test: every case runs, and the failure names each case that differs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

import pytest
from _pytest.mark.structures import ParameterSet

T = TypeVar("T")
FAILURES = (Exception, pytest.fail.Exception, pytest.skip.Exception)
"""A skipped case counts as a failure: it would hide the cases after it."""


def for_each(
    names: str | Sequence[str],
    cases: Iterable[Any],
    ids: Iterable[str] | Callable[[Any], str] | None = None,
) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Run a test once for each of `cases`, as `parametrize` does, but as one test.

    Each case has its own `tmp_path` and `monkeypatch`; all other fixtures are shared by the cases.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = [_values(case, len(keys)) for case in cases]
    if ids is not None:
        said = [ids(values[0]) for _, values in table] if callable(ids) else list(ids)
        table = [(name, values) for name, (_, values) in zip(said, table, strict=True)]
    if not table:
        raise ValueError("a table without a case proves nothing")

    def decorate(test: Callable[..., T]) -> Callable[..., T]:
        signature = inspect.signature(test)
        own = [parameter for name, parameter in signature.parameters.items() if name not in keys]

        def arguments(number: int, patch: pytest.MonkeyPatch, fixtures: dict[str, Any]) -> dict[str, Any]:
            given = fixtures | dict(zip(keys, table[number][1], strict=True))
            if "monkeypatch" in given:
                given["monkeypatch"] = patch
            if "tmp_path" in given:
                given["tmp_path"] = given["tmp_path"] / f"case{number}"
                given["tmp_path"].mkdir()
            return given

        def report(failures: dict[str, BaseException]) -> None:
            if failures:
                said = "\n".join(
                    f"{case}: {type(error).__name__}: {error}" for case, error in failures.items()
                )
                raise AssertionError(f"{len(failures)} of {len(table)} cases differ\n{said}") from next(
                    iter(failures.values())
                )

        if inspect.iscoroutinefunction(test):

            @functools.wraps(test)
            async def run_async(*instance: Any, **fixtures: Any) -> None:
                failures: dict[str, BaseException] = {}
                for number, (case, _) in enumerate(table):
                    try:
                        with pytest.MonkeyPatch.context() as patch:
                            await test(*instance, **arguments(number, patch, fixtures))
                    except FAILURES as error:
                        failures[case] = error
                report(failures)

            run: Any = run_async
        else:

            @functools.wraps(test)
            def run_sync(*instance: Any, **fixtures: Any) -> None:
                failures: dict[str, BaseException] = {}
                for number, (case, _) in enumerate(table):
                    try:
                        with pytest.MonkeyPatch.context() as patch:
                            test(*instance, **arguments(number, patch, fixtures))
                    except FAILURES as error:
                        failures[case] = error
                report(failures)

            run = run_sync
        run.__signature__ = signature.replace(parameters=own)
        return cast("Callable[..., T]", run)

    return decorate


def _values(case: Any, count: int) -> tuple[str, tuple[Any, ...]]:
    """The name of a case, and its values."""
    if isinstance(case, ParameterSet):
        if case.marks:
            raise ValueError("a case in a table has no marks")
        values = tuple(case.values)
        named = str(case.id) if case.id else repr(values)
    else:
        values = (case,) if count == 1 else tuple(case)
        named = repr(case)
    return named[:300], values

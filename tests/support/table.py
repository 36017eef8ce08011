"""A table of cases in one test: every case runs, and the failure names each case that differs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
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

        @functools.wraps(test)
        async def run_async(*instance: Any, **fixtures: Any) -> None:
            failures: dict[str, BaseException] = {}
            for number, (case, values) in enumerate(table):
                with _noted(failures, case) as patch:
                    given = _arguments(number, dict(zip(keys, values, strict=True)), fixtures, patch)
                    await cast("Awaitable[Any]", test(*instance, **given))
            _report(failures, len(table))

        @functools.wraps(test)
        def run_sync(*instance: Any, **fixtures: Any) -> None:
            failures: dict[str, BaseException] = {}
            for number, (case, values) in enumerate(table):
                with _noted(failures, case) as patch:
                    test(
                        *instance, **_arguments(number, dict(zip(keys, values, strict=True)), fixtures, patch)
                    )
            _report(failures, len(table))

        run: Any = run_async if inspect.iscoroutinefunction(test) else run_sync
        own = [parameter for name, parameter in signature.parameters.items() if name not in keys]
        run.__signature__ = signature.replace(parameters=own)
        return cast("Callable[..., T]", run)

    return decorate


@contextmanager
def _noted(failures: dict[str, BaseException], case: str) -> Generator[pytest.MonkeyPatch]:
    """Note the failure of a case, and undo its patches."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            yield patch
    except FAILURES as error:
        failures[case] = error


def _arguments(
    number: int, values: dict[str, Any], fixtures: dict[str, Any], patch: pytest.MonkeyPatch
) -> dict[str, Any]:
    given = fixtures | values
    if "monkeypatch" in given:
        given["monkeypatch"] = patch
    if "tmp_path" in given:
        given["tmp_path"] = given["tmp_path"] / f"case{number}"
        given["tmp_path"].mkdir()
    return given


def _report(failures: dict[str, BaseException], count: int) -> None:
    if failures:
        said = "\n".join(f"{case}: {type(error).__name__}: {error}" for case, error in failures.items())
        first = next(iter(failures.values()))
        raise AssertionError(f"{len(failures)} of {count} cases differ\n{said}") from first


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

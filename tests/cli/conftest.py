from __future__ import annotations

import gc

import pytest


@pytest.fixture(autouse=True)
def quick_collections() -> None:
    """Each command ends with a garbage collection: what was made before the test is left out of it."""
    gc.freeze()


@pytest.fixture(autouse=True)
def _wide_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are as wide as they need: pytest-xdist sets 80 columns in its workers."""
    monkeypatch.delenv("COLUMNS", raising=False)

"""The person's file, not there yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlay.policy import PolicyFile


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    """Where the person's file may be."""
    return tmp_path / "policy.toml"


@pytest.fixture
def store(toml: Path) -> PolicyFile:
    """What reads and writes it."""
    return PolicyFile(toml)

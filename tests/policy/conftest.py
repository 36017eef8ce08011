"""The user's policy file, which does not exist yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlay.policy import PolicyFile


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    """The path of the user's policy file."""
    return tmp_path / "policy.toml"


@pytest.fixture
def store(toml: Path) -> PolicyFile:
    """The store that reads and writes the policy file."""
    return PolicyFile(toml)

"""The public names."""

from __future__ import annotations

import subprocess
import sys

import pytest

import overlay


@pytest.mark.parametrize("name", overlay.__all__)
def test_every_public_name_can_be_had(name: str) -> None:
    assert getattr(overlay, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = overlay.nothing_like_it


def test_detecting_does_not_import_a_browser() -> None:
    heavy = "'playwright' in sys.modules or 'mcp' in sys.modules"
    program = f"import sys, overlay; overlay.detect('x'); sys.exit({heavy})"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

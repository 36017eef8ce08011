"""The public names."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.resources import files

import pytest

import overlay
from tests.house.tree import ROOT


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


def test_type_checkers_read_the_types_of_what_is_installed() -> None:
    assert [name for name in ("overlay", "observers") if not (files(name) / "py.typed").is_file()] == []


def test_the_version_has_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "overlay/common/version.py"

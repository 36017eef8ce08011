from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.borders import findings
from tests.house.tree import ROOT

TABLE = """
[overlay]
may = ["*"]
[overlay.formats]
may = ["pydantic"]
[overlay.tools]
may = ["overlay.formats"]
lazy = ["mcp"]
[observers]
may = []
[injected_js]
may = []
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / ".imports.toml").write_text(TABLE)
    for folder in ("overlay/formats", "overlay/tools", "observers", "injected_js"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def found_in(house: Path, file: str, code: str) -> list[str]:
    path = house / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(code)
    return findings(house)


def test_no_import_in_the_tree_crosses_a_border() -> None:
    found = findings(ROOT)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "code",
    [
        "import playwright",
        "from playwright.async_api import Page",
        "from overlay import tools",
        "from overlay.tools import registry",
        "from ..tools import registry",
        "from .. import tools",
        "def f():\n    import playwright",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import playwright",
        "class A:\n    import playwright",
    ],
)
def test_an_import_that_is_not_in_the_table_is_found_in_every_form(house: Path, code: str) -> None:
    assert len(found_in(house, "overlay/formats/x.py", code)) == 1


@pytest.mark.parametrize(
    "code",
    [
        "import json, re",
        "from pydantic import BaseModel",
        "import pydantic.fields",
        "from overlay.formats import y",
        "from . import y",
        "from .y import z",
        "from .. import formats",
    ],
)
def test_what_the_table_the_library_and_the_part_itself_hold_may_be_imported(house: Path, code: str) -> None:
    assert found_in(house, "overlay/formats/x.py", code) == []


def test_a_package_file_counts_its_dots_from_itself(house: Path) -> None:
    assert found_in(house, "overlay/formats/__init__.py", "from .y import z") == []
    assert len(found_in(house, "overlay/formats/__init__.py", "from ..tools import z")) == 1


def test_a_finding_names_file_line_and_import(house: Path) -> None:
    assert found_in(house, "observers/x.py", "\nimport overlay.formats") == [
        "observers/x.py:2: observers may not import overlay.formats"
    ]


def test_what_is_slow_may_be_imported_inside_a_function_only(house: Path) -> None:
    assert found_in(house, "overlay/tools/x.py", "def f():\n    import mcp") == []
    assert found_in(house, "overlay/tools/x.py", "import mcp.types") == [
        "overlay/tools/x.py:1: overlay.tools may import mcp.types only inside a function"
    ]


def test_what_is_slow_may_be_imported_for_its_types(house: Path) -> None:
    code = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import mcp"
    assert found_in(house, "overlay/tools/x.py", code) == []


def test_a_new_folder_needs_a_line_in_the_table(house: Path) -> None:
    assert found_in(house, "overlay/gadgets/x.py", "") == [
        "overlay/gadgets/x.py: overlay.gadgets has no line in .imports.toml"
    ]


def test_a_file_at_the_top_is_wiring_and_may_import_everything(house: Path) -> None:
    assert found_in(house, "overlay/companion.py", "import playwright, overlay.tools") == []

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.modules import missing, stale
from tests.house.tree import ROOT

ELSEWHERE = {
    # A package's own file can't be told from its folder by name.
    "overlay/cli/__init__.py": "tests/cli/test_main.py",
    # Two lines that call the same group.
    "overlay/__main__.py": "tests/cli/test_main.py",
    # What it holds is shown by what it stands against.
    "overlay/tools/bounded_validator.py": "tests/attacks/test_schemas.py",
    "overlay/tools/schema_limits.py": "tests/attacks/test_schemas.py",
    "overlay/tools/servers/stdio.py": "tests/attacks/test_floods.py",
    "overlay/tools/servers/web.py": "tests/attacks/test_web_floods.py",
}
# What finds secrets is tried by one corpus of secrets, each in the text it stands in.
for finder in sorted((ROOT / "overlay/common/secrets").glob("[a-z]*.py")):
    if not (ROOT / f"tests/common/secrets/test_{finder.name}").is_file():
        ELSEWHERE[finder.relative_to(ROOT).as_posix()] = "tests/common/secrets/test_planted.py"
# A family of formats carries its own small corpus, which this test reads whole, in deltas and cut off.
FAMILIES = "tests/formats/families/test_examples.py"
for family in sorted((ROOT / "overlay/formats/families").glob("[a-z]*.py")):
    if not (ROOT / f"tests/formats/families/test_{family.name}").is_file():
        ELSEWHERE[family.relative_to(ROOT).as_posix()] = FAMILIES


def test_no_exception_has_outlived_its_reason() -> None:
    assert stale(ROOT, ELSEWHERE) == []


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for folder in ("overlay/formats", "observers", "tests/formats", "tests/observers"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def test_a_module_without_a_test_file_is_found(house: Path) -> None:
    (house / "overlay/formats/xml.py").write_text("x = 1")
    assert missing(house, {}) == ["overlay/formats/xml.py has no tests/formats/test_xml.py"]


@pytest.mark.parametrize(
    ("module", "test"),
    [
        ("overlay/formats/xml.py", "tests/formats/test_xml.py"),
        ("overlay/errors.py", "tests/test_errors.py"),
        ("observers/bridge.py", "tests/observers/test_bridge.py"),
        ("overlay/formats/__init__.py", "tests/formats/test_formats.py"),
    ],
)
def test_a_module_with_its_test_file_is_well(house: Path, module: str, test: str) -> None:
    (house / module).write_text("x = 1")
    (house / test).touch()
    assert missing(house, {}) == []


def test_a_package_file_that_only_hands_on_names_needs_no_test(house: Path) -> None:
    (house / "overlay/formats/__init__.py").write_text('"""Formats."""\nfrom .x import y\n__all__ = ["y"]\n')
    assert missing(house, {}) == []


def test_an_exception_is_followed_only_if_its_test_file_is_there(house: Path) -> None:
    (house / "overlay/one.py").write_text("x = 1")
    exceptions = {"overlay/one.py": "tests/test_both.py"}
    assert missing(house, exceptions) == ["overlay/one.py has no tests/test_both.py"]
    (house / "tests/test_both.py").touch()
    assert missing(house, exceptions) == []


def test_a_module_may_be_without_a_test_only_by_an_exception(house: Path) -> None:
    (house / "overlay/one.py").write_text("x = 1")
    assert missing(house, {"overlay/one.py": ""}) == []


def test_an_exception_for_a_module_that_is_gone_is_found(house: Path) -> None:
    assert stale(house, {"overlay/gone.py": "tests/test_x.py"}) == ["overlay/gone.py"]


def test_an_exception_for_a_module_that_has_its_test_by_now_is_found(house: Path) -> None:
    (house / "overlay/one.py").write_text("x = 1")
    (house / "tests/test_one.py").touch()
    assert stale(house, {"overlay/one.py": "tests/test_x.py"}) == ["overlay/one.py"]

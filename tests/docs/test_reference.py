"""The reference pages say what the code has."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from overlay.calls.ledger.schema import MIGRATIONS
from overlay.capture.manifest import VERSION
from overlay.common import errors
from overlay.companion.config import Config, load_config
from overlay.detection.registry import call_formats
from overlay.ui.settings import SettingsFile
from tests.house.tree import ROOT, files
from tests.support.table import for_each
from tools.make_reference import PAGES, text_of
from tools.reference.field_texts import fields_of

_NAME = r'"([A-Z_][A-Z0-9_()]+)"'
_VARIABLE = re.compile(rf"\benv\w*(?:\.get)?[\[(]{_NAME}")
_OWN_FILE = re.compile(r'(?:config|data|cache)_dir\(\) / "([^"]+)"')


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text("utf-8")


def samples(name: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page(name), re.DOTALL)


def python_files() -> list[str]:
    folders = (ROOT / "overlay", ROOT / "observers")
    return [path.read_text("utf-8") for top in folders for path in files(top) if path.suffix == ".py"]


@for_each("name", list(PAGES))
def test_a_reference_page_is_made_from_the_code(name: str) -> None:
    """Run `python -m tools.make_reference` if this fails."""
    assert page(name) == text_of(name)


def test_a_key_without_a_text_below_it_is_refused() -> None:
    class Undocumented(Config):
        new: int = 0

    with pytest.raises(ValueError, match=r"write a text below .*new"):
        fields_of(Undocumented)


def test_the_sample_of_a_config_file_is_valid() -> None:
    assert load_config(tomllib.loads(samples("configuration", "toml")[0])).policy.delay == 5


def test_the_sample_of_settings_is_valid(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(samples("configuration", "toml")[1])
    assert SettingsFile(file).read().site == "chatgpt"


def test_each_call_format_has_a_section_with_an_example() -> None:
    sections = page("formats").split("\n## ")[1:]
    with_example = " ".join(section for section in sections if "~~~~text" in section)
    assert [one.id for one in call_formats() if f"`{one.id}" not in with_example] == []


def test_each_environment_variable_that_overlay_reads_is_documented() -> None:
    read = {name for text in python_files() for name in _VARIABLE.findall(text)}
    documented = set(re.findall(r"`([A-Z_()0-9]+)`", page("files").partition("## Environment variables")[2]))
    assert "OVERLAY_HOME" in read
    assert read - documented == set()


def test_each_file_of_overlay_is_documented() -> None:
    kept = {name for text in python_files() for name in _OWN_FILE.findall(text)}
    documented = page("files").partition("## Environment variables")[0]
    assert "policy.toml" in kept
    assert [name for name in sorted(kept) if f"`{name}" not in documented] == []


def test_each_exit_code_is_documented() -> None:
    kinds = (errors.OverlayError, *errors.OverlayError.__subclasses__())
    codes = {kind.exit_code for kind in kinds}
    table = page("files").partition("## Exit codes")[2].partition("##")[0]
    assert {str(code) for code in codes | {0, 130}} == set(re.findall(r"^\| (\d+) ", table, re.MULTILINE))


@for_each(("name", "version"), [("ledger", len(MIGRATIONS)), ("recording", VERSION)])
def test_the_version_of_a_file_format_is_documented(name: str, version: int) -> None:
    assert re.search(rf"^\| {name} .*\| {version} \|", page("files"), re.MULTILINE)

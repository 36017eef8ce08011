"""A package index shows and installs the right parts: the README's addresses, and the dependencies."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import packages_distributions

import pytest

from tests.house.tree import ROOT, files

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HOME = "https://github.com/chat-overlay/chat-overlay/blob/main/"
_ADDRESS = re.compile(r'\]\(([^)\s]+)|(?:src|srcset)="([^"]+)')
_IMPORT = re.compile(r'^ *(?:import|from) (\w+)|import_module\("(\w+)"\)', re.MULTILINE)
RAW = "https://raw.githubusercontent.com/chat-overlay/chat-overlay/main/"


@pytest.fixture(scope="module")
def addresses() -> list[str]:
    """The links and pictures of the README, as the build of a package writes them."""
    text = (ROOT / "README.md").read_text("utf-8")
    for change in PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(change["pattern"], change["replacement"], text)
    return [found[1] or found[2] for found in _ADDRESS.finditer(text)]


def test_the_readme_of_a_package_has_complete_addresses(addresses: list[str]) -> None:
    assert [address for address in addresses if not address.startswith(("https://", "#"))] == []


def test_the_readme_of_a_package_leads_to_files_of_the_repository(addresses: list[str]) -> None:
    paths = {
        address.removeprefix(HOME).removeprefix(RAW).partition("#")[0]
        for address in addresses
        if address.startswith((HOME, RAW))
    }
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


def test_each_picture_in_the_readme_of_a_package_is_the_file_itself(addresses: list[str]) -> None:
    pictures = [address for address in addresses if address.endswith((".png", ".webp"))]
    assert [address for address in pictures if not address.startswith(RAW)] == []


def test_each_dependency_is_imported_somewhere() -> None:
    providers = packages_distributions()
    used = {_plain(one) for name in _imported() for one in providers.get(name, ())}
    wanted = {_plain(re.split(r"[^\w.-]", one)[0]) for one in PROJECT["project"]["dependencies"]}
    assert wanted - used == set()


def _imported() -> set[str]:
    return {
        name
        for folder in ("overlay", "observers", "injected_js")
        for path in files(ROOT / folder)
        if path.suffix == ".py"
        for names in _IMPORT.findall(path.read_text("utf-8"))
        for name in names
    }


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.house.tree import ROOT
from tests.house.typescript import check, install


@pytest.fixture(scope="session")
def modules(user_cache: Path) -> Path:
    return install(user_cache)


BAD = {
    "TS2322": "/** @type {number} */ export const x = 'text';",
    "TS7006": "export function f(value) { return value; }",
    "TS6133": "/** @param {number} a */ export function f(a) { const unused = 1; }",
    "TS7030": "/** @param {number} a */ export function f(a) { if (a) { return 1; } }",
    "TS2375": "/** @type {{a?: number}} */ export const x = {a: undefined};",
    "TS18047": "/** @param {Element | null} e */ export const f = (e) => e.id;",
    "TS2307": "import {gone} from './gone.js'; export const x = gone;",
    "TS2591": "export const x = process.argv;",
}


@pytest.fixture(scope="session")
def found(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What tsc finds in a page script of bad modules and two good ones, under the tree's own settings."""
    project = tmp_path_factory.mktemp("page-script")
    shutil.copy(ROOT / "tsconfig.json", project)
    (project / "injected_js").mkdir()
    for rule, code in BAD.items():
        (project / f"injected_js/{rule}.js").write_text(code)
    (project / "injected_js/one.js").write_text("/** @param {Element} e */ export const id = (e) => e.id;\n")
    (project / "injected_js/two.js").write_text(
        "import { id } from './one.js';\nexport const x = id(document.body);\n"
    )
    return check(project, modules)


def test_the_page_script_is_clean_under_strict_rules(modules: Path) -> None:
    if not any((ROOT / "injected_js").rglob("*.js")):
        pytest.skip("no page script yet")
    found = check(ROOT, modules)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("rule", BAD)
def test_our_settings_find_what_is_wrong_in_a_module(found: list[str], rule: str) -> None:
    assert [line for line in found if line.startswith(f"injected_js/{rule}.js") and rule in line]


def test_a_module_that_imports_another_is_checked_as_a_module(found: list[str]) -> None:
    assert [line for line in found if line.startswith(("injected_js/one", "injected_js/two"))] == []


def test_the_lock_file_holds_the_version_that_is_asked_for() -> None:
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]["typescript"]
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]["node_modules/typescript"]
    assert locked["version"] == wanted


def test_each_locked_package_is_known_by_its_hash() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import injected_js

APART = ("recording", "replaying")
FOLDERS = (
    injected_js.FOLDER,
    *sorted(one for one in injected_js.FOLDER.iterdir() if one.is_dir() and one.name not in APART),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of modules instead of injected_js."""
    monkeypatch.setattr(injected_js, "FOLDER", tmp_path)
    injected_js.modules.cache_clear()
    yield tmp_path
    injected_js.modules.cache_clear()


def test_a_module_comes_before_the_one_that_needs_it(folder: Path) -> None:
    (folder / "main.js").write_text('import { one } from "./a.js";\nexport const start = () => one;\n')
    (folder / "a.js").write_text("export const one = 1;\n")
    text = injected_js.bundle()
    assert text.index("const a = ") < text.index("const main = ")


def test_a_module_that_two_need_is_there_once(folder: Path) -> None:
    (folder / "main.js").write_text(
        'import { b } from "./b.js";\nimport { one } from "./a.js";\nexport const start = 1;\n'
    )
    (folder / "b.js").write_text('import { one } from "./a.js";\nexport const b = one;\n')
    (folder / "a.js").write_text("export const one = 1;\n")
    assert injected_js.bundle().count("const a = ") == 1


def test_modules_that_need_each_other_are_refused(folder: Path) -> None:
    (folder / "main.js").write_text('import { a } from "./a.js";\nexport const start = a;\n')
    (folder / "a.js").write_text('import { start } from "./main.js";\nexport const a = start;\n')
    with pytest.raises(ValueError, match="main -> a -> main"):
        injected_js.bundle()


def test_a_module_hands_on_its_exports(folder: Path) -> None:
    (folder / "main.js").write_text(
        "export const one = 1;\nexport class Two {}\nexport function three() {}\nconst own = 4;\n"
    )
    assert "return { one, Two, three };" in injected_js.bundle()


def test_no_import_or_export_is_left_in_the_bundle() -> None:
    lines = injected_js.bundle().splitlines()
    assert [line for line in lines if line.startswith(("import ", "export "))] == []


def test_comments_are_left_out_and_code_beside_them_stays(folder: Path) -> None:
    (folder / "main.js").write_text(
        "/**\n * About it * all.\n */\n// More.\nexport const one =\n  /** @type {any} */ (1); // stays\n  /* short */\n"
        'const two = "/*";\nconst three = "*/";\n'
    )
    code = 'const one =\n  /** @type {any} */ (1); // stays\nconst two = "/*";\nconst three = "*/";\n'
    assert injected_js.bundle() == f"const main = (() => {{\n{code}return {{ one }};\n}})();"


def test_no_line_of_a_text_of_several_lines_looks_like_a_comment() -> None:
    """Such a line would be left out. Sheets may have comments of their own kind, which are left out too."""
    texts = (
        text
        for path in injected_js.FOLDER.rglob("*.js")
        for text in re.findall(r"^[^`/*\n]*`([^`]*\n[^`]*)`", path.read_text("utf-8"), re.MULTILINE)
    )
    assert [line for text in texts for line in text.splitlines() if line.lstrip().startswith("//")] == []


def test_a_module_that_page_and_block_need_is_in_the_script_once() -> None:
    source = injected_js.source({"face": "name"})
    assert [
        name
        for name in ("captured_dom", "function_block", "face_main")
        if source.count(f"const {name} = ") != 1
    ] == []


def test_the_script_is_started_with_its_configuration() -> None:
    config = {"binding": "b", "text": "</script>\u2028\ud83d'\""}
    assert f"main.start({json.dumps(config)});" in injected_js.source(config)


def test_the_script_gives_nothing_to_the_world_around_it() -> None:
    source = injected_js.source({})
    assert source.startswith("(() => {\n'use strict';")
    assert source.endswith("})();")


def test_every_module_is_used() -> None:
    # These files have only types for the checker.
    used = injected_js.bundle(None, "main", injected_js.FACE, injected_js.GUIDE, injected_js.CHECK)
    unused = {
        path.stem
        for folder in FOLDERS
        for path in folder.glob("*.js")
        if f"const {path.stem} = (() =>" not in used
    }
    assert unused == {"protocol", "config_types", "face_protocol"}


TRIED = (
    *("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function("),
    *("fetch(", "<style", "localStorage", "postMessage(document"),
)


def test_the_script_tries_nothing_that_a_strict_policy_reports() -> None:
    code = "\n".join(
        line
        for folder in FOLDERS
        for path in folder.glob("*.js")
        for line in path.read_text("utf-8").splitlines()
        if not line.lstrip().startswith(("*", "/**", "//"))
    )
    assert [tried for tried in TRIED if tried in code] == []


def test_only_what_is_painted_waits_for_frames() -> None:
    """A tab in the background has one a second, or none."""
    paths = (path for folder in FOLDERS for path in folder.glob("*.js"))
    waiting = {path.name for path in paths if "requestAnimationFrame(" in path.read_text("utf-8")}
    assert waiting == {
        "close_watch.js",
        "hiding_queue.js",
        "long_text.js",
        "picture_diff.js",
        "scroll_hold.js",
    }


def test_another_folder_can_be_bundled_too(tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text("export const other = 1;\n")
    assert "return { other };" in injected_js.bundle(tmp_path)


def test_a_module_that_another_folder_lacks_comes_from_the_page_script(tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text('import { drawPicture } from "./face/image_canvas.js";\n')
    assert "const image_canvas = (() =>" in injected_js.bundle(tmp_path)

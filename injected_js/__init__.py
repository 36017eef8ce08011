"""Builds the page's script: `source(config)` runs in the isolated world of each document."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
RECORDER = "recording/recorder"
FACE = "face/face_main"
GUIDE = "learn/instruction_bar"
CHECK = "site/page_check"
# Each begins with a line break, which is searched for much faster than the beginning of a line.
_IMPORT = re.compile(r'\nimport \{([^}]*)\} from "(\.\.?)/([\w/-]+)\.js";(?=\n)')
_STYLE = re.compile(r'"\{\{(\w+\.css)\}\}"')
_COMMENT = re.compile(r"\n[ \t]*(?:/\*(?:[^*]|\*(?!/))*+\*/[ \t]*|//.*)(?=\n)")
_EXPORT = re.compile(r"\nexport (?=(?:const|class|function|let) (\w+))")


def source(config: Mapping[str, object]) -> str:
    """Return the script for one run; `config` is the `Config` of config_types.js, serializable as JSON.

    With `record` in it, the script includes the modules that record the page. `words` in it are the
    translations for its `language`, by English text.
    """
    words = json.dumps(config.get("words") or {})
    config = {key: value for key, value in config.items() if key != "words"}
    plain = json.dumps(config)
    if config.get("replay"):
        return _replayed(f"main.start({plain});", plain)
    page = modules(None, "main", RECORDER) if config.get("record") else modules()
    start = f"main.start({plain}, recorder.make);" if config.get("record") else f"main.start({plain});"
    key = config.get("face") or ""
    face: Mapping[str, str] = modules(None, FACE) if key else {}
    shared = [name for name in face if name in page]
    return "\n".join(
        (
            "(() => {\n'use strict';",
            f"const words = {words};",
            *(page[name] for name in shared),
            _face(face, shared, key, str(config.get("language", "en"))) if key else "",
            *(text for name, text in page.items() if name not in shared),
            f"language.useWords(words);\n{start}\n}})();",
        )
    )


def _face(face: Mapping[str, str], shared: Sequence[str], key: object, language: str) -> str:
    """Return the part that runs in a block's frame, which has the name `key`, instead of the page script.

    The browser compiles a function without a call only if it is called, and so never in a page.
    """
    own = "\n".join(text for name, text in face.items() if name not in shared)
    start = f"language.useWords(words);\nface_main.start({json.dumps(key)}, {json.dumps(language)});"
    test = f"globalThis.name === {json.dumps(key)}"
    return f"const face = () => {{\n{own}\n{start}\n}};\nif ({test}) return face();"


def _replayed(start: str, config: str) -> str:
    """Return the script for a replay, with the clock and timers of `replaying/virtual_time.js`."""
    clock = "performance, setTimeout, clearTimeout, setInterval, clearInterval, MessageChannel"
    replaying = f"{bundle(FOLDER / 'replaying', 'replay_driver')}\nreturn replay_driver.make({config});"
    return f"""(() => {{
'use strict';
const replay = (() => {{
{replaying}
}})();
((time) => {{
const {{ {clock} }} = time;
{bundle()}
{start}
}})(replay.time);
replay.attach({config});
}})();"""


def bundle(folder: Path | None = None, *entries: str) -> str:
    """Return the text of `modules`."""
    return "\n".join(modules(folder, *entries).values())


@cache
def modules(folder: Path | None = None, *entries: str) -> Mapping[str, str]:
    """Return the modules that `entries` (default: `main`) need, by name, in import order, each in its own
    scope.

    A module is looked up in `folder`, then in this folder. Its name in the result is its file's base name,
    without the folder. `"{{NAME.css}}"` becomes the text of that file in the module's folder. This needs no
    build step and no loader.

    Raises ValueError for circular imports.
    """
    done: dict[str, str] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise ValueError(f"injected_js: circular import {' -> '.join((*path, name))}")
        if name in done:
            return
        own = folder / f"{name}.js" if folder else None
        needed, text = _module(name, own if own and own.is_file() else FOLDER / f"{name}.js")
        for other in needed:
            visit(other, (*path, name))
        done[name] = text

    for entry in entries or ("main",):
        visit(entry, ())
    return done


def design_tokens() -> str:
    """Return the sheet with the values that the looks of block, panel and report share (docs/looks.md)."""
    return _text(FOLDER / "face" / "design_tokens.css")


def result_styles() -> str:
    """Return the sheet of results that are drawn as a tree, a table or Markdown."""
    return _text(FOLDER / "face" / "result_styles.css")


def _text(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def _module(name: str, path: Path) -> tuple[list[str], str]:
    """Return the names of the modules that a module needs, and its text without comments and imports."""
    text = f"\n{_text(path)}"
    parent, _, base = name.rpartition("/")
    needed = [
        f"{parent}/{other}" if parent and dots == "." else other for _, dots, other in _IMPORT.findall(text)
    ]
    own = _STYLE.sub(lambda sheet: json.dumps(_text(path.parent / sheet[1])), text)
    own = _IMPORT.sub(lambda found: f"\nconst {{{found[1]}}} = {found[3].rpartition('/')[2]};", own)
    # More than a third of the text is comments (and those of sheets), and each page and block receives it.
    own = _COMMENT.sub("", own)
    exported = ", ".join(_EXPORT.findall(own))
    body = _EXPORT.sub("\n", own)
    return needed, f"const {base} = (() => {{{body}return {{ {exported} }};\n}})();"

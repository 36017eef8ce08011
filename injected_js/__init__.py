"""The page's side as one source text: `source(config)` runs in the isolated world of each document."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
RECORDER = "recording/recorder"
FACE = "face/face_main"
_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.\.?)/([\w/-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|function|let) (\w+))", re.MULTILINE)


def source(config: Mapping[str, object]) -> str:
    """Return the script for one run; `config` is the `Config` of protocol.js and must be JSON.

    With `record` in it, the modules that record the page come along.
    """
    plain = json.dumps(config)
    if config.get("replay"):
        return _replayed(f"main.start({plain});", plain)
    recording = bool(config.get("record"))
    modules = bundle(None, "main", RECORDER) if recording else bundle()
    given = f"{plain}, recorder.make" if recording else plain
    page = f"{modules}\nmain.start({given});"
    return f"(() => {{\n'use strict';\n{_face(config)}{page}\n}})();"


def _face(config: Mapping[str, object]) -> str:
    """What runs in a block's frame, which is known by its name, in place of the page's side."""
    key = json.dumps(config.get("face") or "")
    if key == '""':
        return ""
    return f"if (globalThis.name === {key}) {{\n{bundle(None, FACE)}\nface_main.start({key});\nreturn;\n}}\n"


def _replayed(start: str, config: str) -> str:
    """The script in a recording's time: its clock and timers are those of `replaying/virtual_time.js`."""
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


@cache
def bundle(folder: Path | None = None, *entries: str) -> str:
    """Join the modules of `folder` (else the page's side) that `entries` (else `main`) need, each in a scope
    of its own, in the order of their imports: no build step, no loader. A module is called as its file,
    whatever its folder; one that `folder` does not have is the page's side's.

    Raises ValueError when modules import each other in a circle.
    """
    done: dict[str, str] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise ValueError(f"injected_js: circular import {' -> '.join((*path, name))}")
        if name in done:
            return
        own = (folder or FOLDER) / f"{name}.js"
        text = (own if own.is_file() else FOLDER / f"{name}.js").read_text("utf-8")
        for _, dots, needed in _IMPORT.findall(text):
            inner = dots == "." and "/" in name
            visit(f"{Path(name).parent}/{needed}" if inner else needed, (*path, name))
        done[name] = _module(name, text)

    for entry in entries or ("main",):
        visit(entry, ())
    return "\n".join(done.values())


def _module(name: str, text: str) -> str:
    exported = ", ".join(_EXPORT.findall(text))
    own = _IMPORT.sub(lambda found: f"const {{{found[1]}}} = {Path(found[3]).name};\n", text)
    body = _EXPORT.sub("", own)
    return f"const {Path(name).name} = (() => {{\n{body}return {{ {exported} }};\n}})();"

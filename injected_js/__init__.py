"""The page's side as one source text: `source(config)` runs in the isolated world of each document."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|function|let) (\w+))", re.MULTILINE)


def source(config: Mapping[str, object]) -> str:
    """Return the script for one run; `config` is the `Config` of types.js and must be JSON."""
    start = f"main.start({json.dumps(config)});"
    if config.get("replay"):
        return _replayed(start, json.dumps(config))
    return f"(() => {{\n'use strict';\n{bundle()}\n{start}\n}})();"


def _replayed(start: str, config: str) -> str:
    """The script in a recording's time: its clock and timers are those of `replaying/time.js`."""
    clock = "performance, setTimeout, clearTimeout, setInterval, clearInterval, MessageChannel"
    replaying = f"{bundle(FOLDER / 'replaying', 'replay')}\nreturn replay.make({config});"
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
def bundle(folder: Path | None = None, entry: str = "main") -> str:
    """Join the modules of `folder` (else the page's side) that `entry` needs, each in a scope of its own, in
    the order of their imports: no build step, no loader.

    Raises ValueError when modules import each other in a circle.
    """
    done: dict[str, str] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise ValueError(f"injected_js: circular import {' -> '.join((*path, name))}")
        if name in done:
            return
        text = ((folder or FOLDER) / f"{name}.js").read_text("utf-8")
        for _, needed in _IMPORT.findall(text):
            visit(needed, (*path, name))
        done[name] = _module(name, text)

    visit(entry, ())
    return "\n".join(done.values())


def _module(name: str, text: str) -> str:
    exported = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(r"const {\1} = \2;\n", text))
    return f"const {name} = (() => {{\n{body}return {{ {exported} }};\n}})();"

"""The public names, and what their import loads."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files

import pytest

import overlay


def test_every_public_name_exists() -> None:
    assert [name for name in overlay.__all__ if getattr(overlay, name) is None] == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = overlay.nothing_like_it


HEAVY = {
    "jsonschema",  # with a tool to check
    "attr",
    "referencing",
    "docstring_parser",
    "cssselect",  # with a site's profile
    "rich",
    "lxml",
    "json_repair",
    "mcp",  # with a server
    "importlib.metadata",
    "overlay.tools.mcp.supervised_server",
    "overlay.tools.builtin.register",
    "overlay.ui.panel.messages",  # with a panel
    "overlay.capture.model",
    "overlay.common.secrets.commands",  # with a text to search
    "overlay.companion.browser.find",  # where it starts a browser
    "observers.recording_protocol",  # where it records
    "urllib.request",
}


def printed_by(program: str) -> dict[str, object]:
    """Run a program in a new process; return the JSON that it prints."""
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_importing_overlay_loads_no_library_and_detecting_no_browser() -> None:
    program = f"""
import json, sys, overlay
first = sorted({HEAVY | {"pydantic", "playwright"}} & set(sys.modules))
overlay.detect("x")
print(json.dumps({{"import": first, "detect": sorted({{"playwright", "mcp"}} & set(sys.modules))}}))
"""
    assert printed_by(program) == {"import": [], "detect": []}


def test_importing_and_making_a_companion_loads_no_library_of_a_run() -> None:
    """The parts are imported while the browser starts; then no validator of a message is built."""
    program = f"""
import gc, json, sys
gc.disable()
from overlay import Companion
Companion("demo")
early = sorted({HEAVY | {"pydantic", "playwright"}} & set(sys.modules))
from overlay.companion.companion import OPENING
from overlay.common.imports import import_for_run
import_for_run(OPENING)
loaded = sorted({HEAVY} & set(sys.modules))
collects = [gc.isenabled()]
gc.enable()
from overlay import detect
collects.append(gc.isenabled())
from observers import commands, protocol, recording_protocol
built = [each.__name__ for module in (commands, protocol, recording_protocol) for each in vars(module).values()
    if hasattr(each, "__pydantic_complete__") and each.__pydantic_complete__ and each.model_fields]
print(json.dumps({{"early": early, "loaded": loaded, "collects": collects, "built": built}}))
"""
    assert printed_by(program) == {"early": [], "loaded": [], "collects": [False, True], "built": []}


def test_type_checkers_find_the_types_of_the_packages() -> None:
    assert [name for name in ("overlay", "observers") if not (files(name) / "py.typed").is_file()] == []

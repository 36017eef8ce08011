"""The public names."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files

import pytest

import overlay


@pytest.mark.parametrize("name", overlay.__all__)
def test_every_public_name_can_be_had(name: str) -> None:
    assert getattr(overlay, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = overlay.nothing_like_it


def test_detecting_does_not_import_a_browser() -> None:
    heavy = "'playwright' in sys.modules or 'mcp' in sys.modules"
    program = f"import sys, overlay; overlay.detect('x'); sys.exit({heavy})"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


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
    "overlay.tools.mcp.server",
    "overlay.tools.builtin.register",
    "overlay.ui.panel.messages",  # with a panel
    "overlay.capture.model",
    "overlay.common.secrets.commands",  # with a text to search
    "overlay.companion.browser.find",  # where it starts a browser
    "observers.recording_protocol",  # where it records
    "urllib.request",
}


@pytest.mark.parametrize(
    ("imports", "heavy"),
    [("import overlay", HEAVY | {"pydantic", "playwright"}), ("from overlay import Companion", HEAVY)],
)
def test_importing_loads_nothing_heavy_that_only_some_sessions_need(imports: str, heavy: set[str]) -> None:
    program = f"{imports}; import sys; print(*sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []


def test_importing_the_companion_leaves_the_collector_as_it_was() -> None:
    program = "import gc; gc.disable(); from overlay import Companion; off = gc.isenabled();"
    program += "gc.enable(); from overlay import detect; print(off, gc.isenabled())"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False", "True"]


def test_importing_the_companion_builds_no_check_of_a_message() -> None:
    program = (
        "from overlay import Companion; from observers import commands, protocol, recording_protocol as recorded;"
        "print(*(each.__name__ for module in (commands, protocol, recorded) for each in vars(module).values()"
        " if hasattr(each, '__pydantic_complete__') and each.__pydantic_complete__ and each.model_fields))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []


def test_type_checkers_read_the_types_of_what_is_installed() -> None:
    assert [name for name in ("overlay", "observers") if not (files(name) / "py.typed").is_file()] == []

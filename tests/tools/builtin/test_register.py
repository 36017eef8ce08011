from pathlib import Path

import pytest

from overlay.tools.builtin import ShippedSettings, add_shipped
from overlay.tools.registry import ToolRegistry


def names(settings: ShippedSettings) -> list[str]:
    registry = ToolRegistry()
    add_shipped(registry, settings)
    return registry.names


def test_a_tool_is_on_only_where_its_setting_opens_it():
    assert names(ShippedSettings()) == ["current_time", "calculator", "page_title", "highlight_object"]

    assert names(ShippedSettings(hosts=["example.org"]))[4:] == ["fetch_url"]

    assert names(ShippedSettings(shell=True))[4:] == ["run_command"]

    registry = ToolRegistry()
    add_shipped(registry, ShippedSettings())
    assert {"read_file", "fetch_url", "run_command"} <= set(registry.all_names)


def test_a_root_switches_the_file_tools_on_and_one_for_writing_writing_too(tmp_path: Path):
    assert names(ShippedSettings(roots=[tmp_path]))[4:] == ["read_file", "list_files", "search_files"]

    found = names(ShippedSettings(writable=[tmp_path]))[4:]
    assert found == ["read_file", "list_files", "search_files", "write_file"]


def test_a_root_that_is_no_folder_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="is not a folder"):
        add_shipped(ToolRegistry(), ShippedSettings(roots=[tmp_path / "x"]))


def test_each_tool_that_ships_describes_itself_and_its_class():
    registry = ToolRegistry()
    add_shipped(registry, ShippedSettings(writable=[Path("/")], hosts=["a"], shell=True))
    definitions = [registry.find(name) for name in registry.names]
    assert {
        each.name: [hint for hint in each.hints.__slots__ if getattr(each.hints, hint)]
        for each in definitions
    } == {
        "current_time": ["read_only"],
        "calculator": ["read_only"],
        "page_title": ["read_only", "untrusted"],
        "highlight_object": ["read_only"],
        "read_file": ["read_only", "private", "untrusted"],
        "list_files": ["read_only", "private", "untrusted"],
        "search_files": ["read_only", "private", "untrusted"],
        "write_file": ["destructive"],
        "fetch_url": ["read_only", "sends_out", "untrusted"],
        "run_command": ["destructive", "sends_out", "private", "untrusted"],
    }
    assert all(each.description for each in definitions)

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from overlay.common.paths import config_dir
from overlay.tools import discovery
from overlay.tools.builtin.wordpress import WordPressSettings
from overlay.tools.decorator import tool
from overlay.tools.discovery import Sources, load, own_folder
from overlay.tools.errors import ToolError

SHIPPED = ["current_time", "calculator", "page_title", "highlight_object"]


@tool
def offered() -> None: ...


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's own folder of tools, not there yet."""
    folder = tmp_path / "own"

    def mine() -> Path:
        return folder

    monkeypatch.setattr(discovery, "own_folder", mine)
    return folder


def write(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.py").write_text(f"from overlay.tools import tool\n\n@tool\ndef {name}(): ...\n")
    return folder


def test_without_anything_configured_the_shipped_tools_are_there():
    registry, problems = load(Sources(entry_points=False))
    assert registry.names == SHIPPED
    assert problems == []


def test_the_users_own_folder_is_loaded(own: Path):
    write(own, "mine")
    assert load(Sources(entry_points=False))[0].names == [*SHIPPED, "mine"]


def test_named_folders_are_loaded_and_a_missing_one_is_a_problem(tmp_path: Path):
    folder = write(tmp_path / "more", "other")
    assert load(Sources([folder], entry_points=False))[0].names == [*SHIPPED, "other"]

    assert len(load(Sources([tmp_path / "gone"], entry_points=False))[1]) == 1


def test_entry_points_are_loaded(monkeypatch: pytest.MonkeyPatch):
    def installed(group: str) -> list[EntryPoint]:
        return [EntryPoint("p", f"{__name__}:offered", group)]

    monkeypatch.setattr("importlib.metadata.entry_points", installed)
    assert load(Sources())[0].names == [*SHIPPED, "offered"]


def test_folders_and_hosts_that_the_user_opened_are_open(tmp_path: Path):
    registry, _ = load(Sources(roots=[tmp_path], hosts=["example.org"], shell=True, entry_points=False))
    assert {"read_file", "fetch_url", "run_command"} <= set(registry.names)


def test_the_own_folder_is_in_the_users_configuration():
    assert own_folder() == config_dir() / "tools"


def test_a_folder_opened_for_writing_can_be_read_and_written(tmp_path: Path):
    registry, _ = load(Sources(writable=[tmp_path], entry_points=False))
    assert {"read_file", "write_file"} <= set(registry.names)


def test_tools_for_wordpress_are_there_only_with_a_site():
    assert "wpcli" not in load(Sources(entry_points=False))[0].all_names

    settings = WordPressSettings(path="/srv/site")
    registry, _ = load(Sources(wordpress=settings, entry_points=False))
    assert registry.names == [*SHIPPED, "wpcli", "plugin_logs"]


def test_a_retired_name_is_refused_with_what_to_use_instead(own: Path):
    write(own, "old")
    registry, _ = load(Sources(retired={"old": "calculator"}, entry_points=False))
    with pytest.raises(ToolError, match="The tool 'old' is retired: use 'calculator'"):
        registry.find("old")
    assert registry.names == SHIPPED

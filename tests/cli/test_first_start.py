"""The guided start: `overlay` and `overlay launch` without a site."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overlay.cli import first_start, launch, main
from overlay.companion.browser import Browser
from overlay.companion.companion import Companion
from overlay.tools.mcp import config_locations
from overlay.tools.mcp.config_locations import Place
from overlay.ui.settings import Settings, SettingsFile

BROWSER = Browser(Path("/usr/bin/chromium"), "chromium", "installed", "Chromium", "150.0")


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with one browser, a user's server file and a project's; the folder of this project."""
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    project.mkdir()
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "overlay"))
    monkeypatch.setenv("DISPLAY", ":9")
    monkeypatch.chdir(project)

    def usual_places(folder: Path) -> list[Place]:
        return [Place("Cursor", home / "mcp.json"), Place("Claude Code", folder / ".mcp.json")]

    monkeypatch.setattr(config_locations, "usual_places", usual_places)

    def find_browser(_: str | None) -> Browser:
        return BROWSER

    monkeypatch.setattr(first_start, "find_browser", find_browser)
    monkeypatch.setattr(first_start, "at_terminal", lambda: True)
    return project


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str | None]]:
    """The chats that were opened: site and browser."""
    seen: list[tuple[str, str | None]] = []

    def companion_of(target: str, options: dict[str, Any]) -> Companion:
        seen.append((target, options["browser"]))
        raise SystemExit(0)

    monkeypatch.setattr(launch, "companion_of", companion_of)
    return seen


def servers_in(path: Path, *keys: str) -> None:
    path.write_text(json.dumps({"mcpServers": {key: {"command": "npx", "args": [key]} for key in keys}}))


def of_user(project: Path) -> Path:
    return project.parent / "home" / "mcp.json"


def imported() -> list[str]:
    file = config_locations.own_file()
    return list(json.loads(file.read_text())["mcpServers"]) if file.exists() else []


def run(*typed: str, command: tuple[str, ...] = ()) -> Result:
    return CliRunner().invoke(main, list(command), input="".join(f"{line}\n" for line in typed))


def test_one_enter_opens_the_suggested_site_also_with_launch(opened: list[tuple[str, str | None]]) -> None:
    assert "Chromium 150.0" in run("").stderr
    run("", command=("launch",))
    assert opened == [("chatgpt", None)] * 2


def test_enter_imports_the_servers_of_the_user_and_none_of_the_project(machine: Path) -> None:
    servers_in(of_user(machine), "files", "mail")
    servers_in(machine / ".mcp.json", "evil")
    servers_in(config_locations.own_file(), "mine")
    before = of_user(machine).read_bytes()
    said = run("").stderr
    assert f"Added files, mail to {config_locations.own_file()}" in said
    assert imported() == ["mine", "files", "mail"]
    assert of_user(machine).read_bytes() == before


def test_servers_are_chosen_by_number_and_enter_keeps_the_suggestion(machine: Path) -> None:
    servers_in(of_user(machine), "a", "b")
    servers_in(machine / ".mcp.json", "build")
    answers = {"1, 3": ["a", "build"], "3": ["build"], "": ["a", "b"], "none": []}
    wrong: dict[str, list[str]] = {}
    for typed, chosen in answers.items():
        config_locations.own_file().unlink(missing_ok=True)
        run("2", typed, "")
        if imported() != chosen:
            wrong[typed] = imported()
    assert wrong == {}


def test_an_answer_that_names_no_server_is_asked_again(machine: Path) -> None:
    servers_in(of_user(machine), "a", "b", "c")
    run("2", "4", "0", "-1", "1-2", "x", "²", "99999999999", ",", "2", "")
    assert imported() == ["b"]


def test_a_site_and_a_browser_are_chosen_and_kept(opened: list[tuple[str, str | None]]) -> None:
    run("3", "nosuch", "")
    run("3", "https://chat.example.org", "")
    run("3", "claude", "1", "msedge", "")
    assert opened == [("chatgpt", None), ("https://chat.example.org", None), ("claude", "msedge")]
    assert SettingsFile.own().read().site == "claude"
    assert SettingsFile.own().read().browser == "msedge"


def test_launch_opens_the_kept_site_and_options_override_it(opened: list[tuple[str, str | None]]) -> None:
    SettingsFile.own().save(site="claude", browser="chrome")
    run(command=("launch",))
    run(command=("launch", "poe", "--browser", "chromium"))
    assert opened == [("claude", "chrome"), ("poe", "chromium")]


def test_the_end_of_the_input_keeps_nothing(machine: Path, opened: list[tuple[str, str | None]]) -> None:
    servers_in(of_user(machine), "a")
    run("3", "claude")
    assert opened == []
    assert imported() == []
    assert SettingsFile.own().read() == Settings()


def test_names_from_files_can_not_write_to_the_terminal(machine: Path) -> None:
    servers_in(of_user(machine), "a\x1b[2Jb\n  3  Chat  evil")
    assert "\x1b[2J" not in run("2", "none", "").stderr


def test_a_broken_server_file_is_named_and_left_out(machine: Path) -> None:
    of_user(machine).write_text("{")
    assert "is not valid JSON" in run("").stderr


def test_without_a_display_or_a_terminal_the_help_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.delenv("DISPLAY")
        patch.delenv("WAYLAND_DISPLAY", raising=False)
        assert run().output.startswith("Usage:")
    monkeypatch.setattr(first_start, "at_terminal", lambda: False)
    assert run().output.startswith("Usage:")
    monkeypatch.setattr(launch, "can_guide", lambda: False)
    result = run(command=("launch",))
    assert result.exit_code == 2
    assert "overlay launch SITE" in result.stderr


# A shell has what it starts in the background ignore Ctrl+C, and so would all that the tests start.
IN_TERMINAL = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
os.login_tty(0)
from overlay.__main__ import main
main()
"""


# Thorough, since it can fail by chance: Python misses a Ctrl+C between drawing the question and waiting for a key, and
# a process that sleeps for another reason looks the same from outside.
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("key", "words"),
    [(b"\x03", "overlay: stopped."), (b"\x04", "overlay: stopped; nothing was done.")],
    ids=["ctrl-c", "end of input"],
)
def test_the_first_start_in_a_real_terminal_ends_with_a_sentence(
    key: bytes, words: str, tmp_path: Path
) -> None:
    env = os.environ | {"OVERLAY_HOME": str(tmp_path / "own"), "HOME": str(tmp_path), "DISPLAY": ":9"}
    here, there = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", IN_TERMINAL], stdin=there, env=env) as started:
        os.close(there)
        try:
            _until(here, b"changes one: ")
            _wait_asleep(started.pid)
            os.write(here, key)
            said = _until(here, None).decode()
        finally:
            started.kill()
            os.close(here)
    assert said.removeprefix("^C").strip() == words


def _wait_asleep(process: int) -> None:
    """Wait until it waits for a key: Python misses a Ctrl+C between drawing the question and that."""
    stat = Path(f"/proc/{process}/stat")
    while stat.exists() and stat.read_text().rpartition(") ")[2][0] != "S":
        os.sched_yield()


def _until(terminal: int, words: bytes | None) -> bytes:
    """Return what the terminal shows up to these words, or up to its end."""
    said = b""
    while words is None or words not in said:
        try:
            said += os.read(terminal, 4096)
        except OSError:  # Linux's end of a terminal
            break
    return said

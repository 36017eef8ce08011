"""The examples of the documentation: commands, settings and programs run or load as they are written."""

from __future__ import annotations

import ast
import inspect
import json
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import overlay
from overlay.capture.check.ignored_parts import CheckSettings
from overlay.cli import main
from overlay.cli.manual import pages
from overlay.companion.config import Config
from overlay.policy.policy_schema import PolicyRules
from overlay.sites.profile import SiteProfile
from overlay.ui.settings import Settings
from tests.docs.pages import blocks, calls

NEEDS = {
    "capture": "a browser",
    "check": "recordings",
    "config edit": "an editor",
    "demo": "a browser",
    "doctor": "a machine with a browser",
    "history delete": "calls",
    "history show": "a call",
    "install-launcher": "a desktop",
    "launch": "a site",
    "permissions revoke": "a permission",
    "replay": "a recording",
    "servers check": "servers",
    "servers import FILE": "a file of servers",
    "servers login": "a server",
    "servers logout": "a server",
    "servers trust": "a server",
    "sign-in": "a site",
    "sites check": "a site",
    "sites learn": "a site",
    "sites report": "a site",
    "sites update": "a publisher's file",
}
"""The commands whose examples are not run here, and what each needs. The tests of a command run it."""
if sys.platform == "win32":
    NEEDS["permissions allow-command"] = "a system where rules for commands count"
FILES = {
    "answer.txt": '<tool:current_time>{"timezone": "UTC"}</tool>',
    "tools.json": '[{"name": "current_time", "parameters": {"type": "object"}}]',
    "conversations.json": '[{"role": "assistant", "content": "hello"}]',
    ".mcp.json": '{"mcpServers": {}}',
    "../exports/chat.md": "## Assistant\nhello\n",
    "../notes/a.txt": "a",
    "tools/.keep": "",
    "words.py": blocks("tutorial", "python")[0],
}
PROGRAMS = {"node", "npm"}
"""Commands that no test may expect on a machine."""
TABLES = (CheckSettings, Config, PolicyRules, Settings, SiteProfile)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working folder with the files that the examples name: a repository in a home folder."""
    folder = tmp_path / "project"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    with zipfile.ZipFile(folder / "export.zip", "w") as file:
        file.writestr("conversations.json", FILES["conversations.json"])
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / ".overlay"))
    monkeypatch.chdir(folder)


def needs_more(words: list[str]) -> bool:
    return bool(PROGRAMS.intersection(words)) or any(
        words[: len(key.split())] == key.split() for key in NEEDS
    )


def run(words: list[str]) -> str:
    """Run a command with the shell's redirections; return what went wrong."""
    given = None
    if "<" in words:
        at = words.index("<")
        given, words = Path(words[at + 1]).read_text(), words[:at]
    if ">" in words:
        words = words[: words.index(">")]
    words = [str(Path(word).expanduser()) if word.startswith("~/") else word for word in words]
    result = CliRunner().invoke(main, words, input=given)
    return "" if result.exit_code == 0 else f"{shlex.join(words)}: {result.output[-300:]}"


@pytest.mark.usefixtures("project")
def test_each_command_of_the_documentation_that_needs_nothing_else_runs() -> None:
    examples = [words for words in calls() if not needs_more(words)]
    assert ["tools", "call", "calculator", "-a", "expression=6*7"] in examples
    assert [problem for words in examples if (problem := run(words))] == []


def test_each_example_of_settings_is_valid_in_one_of_the_files() -> None:
    samples = [(topic, text) for topic in pages() for text in blocks(topic, "toml")]
    assert samples
    assert [(topic, text) for topic, text in samples if not any(valid(text, table) for table in TABLES)] == []


def valid(text: str, table: type[Any]) -> bool:
    """Return whether the file is valid; a profile of a site gets its name from the file."""
    fields = tomllib.loads(text)
    if table is SiteProfile:
        if "title" not in fields:
            return False
        fields["name"] = "mychat"
    try:
        table.model_validate_json(json.dumps(fields, default=str), strict=False)
    except ValueError:
        return False
    return True


@overlay.tool(read_only=True)
def current_time(timezone: str = "UTC") -> str:
    """Returns the current time."""
    return f"noon in {timezone}"


@pytest.mark.usefixtures("overlay_browser")
async def test_each_program_of_the_references_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names = {name: getattr(overlay, name) for name in overlay.__all__}
    for text in (*blocks("api", "python"), *blocks("tools", "python"), *blocks("tutorial", "python")):
        code = compile(text, "docs", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        ran = eval(code, {"overlay": overlay, "current_time": current_time, **names})
        if inspect.isawaitable(ran):
            await ran
    said = {overlay.__version__, "current_time {'timezone': 'UTC'}", "tool_not_found"}
    assert said - set(capsys.readouterr().out.splitlines()) == set()


@pytest.mark.usefixtures("overlay_browser")
def test_the_program_that_prints_events_runs_and_ends(capsys: pytest.CaptureFixture[str]) -> None:
    [text] = blocks("events", "python")
    exec(compile(text, "events.md", "exec", dont_inherit=True), {"__name__": "events"})
    assert capsys.readouterr().out.splitlines()[-1] == "ready current_time"


def test_each_other_program_is_valid_python() -> None:
    for topic in pages():
        for text in blocks(topic, "python"):
            compile(text, topic, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)


def test_the_example_for_pytest_is_the_same_on_each_page() -> None:
    [example] = blocks("ci", "python")
    assert example in blocks("check", "python")


def imports(text: str) -> Iterator[str]:
    yield from re.findall(r"^(?:from|import) .*$", text, re.MULTILINE)


def test_every_name_that_a_program_of_the_documentation_imports_exists() -> None:
    lines = {line for topic in pages() for text in blocks(topic, "python") for line in imports(text)}
    for line in sorted(lines):
        exec(line, {})
    assert "from overlay import tool" in lines

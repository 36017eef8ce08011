from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overlay.cli import main, manual
from tests.house.tree import ROOT, files

PAGE = """\
# Servers

A proxy is for servers.

```sh
# Proxy is only a comment here
```

## Proxy

Set it.
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["help", *words])


@pytest.fixture
def one_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "servers.md").write_text(PAGE)
    monkeypatch.setattr(manual, "folder", lambda: tmp_path)


def test_a_topic_prints_its_page() -> None:
    assert run("policy").output.startswith("# What may run\n")


def test_a_page_about_a_command_names_the_help_of_the_command() -> None:
    assert run("tools").output.splitlines()[-1] == "The options of this command: overlay tools --help"


def test_help_without_a_topic_names_every_page() -> None:
    listed = json.loads(run("--json").output)["topics"]
    assert set(listed) == {page.stem for page in (ROOT / "docs").glob("*.md")}


def test_the_words_of_a_command_print_its_help() -> None:
    assert run("tools", "call").output.startswith("Usage: overlay tools call")


@pytest.mark.usefixtures("one_page")
def test_other_words_list_the_parts_that_have_them_with_headings_first() -> None:
    assert [line.split()[2:] for line in run("proxy").output.splitlines()] == [
        ["servers", "Proxy"],
        ["servers", "Servers"],
    ]


@pytest.mark.usefixtures("one_page")
def test_the_parts_found_are_listed_in_columns(tmp_path: Path) -> None:
    (tmp_path / "a-name-of-a-page.md").write_text("# Proxy\n")
    starts = {
        line.index(heading) for line in run("proxy").output.splitlines() for heading in line.split()[3:]
    }
    assert len(starts) == 1


@pytest.mark.usefixtures("one_page")
def test_a_misspelt_topic_gets_a_suggestion() -> None:
    result = run("servrs")
    assert result.exit_code == 2
    assert "Did you mean 'servers'?" in result.output


def test_each_topic_that_a_message_of_overlay_names_exists() -> None:
    named = {
        (path.name, topic)
        for path in files(ROOT / "overlay")
        if path.suffix in (".py", ".js", ".html") and path.name != "help.py"
        for topic in re.findall(r"overlay help ([a-z-]+)", path.read_text("utf-8"))
    }
    assert {topic for _, topic in named} - set(manual.pages()) == set()
    assert named


def test_no_message_of_overlay_names_a_page_that_only_a_checkout_has() -> None:
    found = [
        f"{path.name}: {line.strip()}"
        for path in files(ROOT / "overlay")
        if path.suffix == ".py"
        for line in path.read_text("utf-8").splitlines()
        if '"""' not in line and re.search(r'"[^"]*\bdocs/\w+\.md', line)
    ]
    assert found == []

from __future__ import annotations

import re
from inspect import cleandoc
from pathlib import Path

import click
import pytest

from overlay.cli import COMMANDS, SECTIONS, main
from overlay.cli.command import SITE, TOPICS
from overlay.cli.manual import pages
from tests.house.commands import commands, meanings, undocumented, untrue
from tests.house.tree import ROOT, files
from tests.support.table import for_each

PAGES = [path for path in files(ROOT) if path.suffix == ".md"]
BOTH_COMMANDS = (
    "python -m pip install -e . && python -m overlay demo",
    "python -m pip install -e '.[test]' && python -m pytest",
)


def test_every_command_and_option_says_what_it_is_for() -> None:
    found = [line for path, command in commands() for line in undocumented(path, command)]
    assert not found, "\n".join(found)


def test_every_command_gives_examples_that_it_would_take(tmp_path: Path) -> None:
    found: list[str] = []
    for path, command in commands():
        _, _, examples = (command.help or "").partition("Examples:\n")
        page = tmp_path / f"{path.split()[-1]}.md"
        page.write_text(f"```sh\n{cleandoc(examples)}\n```\n")
        found += untrue(page) if examples else [f"{path}: gives no examples"]
    assert not found, "\n".join(found)


def test_an_option_means_the_same_in_each_command() -> None:
    """Each option of the same name is a flag everywhere, or takes the same kind of value."""
    found: dict[str, set[str]] = {}
    for path, command in commands():
        context = click.Context(command, info_name=path)
        for option in [one for one in command.params if isinstance(one, click.Option)]:
            for name in option.opts:
                found.setdefault(name, set()).add(meanings(option, context))
    assert {name: values for name, values in found.items() if len(values) > 1} == {}


def test_the_help_says_which_options_may_be_given_again_and_what_each_takes() -> None:
    said = " ".join(help_of("overlay launch", dict(commands())["overlay launch"]).split())
    assert "--root DIR Open DIR to the file tools, to read. May be given again. --write" in said
    assert [
        path
        for path, command in commands()
        if re.search(r" (TEXT|INTEGER|WHOLE NUMBER)\b", help_of(path, command))
    ] == []


def test_the_help_of_each_command_says_where_its_documentation_is() -> None:
    found = [path for path, command in commands() if f"{SITE}/" not in help_of(path, command)]
    assert found == []


def test_each_page_that_a_help_names_exists() -> None:
    assert set(TOPICS) == set(COMMANDS)
    assert set(TOPICS.values()) - set(pages()) == set()


def test_each_command_is_in_one_group_of_the_overview() -> None:
    assert sorted(name for names in SECTIONS.values() for name in names) == sorted(COMMANDS)


def help_of(path: str, command: click.Command) -> str:
    root = click.Context(main, info_name="overlay")
    return command.get_help(click.Context(command, info_name=path.removeprefix("overlay "), parent=root))


def test_every_command_takes_json() -> None:
    found = [
        path
        for path, command in commands()
        if not isinstance(command, click.Group)
        and not any("--json" in parameter.opts for parameter in command.params)
    ]
    assert not found, "\n".join(found)


@for_each("document", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_every_call_of_overlay_in_a_page_would_be_taken(document: Path) -> None:
    found = untrue(document)
    assert not found, "\n".join(found)


def test_the_readme_gives_the_two_commands() -> None:
    readme = ROOT / "README.md"
    if not readme.exists():
        pytest.skip("no README yet")
    lines = readme.read_text(encoding="utf-8").splitlines()
    assert [command for command in BOTH_COMMANDS if command not in lines] == []


def test_ci_runs_the_readmes_second_command() -> None:
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert [part for part in BOTH_COMMANDS[1].split(" && ") if part not in lines] == []


@for_each("check", ["ruff check .", "ruff format --check .", "lint-imports", "pyright"])
def test_ci_runs_the_checks_of_pre_commit(check: str) -> None:
    assert check in (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()


def test_a_command_without_a_word_of_help_is_found() -> None:
    assert undocumented("overlay x", click.Command("x")) == ["overlay x: says nothing of itself"]


def test_an_option_without_help_is_found() -> None:
    command = click.Command("x", help="Does x.", params=[click.Option(["-f", "--force"])])
    assert undocumented("overlay x", command) == ["overlay x --force: has no help text"]


@for_each(
    ("call", "reason"),
    [
        ("overlay doctro", "there is no 'overlay doctro'"),
        ("$ overlay doctor --jsn", "'overlay doctor' takes no --jsn"),
        ("pip install x && python -m overlay doctor --jsn", "'overlay doctor' takes no --jsn"),
        ("overlay doctor \\\n  --jsn=1", "'overlay doctor' takes no --jsn"),
        ("overlay --nothing", "'overlay' takes no --nothing"),
    ],
)
def test_a_call_that_would_be_refused_is_found(tmp_path: Path, call: str, reason: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"Text\n\n```sh\n{call}\n```\n")
    assert [line.split("`: ")[1] for line in untrue(page)] == [reason]


@for_each(
    "call",
    [
        "overlay doctor --json # as an object",
        "overlay doctor --browser=chrome",
        "overlay doctor --help",
        "python -m overlay --version",
        "cat overlay --nonsense",
        "ls overlay | grep --colour x",
    ],
)
def test_a_call_that_would_be_taken_is_left_alone(tmp_path: Path, call: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"```sh\n{call}\n```\n")
    assert untrue(page) == []

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from overlay.cli.sites import SIGNS, command
from overlay.sites.profile import load_profiles


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def test_every_known_site_is_listed_with_its_title_and_address() -> None:
    lines = run("list").output.splitlines()
    assert [line.split()[0] for line in lines] == sorted(load_profiles())
    assert any(line.endswith("ChatGPT  https://chatgpt.com/") for line in lines)


def test_a_site_without_an_address_is_listed_without_one() -> None:
    (line,) = [line for line in run("list").output.splitlines() if line.startswith("librechat")]
    assert line.endswith("LibreChat")


def test_the_list_as_json_is_one_object_a_line() -> None:
    rows = [json.loads(line) for line in run("list", "--json").output.splitlines()]
    assert {
        "name": "claude",
        "title": "Claude",
        "url": "https://claude.ai/new",
        "hosts": ["claude.ai"],
    } in rows


def test_a_site_is_shown_with_every_sign() -> None:
    output = run("show", "chatgpt").output
    assert [sign for sign in SIGNS if f"\n  {sign:<12}  " not in output] == []
    assert "hosts         chatgpt.com, chat.openai.com" in output
    assert output.splitlines()[-1].strip() == load_profiles()["chatgpt"].notes


def test_what_is_not_known_of_a_site_is_said() -> None:
    lines = run("show", "demo").output.splitlines()
    assert "  hosts         any" in lines
    assert lines[-1].startswith("  conversation")
    assert "  streaming     not known" in run("show", "deepseek").output


def test_a_site_as_json_is_its_whole_profile() -> None:
    assert json.loads(run("show", "demo", "--json").output)["composer"] == "#composer"


@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_a_name_nobody_knows_is_wrong_use(flag: list[str]) -> None:
    result = run("show", "nowhere", *flag)
    assert result.exit_code == 2
    assert "no site is called 'nowhere'" in result.output

import sys
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.builtin.wordpress.cli import WpCli
from overlay.tools.builtin.wordpress.settings import WordPressSettings
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolResult
from tests.support.table import for_each

FAKE = """#!{python}
import os, sys
print(sys.argv[1:], "TOKEN" in os.environ)
sys.exit(3 if "fail" in sys.argv else 0)
"""
# Like ssh: hands its last argument to the other side's shell.
FAKE_SSH = """#!/bin/sh
echo "$1 $2 $3 $4"
for last; do :; done
exec sh -c "$last"
"""


@pytest.fixture
def wp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A program `wp` that prints how it was called."""
    path = tmp_path / "wp"
    path.write_text(FAKE.format(python=sys.executable))
    path.chmod(0o755)
    monkeypatch.setenv("TOKEN", "k")
    return str(path)


def registry(wp: str, **more: Any) -> ToolRegistry:
    return ToolRegistry(WpCli(WordPressSettings(path="/srv/site", wp=[wp], **more)).tools)


async def run(registry: ToolRegistry, *args: str) -> ToolResult:
    return await registry.call_tool("wpcli", {"args": list(args)})


async def refusal(registry: ToolRegistry, *args: str) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await run(registry, *args)
    return caught.value


async def test_the_arguments_reach_wp_unchanged(wp: str):
    result = await run(registry(wp), "post", "create", "--post_title=a 'b' $HOME; ls")
    assert (
        result.text == f"{['--path=/srv/site', 'post', 'create', '''--post_title=a 'b' $HOME; ls''']} False\n"
    )


async def test_a_failing_or_missing_program_and_a_nul_are_errors(wp: str, tmp_path: Path):
    result = await run(registry(wp), "plugin", "fail")
    assert result.is_error
    assert result.text.endswith("(exit code 3)")

    assert (await refusal(registry(wp), "post", "a\0b")).code == "tool_invalid"

    found = await refusal(registry(str(tmp_path / "nothing")), "plugin", "list")
    assert found.message == "nothing can't be started: No such file or directory"


async def test_over_ssh_the_arguments_reach_wp_unchanged(
    wp: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "ssh").write_text(FAKE_SSH)
    (tmp_path / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    result = await run(registry(wp, ssh="me@host.example"), "post", "list", "--s=a 'b' $HOME; ls")
    assert (
        result.text
        == f"-o BatchMode=yes -- me@host.example\n{['--path=/srv/site', 'post', 'list', '''--s=a 'b' $HOME; ls''']} False\n"
    )


@for_each(
    "args",
    [
        ["plugin", "list", "--path=/srv/other"],
        ["--ssh=other.example", "plugin", "list"],
        ["plugin", "list", "--http=other.example"],
        ["plugin", "list", "--url=other.example"],
        ["plugin", "list", "--exec=phpinfo();"],
        ["plugin", "list", "--require=x.php"],
        ["plugin", "list", "--require", "x.php"],
        ["@production", "plugin", "list"],
        ["--quiet", "eval", "phpinfo();"],
        ["shell"],
        ["db", "export"],
        ["config", "get"],
        ["--info"],
    ],
)
async def test_an_argument_that_leads_elsewhere_or_runs_anything_is_refused(wp: str, args: list[str]):
    assert (await refusal(registry(wp), *args)).code == "tool_denied"


async def test_an_option_that_only_looks_alike_is_taken(wp: str):
    assert "--pathology=1" in (await run(registry(wp), "post", "list", "--pathology=1")).text


async def test_the_user_says_what_is_blocked(wp: str):
    assert not (await run(registry(wp, blocked=[]), "db", "size")).is_error


def test_a_command_is_always_asked_about_with_its_line_and_its_place(wp: str):
    shown = registry("wp", ssh="me@host.example").preview("wpcli", {"args": ["post", "delete", "1 2"]})
    assert shown == "on me@host.example: wp --path=/srv/site post delete '1 2'"

    assert registry(wp).find("wpcli").hints.destructive

    assert registry("wp").preview("wpcli", {"args": ["cron"]}).startswith("on this machine: wp ")

"""Wrong use is found before anything else: no display, browser or server is looked for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from overlay.cli import main
from overlay.cli.option_checks import check_auto_execute
from overlay.common.errors import UsageError
from overlay.tools import ToolRegistry


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    files = {
        "broken.json": '{"mcpServers": ',
        "other.json": '{"theirs": {}}',
        "wrong.json": '{"mcpServers": {"a": {"comand": "x"}}}',
        "half.json": '{"mcpServers": {"a": {"comand": "x"}, "b": {"command": "true"}}}',
        "good.json": '{"mcpServers": {"b": {"command": "true"}}}',
        "unknown.toml": "[policy]\nautoexecute = ['x']\n",
        "top.toml": "polcy = 1\n",
        "type.toml": "[policy]\ndelay = 'soon'\n",
        "limit.toml": "[policy.limits]\nper_minut = 1\n",
        "deep.toml": f"a = {'[' * 5_000}",
        "deep.json": "[" * 100_000,
        "long.toml": f"time_limit = {'9' * 5_000}",
        "latin.toml": "\nprofile = 'é'",
        "retired.toml": "[tools.retired]\na = 'b'\nb = 'c'\n",
        "saved.html": "<p>x",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="latin-1")
    os.mkfifo(tmp_path / "pipe")


LAUNCH: dict[str, str] = {
    "chatgtp": "Did you mean chatgpt?",
    "http://": "http:// is not an address",
    "http:///path": "is not an address",
    "https://a b": "is not an address",
    "https://x:99999/": "is not an address",
    "http://[::1": "is not an address",
    "htp://x": "Did you mean http://x?",
    "htps://x.example": "Did you mean https://x.example?",
    "ftp://x.example": "ftp:// is unknown",
    "ws://x.example": "ws:// is unknown",
    "demo --browser chrom": "Did you mean chrome?",
    "demo --browser /no/such/browser": "there is no such browser",
    "demo --browser chrome --connect http://127.0.0.1:9": "exclude each other",
    "demo --auto-execute nosuchtool": "no tool has that name",
    "demo --auto-execute calculater": "Did you mean calculator?",
    "demo --auto-execute calc* --auto-execute nosuch.*": "--auto-execute nosuch.*: no tool has that name",
    "demo --auto-execute c.read --servers good.json": "no tool has that name",
    "demo --host https://example.org": "is not a host",
    "demo --host example.org/path": "is not a host",
    "demo --servers broken.json": "is not valid JSON",
    "demo --servers other.json": "has neither",
    "demo --servers nosuch.json": "can't be read",
    "demo --servers wrong.json": "needs either 'command'",
    "demo --servers good.json --no-servers": "exclude each other",
    "demo --config unknown.toml": "Did you mean auto_execute? Valid names are: auto_execute, delay, deny",
    "demo --config top.toml": "Did you mean policy? Valid names are: profile, policy",
    "demo --config limit.toml": "Did you mean per_minute?",
    "demo --config type.toml": "Correct that value.",
    "demo --config retired.toml": "'a' leads to 'b', which is retired too",
    "demo --headless --ask panel": "--no-panel",
    "demo --ask panel --no-panel": "there is no panel",
    "about:blank --profile site": "belongs to no site",
    "localhost": "Did you mean http://localhost?",
    "localhost:3000": "Did you mean http://localhost:3000?",
    "127.0.0.1:8080/chat": "Did you mean http://127.0.0.1:8080/chat?",
    "[::1]:80": "Did you mean http://[::1]:80?",
    "chat.example": "Did you mean https://chat.example?",
    "demo --connect nothing": "--connect 'nothing' is not an address",
    "demo --connect chrom": "Did you mean chrome?",
    "demo --connect=": "--connect '' is not an address",
    "demo --connect http://": "is not an address",
    "demo --connect htp://x": "is not an address",
    "demo --connect http://127.0.0.1:99999": "is not an address",
    "demo --connect 127.0.0.1:9222": "Did you mean http://127.0.0.1:9222?",
    "demo --browser=": "there is no such browser",
    "demo --browser unknown.toml": "there is no such browser",
    "demo --browser .": "there is no such browser",
    "demo --profile=": "is not a folder",
    "demo --profile /dev/null": "is not a folder",
    "demo --delay nan": "nan is not a number that can be used here",
    "demo --host localhost:99999": "is not a host",
    "demo --host :80": "is not a host",
    "demo --host ann@x.example": "is not a host",
    "demo --host x.example?a": "is not a host",
    "demo --config deep.toml": "is not TOML: it is nested too deep",
    "demo --config long.toml": "is not TOML: it holds a number of too many digits",
    "demo --config latin.toml": "line 2 is not UTF-8: save the file as UTF-8",
    "demo --config pipe": "it is a pipe, not a file",
    "demo --config /dev/zero": "it is a device, not a file",
    "demo --servers pipe": "it is a pipe, not a file",
}
OTHERS: dict[str, str] = {
    "capture chatgtp -o r": "Did you mean chatgpt?",
    "capture htp://x -o r": "Did you mean http://x?",
    "capture demo -o r --until bogus": "--until 'bogus' says nothing",
    "capture demo -o r --until quiet": "--until is for live pages",
    "capture page.html -o r --until 5": "--until is for live pages",
    "capture page.html -o r": "page.html is not a file",
    "capture deep.json -o r": "deep.json is not a saved page",
    "capture chatgpt -o r --site demo": "--site is for saved pages",
    "capture page.html -o r --site nosuch": "no site is called 'nosuch'",
    "sites check nosuch": "no site is called 'nosuch'",
    "sites check chatgpt --url http://": "http:// is not an address",
    "sites check chatgpt --browser chrom": "Did you mean chrome?",
    "demo --browser nosuch": "there is no such browser",
    "servers list --servers broken.json": "is not valid JSON",
    "servers list --servers half.json": "needs either 'command'",
    "servers list --servers half.json --json": "",
    "servers list --servers nosuch.json": "can't be read",
    "servers import nosuch.json": "does not exist",
    "demo --render rebiuld": "Did you mean rebuild?",
    "config path polcy": "Did you mean policy?",
    "tools list --servers broken.json": "is not valid JSON",
    "prompt --tool read_file": "Switch it on with --root DIR.",
    "prompt --tool calculater": "did you mean 'calculator'?",
    "prompt --host a/b": "is not a host",
    "tools list --host https://x.example": "is not a host",
    "tools list --servers good.json --no-servers": "exclude each other",
    "tools call calculator [[[ --host a/b": "is not valid JSON",
    "tools call calculator {} --timeout nan": "nan is not a number",
    "servers check --timeout inf": "inf is not a number",
    "check . --tolerance nan": "nan is not a number",
    "check . --remote http://": "is not an address",
    "sites check chatgpt --connect nothing": "is not an address",
    "replay . --speed nan": "nan is not a number",
    "replay .": ". is not a recording",
    "detect --tools deep.json good.json": "it is nested too deep",
    "detect --tools pipe good.json": "it is a pipe, not a file",
    "detect pipe": "it is a pipe, not a file",
    "detect /dev/zero": "it is a device, not a file",
    "scan --tools deep.json good.json": "it is nested too deep",
    "scan --tools pipe good.json": "it is a pipe, not a file",
    "servers import pipe": "it is a pipe, not a file",
    "capture demo -o r --connect http://127.0.0.1:9": "--connect is for live pages",
    "capture demo -o r --config top.toml": "--config is for live pages",
    "capture demo -o r --browser nosuch": "there is no such browser",
    "capture saved.html -o r --auto-execute": "--auto-execute is for live pages",
    "capture demo -o r --redact=": "--redact '' finds nothing",
}


def wrong_answers(answers: dict[str, str], split: Callable[[str], list[str]]) -> dict[str, str]:
    """Return the command lines that are not answered as expected, with what the command says."""
    found: dict[str, str] = {}
    for words, said in answers.items():
        result = CliRunner().invoke(main, split(words))
        no_display = "there is no display" in result.stderr.lower()
        if result.exit_code != 2 or said not in result.stderr or no_display:
            found[words] = result.stderr
    return found


@pytest.mark.thorough
def test_launch_says_what_is_wrong_before_it_looks_for_a_display() -> None:
    def split(words: str) -> list[str]:
        target, _, rest = words.partition(" --")
        return ["launch", target, *(f"--{rest}".split() if rest else [])]

    assert wrong_answers(LAUNCH, split) == {}


@pytest.mark.thorough
def test_other_commands_say_what_is_wrong_before_they_look_for_a_display() -> None:
    assert wrong_answers(OTHERS, str.split) == {}


def test_control_a_correct_use_says_that_there_is_no_display() -> None:
    words = "demo --auto-execute calc* --auto-execute b.* --auto-execute * --servers good.json --host *.x.example:80"
    result = CliRunner().invoke(main, ["launch", *words.split()])
    assert "there is no display" in result.stderr


def test_hosts_of_all_kinds_are_accepted() -> None:
    hosts = ["x.example", "*.x.example:80", "localhost", "::1", "127.0.0.1:8080", "b\u00fccher.example"]
    words = [word for host in hosts for word in ("--host", host)]
    assert CliRunner().invoke(main, ["tools", "list", *words]).exit_code == 0


def test_a_pattern_must_match_a_tool_that_a_server_can_have() -> None:
    patterns = ["files.read", "files.*", "*.read", "fil*", "files_2.x"]
    check_auto_execute(patterns, ToolRegistry(), ["files", "files_2"])
    with pytest.raises(UsageError):
        check_auto_execute(["mail.read"], ToolRegistry(), ["files"])

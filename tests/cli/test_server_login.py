from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overlay.cli.servers import command
from overlay.tools.mcp import SignInRequest, config_locations
from overlay.tools.mcp.oauth import token_store
from tests.tools.mcp.oauth.service import World, world
from tests.tools.mcp.oauth.test_provider import visit


@pytest.fixture(scope="module")
def locked() -> Iterator[World]:
    """The service and the server in a loop of their own: the commands have theirs."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def wait(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)

    made = world()
    yield wait(made.__aenter__())
    wait(made.__aexit__(None, None, None))
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


class Browser:
    """A person who signs in where the command says."""

    def __init__(self) -> None:
        self.asked: list[SignInRequest] = []

    async def __call__(self, request: SignInRequest) -> None:
        self.asked.append(request)
        await asyncio.to_thread(visit, request.address)


@pytest.fixture(autouse=True)
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locked: World) -> Browser:
    browser = Browser()
    own = tmp_path / "mcp.json"
    servers = {
        "locked": {"url": locked.url},
        "program": {"command": "x"},
        "mine": {"url": locked.url, "headers": {"Authorization": "Bearer mine"}},
        "unset": {"url": "https://${NOT_SET_ANYWHERE}/"},
    }
    own.write_text(json.dumps({"mcpServers": servers}))

    def here(say: Any) -> Browser:
        return browser

    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(config_locations, "own_file", lambda: own)
    monkeypatch.setattr("overlay.cli.server_login.sign_in_here", here)
    monkeypatch.setattr(
        token_store.TokenStore.__init__, "__kwdefaults__", {"notify": None, "find_keyring": lambda: None}
    )
    locked.grants.says = "yes"
    return browser


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments))


def test_a_login_lets_a_server_be_used_with_no_user_present_until_the_logout(browser: Browser):
    assert run("check", "locked").exit_code == 1
    result = run("login", "locked")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["ready     locked  1 tool", "signed in to locked"]
    assert run("check", "locked").exit_code == 0
    assert json.loads(run("login", "locked", "--json").stdout)["signed_in"] is True
    assert len(browser.asked) == 2
    assert json.loads(run("logout", "locked", "--json").stdout)["forgotten"] is True
    assert run("logout", "locked").stdout == "there was no sign-in to locked\n"
    assert run("check", "locked").exit_code == 1


@pytest.mark.thorough
def test_a_refused_login_is_an_error_and_keeps_the_earlier_sign_in(locked: World):
    run("login", "locked")
    locked.grants.says = "no"
    result = run("login", "locked")
    assert result.exit_code == 1
    assert "the sign-in was refused" in result.stdout
    assert run("check", "locked").exit_code == 0
    assert run("logout", "locked").stdout == "signed out of locked\n"


@pytest.mark.thorough
def test_the_wait_for_a_login_can_be_limited(locked: World):
    locked.grants.says = "nothing"
    assert "there was no sign-in within 0.1 seconds" in run("login", "locked", "--timeout", "0.1").stdout


def test_no_secret_is_printed(locked: World):
    printed = "".join(run(*words).output for words in (["login", "locked", "--json"], ["check", "locked"]))
    assert [secret for secret in locked.grants.secrets if secret in printed] == []


def test_a_server_without_a_sign_in_is_wrong_use():
    whys = {
        "program": "is a program on this machine",
        "mine": "has an Authorization header",
        "unset": "the variable NOT_SET_ANYWHERE is not set",
        "other": "there is no server 'other'\nThere are: locked, program, mine, unset.",
    }
    results = {(word, key): run(word, key) for word in ("login", "logout") for key in whys}
    wrong = {
        words: result.stderr
        for words, result in results.items()
        if result.exit_code != 2 or whys[words[1]] not in result.stderr
    }
    assert wrong == {}

"""The complete sign-in: a real authorization service, a real MCP server, and a user with a browser."""

from __future__ import annotations

import asyncio
import json
import logging
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pydantic import AnyHttpUrl

from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.oauth.context import SignInContext
from overlay.tools.mcp.oauth.provider import SignIn
from overlay.tools.mcp.oauth.token_store import SignedIn, TokenStore, token_key
from overlay.tools.mcp.prompts import SignInRequest, UserPrompts
from overlay.tools.mcp.timeouts import ServerTimeouts
from tests.support.table import for_each
from tests.tools.mcp.conftest import QUICK
from tests.tools.mcp.watched import Watched, once, watch

from .service import World, world

SETTINGS = replace(QUICK, retry=once)


def nothing() -> None:
    return None


def quiet(line: str) -> None: ...


class Browser:
    """A user who opens each page that overlay asks for."""

    def __init__(self) -> None:
        self.asked: list[SignInRequest] = []
        self.pages: list[str] = []

    async def __call__(self, request: SignInRequest) -> None:
        self.asked.append(request)
        self.pages.append(await asyncio.to_thread(visit, request.address))


def visit(address: str) -> str:
    """Return the page that a browser shows in the end. Unlike the client of the SDK, this logs nothing."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(address, timeout=60) as page:
            return page.read().decode()
    except urllib.error.HTTPError as fault:
        fault.close()
        return str(fault)


@pytest.fixture(scope="module")
async def served() -> AsyncIterator[World]:
    """A service and a server for all tests of this file: to stop them takes longer than most tests."""
    async with world() as made:
        yield made


@pytest.fixture
def locked(served: World) -> World:
    """The service and the server without what an earlier test left."""
    served.reset()
    return served


class Runs:
    """Runs of overlay with one server, one after another, which keep the same sign-ins."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.browser = Browser()

    def kept(self) -> TokenStore:
        return TokenStore(self.folder / "kept", notify=quiet, find_keyring=nothing)

    def start(
        self, url: str, *, alone: bool = False, settings: ServerTimeouts = SETTINGS, **more: Any
    ) -> Any:
        return watch(
            ServerConfig(key="locked", url=url, **more),
            self.folder,
            settings=settings,
            prompts=UserPrompts(sign_in=None if alone else self.browser),
            tokens=self.kept(),
        )

    def context(self, url: str) -> SignInContext:
        return SignInContext(
            "locked", url, self.browser, self.kept(), 60, lambda _: nullcontext(), lambda: True, print
        )


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(tmp_path)


async def echo(watched: Watched) -> str:
    return str((await watched.call("locked.echo", {"text": "hello"})).text)


async def test_a_user_signs_in_once_and_the_tools_are_there(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert status.state == "ready"
        assert await echo(watched) == "hello"
        assert len(runs.browser.asked) == 1


@pytest.mark.thorough
async def test_the_browser_says_that_it_worked(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
        assert runs.browser.pages[0].startswith("overlay has what it needs.")


@pytest.mark.thorough
async def test_a_server_of_the_older_kind_is_signed_in_to_once_too(runs: Runs):
    async with world("sse") as locked, runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert status.state == "ready"
        assert await echo(watched) == "hello"
        assert len(runs.browser.asked) == 1


async def test_a_waiting_server_says_where_to_sign_in(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
        waiting = [status for status in watched.seen if status.sign_in]
        assert [(status.state, status.reason, status.sign_in) for status in waiting] == [
            (
                "connecting",
                f"waits for you to sign in at {locked.service.url}",
                runs.browser.asked[0].address,
            )
        ]


async def test_the_next_run_needs_no_user(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
    async with runs.start(locked.url, alone=True) as watched:
        assert (await watched.server.settled()).state == "ready"
        assert await echo(watched) == "hello"


@pytest.mark.thorough
async def test_a_token_that_has_ended_is_refreshed_in_the_next_run_without_a_user(locked: World, runs: Runs):
    locked.grants.lasts = -10
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
    locked.grants.lasts = 3600
    locked.grants.revoke()
    before = len(locked.server.seen)
    async with runs.start(locked.url, alone=True) as watched:
        status = await watched.server.settled()
        assert status.state == "ready"
        assert {token for _, token in locked.server.seen[before:]} == {f"Bearer {locked.grants.given[-2]}"}


async def test_a_token_that_is_refused_before_its_end_is_refreshed(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
        locked.grants.revoke()
        assert await echo(watched) == "hello"
        assert len(runs.browser.asked) == 1


@pytest.mark.thorough
async def test_calls_whose_token_is_refused_at_once_refresh_it_once(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
        locked.grants.revoke()
        before = locked.service.paths("/token")
        await asyncio.gather(*(echo(watched) for _ in range(5)))
        assert locked.service.paths("/token") - before == 1


@pytest.mark.thorough
async def test_a_revoked_sign_in_is_asked_for_again_at_the_next_connection(locked: World, runs: Runs):
    async with runs.start(locked.url, settings=QUICK) as watched:
        await watched.server.settled()
        locked.grants.revoke(refresh=True)
        before = len(watched.seen)
        fault = await watched.refusal("locked.echo", {"text": "x"})
        await watched.reach("ready", after=before)
        assert fault.code == "tool_execution_failed"
        assert "wants you to sign in again" in fault.message
        assert len(runs.browser.asked) == 2


async def test_a_revoked_sign_in_fails_without_a_user_and_says_what_to_do(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
    locked.grants.revoke(refresh=True)
    async with runs.start(locked.url, alone=True) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert (
            status.reason
            == "the server wants a sign-in, and no user is present: run `overlay servers login locked`"
        )
        assert status.retry_in is None


async def test_with_no_user_present_no_client_is_registered(locked: World, runs: Runs):
    async with runs.start(locked.url, alone=True) as watched:
        await watched.server.settled()
        assert locked.grants.clients == {}


@pytest.mark.thorough
async def test_a_service_that_is_down_is_tried_again_and_no_one_is_asked(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
    locked.grants.revoke()
    locked.service.down.add("/token")
    async with runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert "answered HTTP 503" in status.reason
        assert status.retry_in == 1e6
        assert len(runs.browser.asked) == 1


@pytest.mark.thorough
async def test_a_refresh_that_another_overlay_was_faster_with_is_not_asked_of_the_user(
    locked: World, runs: Runs
):
    async with runs.start(locked.url) as first:
        await first.server.settled()
        async with runs.start(locked.url, alone=True) as second:
            await second.server.settled()
            locked.grants.revoke()
            assert [await echo(first), await echo(second)] == ["hello", "hello"]


async def test_a_users_refusal_ends_the_sign_in_in_words_made_safe(locked: World, runs: Runs):
    locked.grants.says = "no"
    async with runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert status.reason == "the sign-in was refused: not\\u001b[2J today"
        assert status.retry_in is None
        assert len(runs.browser.asked) == 1


@pytest.mark.thorough
async def test_a_sign_in_ends_after_a_time_if_the_user_does_nothing(locked: World, runs: Runs):
    locked.grants.says = "nothing"
    async with runs.start(locked.url, settings=replace(SETTINGS, sign_in=0.1)) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert status.reason == "there was no sign-in within 0.1 seconds"


async def test_the_time_to_sign_in_is_no_time_to_connect(locked: World, runs: Runs):
    locked.grants.says = "nothing"
    settings = replace(SETTINGS, sign_in=60.0, connect=3.0)
    waited = asyncio.Event()

    async def slow(request: SignInRequest) -> None:
        assert watched.server._connection is not None
        assert watched.server._connection._scope.deadline == float("inf")
        waited.set()

    runs.browser = slow  # pyright: ignore[reportAttributeAccessIssue]
    async with runs.start(locked.url, settings=settings) as watched:
        await asyncio.wait_for(waited.wait(), 60)


async def test_a_stop_ends_a_sign_in_that_waits_for_the_user(locked: World, runs: Runs):
    locked.grants.says = "nothing"
    async with runs.start(locked.url) as watched:
        while not watched.server.status.sign_in:
            await watched.reach("connecting", after=len(watched.seen))
        await watched.server.stop()
        assert watched.server.status.state == "disabled"
        assert watched.server.status.sign_in == ""


@pytest.mark.thorough
async def test_a_wrong_state_is_refused_and_the_right_one_counts_still(locked: World, runs: Runs):
    refused: list[int] = []
    browse = runs.browser

    async def attacked(request: SignInRequest) -> None:
        address = httpx2.URL(request.address)
        target = httpx2.URL(address.params["redirect_uri"])
        async with httpx2.AsyncClient(trust_env=False) as client:
            wrong = ({"code": "evil", "state": "guess"}, {"code": "evil"}, {"error": "no"})
            refused.extend([(await client.get(target.copy_merge_params(one))).status_code for one in wrong])
        await browse(request)

    runs.browser = attacked  # pyright: ignore[reportAttributeAccessIssue]
    async with runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert status.state == "ready"
        assert refused == [400, 400, 400]


@pytest.mark.thorough
async def test_the_same_client_is_used_again(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
    locked.grants.revoke(refresh=True)
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
    assert len(locked.grants.clients) == 1
    assert len(runs.browser.asked) == 2


@pytest.mark.thorough
async def test_a_client_whose_port_is_taken_is_registered_again(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
    locked.grants.revoke(refresh=True)
    port = httpx2.URL(httpx2.URL(runs.browser.asked[0].address).params["redirect_uri"]).port
    taken = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", port)
    async with taken, runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert status.state == "ready"
        assert len(locked.grants.clients) == 2


async def test_the_request_is_for_this_server_alone_and_has_a_challenge(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
        asked = httpx2.URL(runs.browser.asked[0].address).params
        assert asked["resource"] == locked.url
        assert asked["code_challenge_method"] == "S256"


async def test_a_token_goes_to_the_server_and_to_no_one_else(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
        await echo(watched)
        locked.grants.revoke()
        await echo(watched)
        assert [sent for _, sent in locked.service.seen if sent.startswith("Bearer")] == []


async def test_nothing_secret_is_logged_or_reported(
    locked: World, runs: Runs, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
        await echo(watched)
        locked.grants.revoke(refresh=True)
        fault = await watched.refusal("locked.echo", {"text": "x"})
        told = json.dumps([fault.as_dict(), *(str(status) for status in watched.seen)])
        everything = caplog.text + told
        assert [secret for secret in locked.grants.secrets if secret in everything] == []


async def test_a_service_that_refuses_the_code_is_reported_without_its_words(
    locked: World, runs: Runs, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    locked.service.says["/token"] = (400, {}, b"bad code: c0de-of-yours")
    async with runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert status.reason == "the sign-in did not work: Token exchange failed (400)"
        assert status.retry_in is None
        assert "c0de-of-yours" not in caplog.text


@pytest.mark.thorough
async def test_requests_that_are_refused_at_once_ask_the_user_once(locked: World, runs: Runs):
    provider = SignIn(runs.context(locked.url))
    async with httpx2.AsyncClient(auth=provider, trust_env=False) as client:
        await asyncio.gather(*(client.get(locked.url) for _ in range(4)))
    assert len(runs.browser.asked) == 1


@pytest.mark.thorough
async def test_a_header_of_the_users_own_is_sent_as_it_is_and_no_one_is_asked(locked: World, runs: Runs):
    async with runs.start(locked.url, headers={"authorization": "Bearer mine"}) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert locked.server.seen[0][1] == "Bearer mine"
        assert runs.browser.asked == []


async def test_a_server_that_lets_no_new_program_in_says_what_to_do(locked: World, runs: Runs):
    locked.service.down.add("/register")
    async with runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert (
            status.reason
            == "the server wants a sign-in (HTTP 401), and accepts no new programs automatically; give it in "
            "'headers', as Authorization for example"
        )
        assert status.retry_in is None


@pytest.mark.thorough
async def test_a_sign_in_that_can_not_be_kept_works_for_this_run(
    locked: World, runs: Runs, caplog: pytest.LogCaptureFixture
):
    (runs.folder / "kept").write_text("in the way")
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
        assert await echo(watched) == "hello"
        assert "can't be kept" in caplog.text


METADATA = "/.well-known/oauth-authorization-server"


def metadata(locked: World, **other: str) -> tuple[int, dict[str, str], bytes]:
    """Return the metadata of the service with some entries replaced."""
    said = {
        "issuer": str(AnyHttpUrl(locked.service.url)),
        "authorization_endpoint": f"{locked.service.url}/authorize",
        "token_endpoint": f"{locked.service.url}/token",
        "registration_endpoint": f"{locked.service.url}/register",
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
    }
    return 200, {"Content-Type": "application/json"}, json.dumps(said | other).encode()


@for_each("part", ["authorization_endpoint", "token_endpoint", "registration_endpoint"])
async def test_an_address_without_https_ends_the_sign_in_before_anything_goes_there(
    locked: World, runs: Runs, part: str
):
    locked.service.says[METADATA] = metadata(locked, **{part: "http://evil.example/x"})
    async with runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert status.retry_in is None
        assert "evil.example" in status.reason
        assert "without https" in status.reason


async def test_a_server_that_names_another_place_for_its_own_metadata_is_not_followed_there(
    locked: World, runs: Runs
):
    where = 'Bearer resource_metadata="http://169.254.169.254/latest"'
    locked.server.says["/mcp"] = (401, {"WWW-Authenticate": where}, b"")
    async with runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert "169.254.169.254" in status.reason
        assert status.retry_in is None


@pytest.mark.thorough
async def test_an_address_to_sign_in_on_keeps_what_it_asks_itself(locked: World, runs: Runs):
    page = f"{locked.service.url}/authorize?tenant=a%20b"
    locked.service.says[METADATA] = metadata(locked, authorization_endpoint=page)
    async with runs.start(locked.url) as watched:
        status = await watched.server.settled()
        asked = runs.browser.asked[0].address
        assert status.state == "ready"
        assert asked.startswith(f"{page}&response_type=code&")
        assert asked.count("?") == 1


async def test_a_server_that_refuses_the_token_it_led_to_fails_and_asks_no_second_time(
    locked: World, runs: Runs
):
    locked.server.says["/mcp"] = (401, {}, b"")
    async with runs.start(locked.url) as watched:
        status = await watched.server.settled()
        assert status.reason == "the server refuses the new sign-in too"
        assert status.retry_in is None
        assert len(runs.browser.asked) == 1


@pytest.mark.thorough
async def test_a_token_that_reaches_too_short_is_asked_for_again(locked: World, runs: Runs):
    async with runs.start(locked.url, settings=QUICK) as watched:
        await watched.server.settled()
        short = 'Bearer error="insufficient_scope", scope="more"'
        locked.server.says["/mcp"] = (403, {"WWW-Authenticate": short}, b"")
        fault = await watched.refusal("locked.echo", {"text": "x"})
        assert "wants you to sign in again" in fault.message


async def test_a_token_goes_to_no_other_origin(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
        other = SignIn(runs.context(locked.url))
        async with httpx2.AsyncClient(auth=other, trust_env=False) as client:
            await client.get(f"{locked.service.url}/elsewhere")
            await client.get(locked.url)
    sent = [bool(token) for path, token in locked.service.seen if path == "/elsewhere"]
    assert sent == [False]
    assert locked.server.seen[-1][1].startswith("Bearer ")


@pytest.mark.thorough
async def test_a_kept_sign_in_of_another_form_is_ignored(locked: World, runs: Runs):
    await runs.kept().write(
        token_key("locked", locked.url), SignedIn(tokens={"x": 1}, client={"redirect_uris": 3})
    )
    async with runs.start(locked.url) as watched:
        assert (await watched.server.settled()).state == "ready"


@pytest.mark.thorough
async def test_a_client_whose_secret_has_ended_is_registered_again(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
    locked.grants.revoke(refresh=True)
    place = token_key("locked", locked.url)
    kept = await runs.kept().read(place)
    assert kept.client is not None
    kept.client["client_secret_expires_at"] = 5
    await runs.kept().write(place, kept)
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
    assert len(locked.grants.clients) == 2


@pytest.mark.thorough
async def test_the_sdk_is_given_what_is_kept(locked: World, runs: Runs):
    async with runs.start(locked.url) as watched:
        await watched.server.settled()
    provider = SignIn(runs.context(locked.url))
    tokens, client = await provider.get_tokens(), await provider.get_client_info()
    assert tokens is not None
    assert client is not None
    assert tokens.access_token == locked.grants.given[0]
    assert client.client_id in locked.grants.clients

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest

from overlay.tools.mcp.oauth import callback_server as module
from overlay.tools.mcp.oauth.callback_server import CallbackResult, CallbackServer
from overlay.tools.mcp.oauth.errors import SignInError
from tests.support.table import for_each


@pytest.fixture
async def redirect() -> AsyncIterator[CallbackServer]:
    made = CallbackServer()
    await made.open()
    made.expect("right")
    yield made
    made.close()


async def send(redirect: CallbackServer, head: str) -> str:
    """Send a request unchanged and return the complete answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(redirect.address).port)
    writer.write(head.encode())
    if writer.can_write_eof():
        writer.write_eof()
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    return answer


async def get(redirect: CallbackServer, query: str, path: str = "/callback") -> str:
    return await send(redirect, f"GET {path}?{query} HTTP/1.1\r\nHost: x\r\n\r\n")


async def test_the_code_that_comes_with_the_right_state_is_the_answer(redirect: CallbackServer):
    await get(redirect, "code=abc&state=right&iss=https%3A%2F%2Fa.example")
    assert await redirect.answer(60) == CallbackResult("abc", "https://a.example")


async def test_another_state_is_refused_and_changes_nothing(redirect: CallbackServer):
    wrong = [
        "code=x&state=wrong",
        "code=x",
        "error=no",
        "code=x&state=right&state=right",
        "state=rightx&code=x",
        "",
    ]
    refused = {query: (await get(redirect, query)).split("\r\n")[0] for query in wrong}
    assert refused == dict.fromkeys(wrong, "HTTP/1.1 400 Bad Request")
    await get(redirect, "code=abc&state=right")
    assert (await redirect.answer(60)).code == "abc"


async def test_before_a_state_is_expected_none_is_right():
    redirect = CallbackServer()
    await redirect.open()
    assert "400" in (await get(redirect, "code=x&state=")).split("\r\n")[0]
    redirect.close()


async def test_only_the_first_answer_counts(redirect: CallbackServer):
    await get(redirect, "code=first&state=right")
    second = await get(redirect, "code=second&state=right")
    answer = await redirect.answer(60)
    assert "400" in second.split("\r\n")[0]
    assert answer.code == "first"


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("error=access_denied&state=right", "access_denied"),
        ("error=x&error_description=not%1b%5b2J%0aallowed&state=right", r"not\\u001b\[2J allowed"),
        ("state=right", "it gave no code"),
    ],
)
async def test_a_refusal_is_reported_in_words_made_safe(redirect: CallbackServer, query: str, why: str):
    await get(redirect, query)
    with pytest.raises(SignInError, match=f"^the sign-in was refused: {why}$"):
        await redirect.answer(60)


async def test_the_wait_for_an_answer_ends_after_its_time(redirect: CallbackServer):
    with pytest.raises(SignInError, match=r"there was no sign-in within 0\.01 seconds"):
        await redirect.answer(0.01)


@for_each(
    "head",
    ["GET /favicon.ico HTTP/1.1\r\n\r\n", "POST /callback?code=x&state=right HTTP/1.1\r\n\r\n", "?\r\n\r\n"],
)
async def test_another_path_or_method_is_not_found(redirect: CallbackServer, head: str):
    assert (await send(redirect, head)).startswith("HTTP/1.1 404 Not Found\r\n")


@for_each("head", ["GET /callback?state=right", "x" * 40_000])
async def test_the_connection_of_half_a_request_or_one_too_long_is_closed(
    redirect: CallbackServer, head: str
):
    assert await send(redirect, head) == ""


async def test_the_connection_of_a_silent_client_is_closed(
    redirect: CallbackServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "SECONDS_PER_REQUEST", 0.01)
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(redirect.address).port)
    assert await reader.read() == b""
    writer.close()
    await writer.wait_closed()


async def test_the_page_shown_holds_nothing_of_the_request_and_is_not_kept(redirect: CallbackServer):
    page = await get(redirect, "code=s3cret&state=right")
    assert "s3cret" not in page
    assert "Cache-Control: no-store" in page
    assert "Referrer-Policy: no-referrer" in page


async def test_the_callback_server_listens_on_this_machine_only(redirect: CallbackServer):
    assert redirect.address.startswith("http://127.0.0.1:")


async def test_the_port_of_an_earlier_time_is_taken_again():
    first, second = CallbackServer(), CallbackServer()
    await first.open()
    first.close()
    await second.open(first.address)
    assert second.address == first.address
    second.close()


async def test_where_the_earlier_port_is_taken_another_one_is_used():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        address = f"http://127.0.0.1:{other.getsockname()[1]}/callback"
        redirect = CallbackServer()
        await redirect.open(address)
        assert redirect.address != address
        redirect.close()


async def test_a_closed_callback_server_listens_no_more(redirect: CallbackServer):
    redirect.close()
    redirect.close()
    with pytest.raises(ConnectionRefusedError):
        await get(redirect, "code=x&state=right")


async def test_a_machine_without_a_free_port_is_an_error(monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError("no port is free")

    monkeypatch.setattr(socket.socket, "bind", full)
    with pytest.raises(OSError, match="no port is free"):
        await CallbackServer().open()

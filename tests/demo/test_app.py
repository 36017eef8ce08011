import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import APIRequestContext, Playwright

from overlay.demo.app import CONTENT_SECURITY_POLICY
from overlay.demo.script import Pause, Said
from overlay.demo.server import DemoSite
from tests.demo.conftest import scripted


@pytest.fixture
async def client(playwright: Playwright, site: DemoSite) -> AsyncIterator[APIRequestContext]:
    made = await playwright.request.new_context(base_url=site.url, max_redirects=0)
    yield made
    await made.dispose()


async def say(client: APIRequestContext, text: str, **more: Any) -> list[dict[str, Any]]:
    answer = await client.post("/api/chat", data={"conversation": None, "text": f"say: {text}", **more})
    return [json.loads(line) for line in (await answer.text()).splitlines()]


async def test_each_answer_carries_the_policy_and_each_conversation_is_the_page(
    client: APIRequestContext,
) -> None:
    wanted = {"/": 200, "/c/any": 200, "/static/app.js": 200, "/api/conversations": 200, "/nowhere": 404}
    answers = {path: await client.get(path) for path in wanted}
    assert {path: answer.status for path, answer in answers.items()} == wanted
    policies = {answer.headers["content-security-policy"] for answer in answers.values()}
    assert policies == {CONTENT_SECURITY_POLICY}


def test_the_policy_is_strict() -> None:
    assert CONTENT_SECURITY_POLICY == (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types demo-markdown"
    )


async def test_an_answer_names_its_conversation_and_then_comes_token_by_token(
    client: APIRequestContext,
) -> None:
    lines = await say(client, "abcdef")
    assert set(lines[0]) == {"conversation", "title", "user", "assistant"}
    assert lines[1:] == [{"text": "abcd"}, {"text": "ef"}, {"done": True}]
    # The page may choose the size of a token; half a pair survives the way.
    assert [line.get("text") for line in (await say(client, "abc", token=2))[1:3]] == ["ab", "c"]
    halves = await say(client, "#units=utf16;#token=1\n🙂")
    assert [line.get("text") for line in halves[1:3]] == ["\ud83d", "\ude42"]


async def test_a_conversation_goes_on_and_can_be_read_and_is_listed_first(client: APIRequestContext) -> None:
    await say(client, "before")
    ids = (await say(client, "abc"))[0]
    place = f"/api/conversations/{ids['conversation']}"
    read = await (await client.get(place)).json()
    assert read["messages"] == [
        {"id": ids["user"], "role": "user", "text": "say: abc"},
        {"id": ids["assistant"], "role": "assistant", "text": "abc"},
    ]
    await say(client, "two", conversation=ids["conversation"])
    assert len((await (await client.get(place)).json())["messages"]) == 4
    listed = await (await client.get("/api/conversations")).json()
    assert [row["title"] for row in listed["conversations"][:2]] == ["say: abc", "say: before"]


async def test_a_wrong_request_is_refused_with_a_status_and_a_reason(client: APIRequestContext) -> None:
    json_type, form = {"Content-Type": "application/json"}, {"Content-Type": "text/plain"}
    answers = {
        "another host": await client.get("/", headers={"Host": "evil.example"}),
        "an unknown conversation": await client.get("/api/conversations/nobody"),
        "more of it": await client.post("/api/chat", data={"conversation": "nobody", "text": "hi"}),
        "no text": await client.post("/api/chat", data={"text": ""}),
        "no JSON": await client.post("/api/chat", data="{", headers=json_type),
        "a form of another site": await client.post("/api/chat", data='{"text": "hi"}', headers=form),
        **{
            f"history {wished}": await client.get(f"/?history={wished}")
            for wished in ("many", "-1", "20001", "")
        },
    }
    assert {name: answer.status for name, answer in answers.items()} == {
        "another host": 400,
        "an unknown conversation": 404,
        "more of it": 404,
        "no text": 400,
        "no JSON": 400,
        "a form of another site": 415,
        "history many": 400,
        "history -1": 400,
        "history 20001": 400,
        "history ": 400,
    }
    assert "nobody" in (await answers["an unknown conversation"].json())["error"]
    assert (await answers["no text"].json())["error"][:5] == "text:"
    assert (await answers["no JSON"].json())["error"][:5] == "body:"


async def test_history_leads_to_a_new_conversation_with_so_many_calls_and_the_same_query(
    client: APIRequestContext,
) -> None:
    place = (await client.get("/?history=3")).headers["location"]
    read = await (await client.get(place.replace("/c/", "/api/conversations/"))).json()
    assert len(read["messages"]) == 2 * 3 + 2
    place = (await client.get("/?history=1&render=append")).headers["location"]
    assert place.endswith("?render=append")


async def open_stream(site: DemoSite, text: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Posts a message by hand, so that the stream can be left in the middle."""
    host, port = site.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    body = json.dumps({"text": text})
    head = f"POST /api/chat HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    return reader, writer


async def messages(site: DemoSite, playwright: Playwright) -> list[dict[str, Any]]:
    client = await playwright.request.new_context(base_url=site.url)
    answer = await client.get(f"/api/conversations/{site.log[0]['conversation']}")
    read = await answer.json()
    await client.dispose()
    return read["messages"]


async def test_a_streaming_answer_can_be_read_and_a_second_message_waits_for_it(
    playwright: Playwright,
) -> None:
    script = scripted([Said("half"), Pause(60), Said("never")])
    async with DemoSite(script=script) as site:
        reader, writer = await open_stream(site, "hi")
        await reader.readuntil(b"half")
        assert (await messages(site, playwright))[-1]["text"] == "half"
        client = await playwright.request.new_context(base_url=site.url)
        message = {"conversation": site.log[0]["conversation"], "text": "and?"}
        answer = await client.post("/api/chat", data=message)
        await client.dispose()
        assert answer.status == 409
    # The site stops while the answer streams.
    assert b"never" not in await reader.read()
    writer.close()

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


async def test_the_page_is_served_for_every_conversation(client: APIRequestContext) -> None:
    answers = [await client.get("/"), await client.get("/c/any")]
    assert [answer.status for answer in answers] == [200, 200]


@pytest.mark.parametrize("path", ["/", "/static/app.js", "/api/conversations", "/nowhere"])
async def test_every_answer_carries_the_policy(client: APIRequestContext, path: str) -> None:
    assert (await client.get(path)).headers["content-security-policy"] == CONTENT_SECURITY_POLICY


def test_the_policy_is_strict() -> None:
    assert CONTENT_SECURITY_POLICY == (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types demo-markdown"
    )


async def test_another_host_name_is_refused(client: APIRequestContext) -> None:
    assert (await client.get("/", headers={"Host": "evil.example"})).status == 400


async def test_an_answer_names_its_conversation_and_messages_first(client: APIRequestContext) -> None:
    first = (await say(client, "hi"))[0]
    assert set(first) == {"conversation", "title", "user", "assistant"}


async def test_an_answer_comes_token_by_token_and_then_is_done(client: APIRequestContext) -> None:
    assert (await say(client, "abcdef"))[1:] == [{"text": "abcd"}, {"text": "ef"}, {"done": True}]


async def test_the_page_may_choose_the_size_of_a_token(client: APIRequestContext) -> None:
    assert [line.get("text") for line in (await say(client, "abc", token=2))[1:3]] == ["ab", "c"]


async def test_half_a_pair_survives_the_way(client: APIRequestContext) -> None:
    lines = await say(client, "#units=utf16;#token=1\n🙂")
    assert [line.get("text") for line in lines[1:3]] == ["\ud83d", "\ude42"]


async def test_a_conversation_can_be_read_again(client: APIRequestContext) -> None:
    ids = (await say(client, "abc"))[0]
    read = await (await client.get(f"/api/conversations/{ids['conversation']}")).json()
    assert read["messages"] == [
        {"id": ids["user"], "role": "user", "text": "say: abc"},
        {"id": ids["assistant"], "role": "assistant", "text": "abc"},
    ]


async def test_a_conversation_goes_on(client: APIRequestContext) -> None:
    conversation = (await say(client, "one"))[0]["conversation"]
    await say(client, "two", conversation=conversation)
    read = await (await client.get(f"/api/conversations/{conversation}")).json()
    assert len(read["messages"]) == 4


async def test_the_list_has_titles_newest_first(client: APIRequestContext) -> None:
    await say(client, "one")
    await say(client, "two")
    listed = await (await client.get("/api/conversations")).json()
    assert [row["title"] for row in listed["conversations"][:2]] == ["say: two", "say: one"]


async def test_an_unknown_conversation_can_not_be_read(client: APIRequestContext) -> None:
    answer = await client.get("/api/conversations/nobody")
    assert answer.status == 404
    assert "nobody" in (await answer.json())["error"]


async def test_an_unknown_conversation_can_not_go_on(client: APIRequestContext) -> None:
    answer = await client.post("/api/chat", data={"conversation": "nobody", "text": "hi"})
    assert answer.status == 404


async def test_a_message_without_text_is_refused_with_the_field_named(client: APIRequestContext) -> None:
    answer = await client.post("/api/chat", data={"text": ""})
    assert answer.status == 400
    assert (await answer.json())["error"][:5] == "text:"


async def test_a_body_that_is_no_json_is_refused(client: APIRequestContext) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await client.post("/api/chat", data="{", headers=headers)
    assert answer.status == 400
    assert (await answer.json())["error"][:5] == "body:"


async def test_a_form_of_another_site_is_refused(client: APIRequestContext) -> None:
    answer = await client.post("/api/chat", data='{"text": "hi"}', headers={"Content-Type": "text/plain"})
    assert answer.status == 415


async def test_history_leads_to_a_new_conversation_with_so_many_calls(client: APIRequestContext) -> None:
    place = (await client.get("/?history=3")).headers["location"]
    read = await (await client.get(place.replace("/c/", "/api/conversations/"))).json()
    assert len(read["messages"]) == 2 * 3 + 2


async def test_history_keeps_the_rest_of_the_query(client: APIRequestContext) -> None:
    place = (await client.get("/?history=1&render=append")).headers["location"]
    assert place.endswith("?render=append")


@pytest.mark.parametrize("wished", ["many", "-1", "20001", ""])
async def test_a_history_that_can_not_be_made_is_refused(client: APIRequestContext, wished: str) -> None:
    assert (await client.get(f"/?history={wished}")).status == 400


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


async def test_what_was_sent_of_an_answer_can_be_read_while_it_streams(playwright: Playwright) -> None:
    script = scripted([Said("half"), Pause(60), Said("never")])
    async with DemoSite(script=script) as site:
        reader, writer = await open_stream(site, "hi")
        await reader.readuntil(b"half")
        assert (await messages(site, playwright))[-1]["text"] == "half"
        writer.close()


async def test_a_second_message_has_to_wait_for_the_answer(playwright: Playwright) -> None:
    async with DemoSite(script=scripted([Said("half"), Pause(60)])) as site:
        reader, writer = await open_stream(site, "hi")
        await reader.readuntil(b"half")
        client = await playwright.request.new_context(base_url=site.url)
        message = {"conversation": site.log[0]["conversation"], "text": "and?"}
        answer = await client.post("/api/chat", data=message)
        await client.dispose()
        writer.close()
        assert answer.status == 409


async def test_the_site_can_stop_while_an_answer_streams() -> None:
    async with DemoSite(script=scripted([Said("half"), Pause(60)])) as site:
        reader, writer = await open_stream(site, "hi")
        await reader.readuntil(b"half")
    assert b"never" not in await reader.read()
    writer.close()

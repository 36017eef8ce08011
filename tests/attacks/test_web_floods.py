"""Servers at an address that answer without end. Each attack has its control: the same answer, ended in time."""

import asyncio
import contextlib
import gzip
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.mcp.config import Kind, ServerConfig
from overlay.tools.mcp.size_limits import ServerLimits
from tests.support.effort import corners
from tests.tools.mcp.conftest import QUICK
from tests.tools.mcp.watched import Watched, once, watch

MESSAGE = 200_000
OBJECT: dict[str, Any] = {"type": "object", "properties": {}}
DONE = {"content": [{"type": "text", "text": "done"}]}
JSON, EVENTS = "application/json", "text/event-stream"


class Flood:
    """A web server that answers a call of `go` by `mode` until it has sent `amount` bytes. `sent` counts them."""

    def __init__(self, mode: str, amount: int, text: str = "") -> None:
        self.mode = mode
        self.text = text
        """Is sent unchanged as the answer."""
        self.amount = amount
        self.sent = 0
        self.port = 0
        self._events: asyncio.StreamWriter | None = None

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = next(
                (int(line[15:]) for line in head.lower().splitlines() if line.startswith("content-length")), 0
            )
            body: dict[str, Any] = json.loads(await reader.readexactly(length) or b"{}")
            if head.startswith("GET /events"):
                await self._open_events(writer)
                await reader.read()
            elif head.startswith("POST"):
                await self._post(writer, body)
            else:
                self._head(writer, "405 Method Not Allowed", JSON)
        writer.close()

    async def _open_events(self, writer: asyncio.StreamWriter) -> None:
        self._events = writer
        self._head(writer, "200 OK", EVENTS)
        writer.write(b"event: endpoint\ndata: /post\n\n")
        await writer.drain()

    async def _post(self, writer: asyncio.StreamWriter, body: dict[str, Any]) -> None:
        method, number = body.get("method"), body.get("id")
        if number is None:
            return self._head(writer, "202 Accepted", JSON)
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": number, "result": DONE}
        if method == "initialize":
            info = {"name": "flood", "version": "1"}
            capabilities: dict[str, Any] = {"tools": {}}
            answer["result"] = {
                "protocolVersion": "2025-06-18",
                "capabilities": capabilities,
                "serverInfo": info,
            }
        elif method == "tools/list":
            answer["result"] = {"tools": [{"name": "go", "inputSchema": OBJECT}]}
        elif method != "tools/call":
            answer = {"jsonrpc": "2.0", "id": number, "error": {"code": -32601, "message": "unknown"}}
        text = json.dumps(answer).encode()
        if self.text and method == "tools/call":
            text = text.replace(b'"done"', self.text.encode())
        if self._events is not None:
            self._head(writer, "202 Accepted", JSON)
            if method == "tools/call":
                return await self._flood(self._events, text)
            self._events.write(b"event: message\ndata: " + text + b"\n\n")
            await self._events.drain()
        elif method == "tools/call":
            await self._flood(writer, text, head=True)
        else:
            self._head(writer, "200 OK", JSON)
            writer.write(text)
        return None

    async def _flood(self, writer: asyncio.StreamWriter, text: bytes, *, head: bool = False) -> None:
        kind = EVENTS if self.mode in ("event", "events") else JSON
        if head and self.mode == "headers":
            writer.write(b"HTTP/1.1 200 OK\r\n")
            await self._repeat(writer, b"x-a: " + b"a" * 1000 + b"\r\n")
            writer.write(b"content-type: application/json\r\nconnection: close\r\n\r\n" + text)
        elif head and self.mode == "gzip":
            self._head(writer, "200 OK", kind, "content-encoding: gzip\r\n")
            writer.write(gzip.compress(b" " * self.amount + text))
        else:
            if head:
                self._head(writer, "200 OK", kind)
            before, part, after = {
                "body": (b"", b" " * 1000, text),
                "event": (b"event: message\ndata: ", b" " * 1000, text + b"\n\n"),
                "events": (b"", b": nothing\n\n" * 100, b"event: message\ndata: " + text + b"\n\n"),
            }[self.mode]
            writer.write(before)
            await self._repeat(writer, part)
            writer.write(after)
        await writer.drain()

    async def _repeat(self, writer: asyncio.StreamWriter, part: bytes) -> None:
        while self.sent < self.amount:
            writer.write(part)
            await writer.drain()
            self.sent += len(part)

    def _head(self, writer: asyncio.StreamWriter, status: str, kind: str, more: str = "") -> None:
        writer.write(f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\nconnection: close\r\n{more}\r\n".encode())


@contextlib.asynccontextmanager
async def flood(
    kind: Kind, mode: str, amount: int, folder: Path, text: str = "", **limits: Any
) -> AsyncGenerator[tuple[Flood, Watched]]:
    server = Flood(mode, amount, text)
    settings = replace(QUICK, retry=once, limits=ServerLimits(message=MESSAGE, **limits))
    async with server.running():
        url = f"http://127.0.0.1:{server.port}/{'events' if kind == 'sse' else 'mcp'}"
        async with watch(ServerConfig(key="x", kind=kind, url=url), folder, settings=settings) as watched:
            await watched.reach("ready")
            yield server, watched


ENDLESS: list[tuple[Kind, str]] = [
    ("streamable-http", "body"),
    ("streamable-http", "event"),
    ("sse", "event"),
]


@pytest.mark.parametrize(("kind", "mode"), ENDLESS)
async def test_an_answer_without_an_end_is_not_read_on(kind: Kind, mode: str, tmp_path: Path):
    async with flood(kind, mode, 200_000_000, tmp_path) as (server, watched):
        refusal = await watched.refusal("x.go")
        failed = await watched.reach("failed")
        assert refusal.code == "tool_execution_failed"
        assert f"a message of more than {MESSAGE} bytes" in refusal.message
        assert failed.reason == f"it sent a message of more than {MESSAGE} bytes"
        assert server.sent < 20_000_000  # what lies in the buffers of both ends is written, and never read


@pytest.mark.parametrize(
    ("kind", "mode"),
    corners(
        [*ENDLESS, ("streamable-http", "events"), ("streamable-http", "headers")], ENDLESS[0], ENDLESS[-1]
    ),
)
async def test_an_answer_that_ends_in_time_arrives(kind: Kind, mode: str, tmp_path: Path):
    async with flood(kind, mode, 50_000, tmp_path) as (_, watched):
        assert (await watched.call("x.go")).text == "done"


@pytest.mark.parametrize("kind", ["streamable-http", "sse"])
async def test_events_without_an_end_are_not_read_on(kind: Kind, tmp_path: Path):
    async with flood(kind, "events", 200_000_000, tmp_path, messages=2_000) as (server, watched):
        assert "more than 2000 messages within 60 seconds" in (await watched.refusal("x.go")).message
        assert server.sent < 20_000_000


async def test_all_answers_together_have_a_limit(tmp_path: Path):
    async with flood("streamable-http", "body", 100_000, tmp_path, bytes=250_000) as (server, watched):
        said = ""
        for _ in range(4):
            server.sent = 0
            try:
                await watched.call("x.go")
            except Exception as fault:
                said = str(fault)
                break
        assert "more than 250000 bytes within 60 seconds" in said


async def test_headers_without_an_end_are_not_read_on(tmp_path: Path):
    async with flood("streamable-http", "headers", 200_000_000, tmp_path) as (server, watched):
        assert (await watched.refusal("x.go")).code == "tool_execution_failed"
        assert server.sent < 20_000_000


async def test_compressed_answers_are_refused_before_they_unfold(tmp_path: Path):
    async with flood("streamable-http", "gzip", 50_000_000, tmp_path) as (_, watched):
        assert "compressed" in (await watched.refusal("x.go")).message


@pytest.mark.parametrize(("kind", "mode"), ENDLESS)
async def test_a_call_ends_with_the_reason_where_its_answer_cannot_be_read(
    kind: Kind, mode: str, tmp_path: Path
):
    async with flood(kind, mode, 1, tmp_path, "9" * 50_000) as (_, watched):
        assert "can't read the server's answer" in (await watched.refusal("x.go")).message


@pytest.mark.parametrize(("kind", "mode"), ENDLESS)
async def test_half_of_a_surrogate_pair_costs_one_character_and_not_the_answer(
    kind: Kind, mode: str, tmp_path: Path
):
    async with flood(kind, mode, 1, tmp_path, '"done \\ud83d"') as (_, watched):
        assert (await watched.call("x.go")).text == "done \ufffd"

"""Reads a HAR 1.2 archive and answers a page's requests from it, with the recorded timing.

The pieces of a body are timed by `_chunks` (WebPageTest: `ts` in milliseconds since the request began,
`bytes`), else by `timings.wait` before the body and `timings.receive` for the body. WebSocket messages come
from `_webSocketMessages` (`type`, `time`, `data`; `time` is in seconds in those of Chrome's developer tools,
and in milliseconds in Playwright's). Playwright may keep a body or the messages in a file beside the archive,
which `content._file` names.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Route, WebSocketRoute

from overlay.common.errors import UsageError

LONGEST = 60.0
"""Maximum duration of an answer in seconds; longer times are shortened to it."""
MILLISECONDS = 1e11
"""A time since 1970 that is larger is in milliseconds: in seconds, it is in the year 5138."""
NEVER = frozenset(("content-encoding", "content-length", "transfer-encoding", "connection", "set-cookie"))
"""Headers that belong to the original connection and are not sent again."""
DATA = frozenset(("fetch", "xhr", "eventsource"))
"""Playwright's types of requests that a page makes for what it shows, not for its own code."""
LATEST = 5.0
"""Seconds after which data is sent in any case: a page may show nothing before it has its data."""
STREAMS = ("text/event-stream", "application/x-ndjson", "application/jsonl")
"""Content types that pages read while they load."""
Plain = dict[str, Any]
# A Playwright route can only send a whole body, so `fetch` in the page splits it into timed pieces.
PACE = """(plans) => {
    const real = window.fetch;
    window.fetch = async (...request) => {
        const answer = await real(...request);
        const plan = (plans[answer.url.split("#")[0]] ?? []).shift();
        if (!plan || !answer.body) return answer;
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const begun = performance.now();
        let at = 0;
        const body = new ReadableStream({
            async pull(controller) {
                const [when, end] = plan.shift() ?? [0, bytes.length];
                await new Promise((go) => setTimeout(go, begun + when * 1000 - performance.now()));
                const upTo = plan.length ? end : bytes.length;
                if (upTo > at) controller.enqueue(bytes.slice(at, upTo));
                at = Math.max(at, upTo);
                if (!plan.length) controller.close();
            },
        });
        const { status, statusText, headers, url } = answer;
        const paced = new Response(body, { status, statusText, headers });
        return Object.defineProperty(paced, "url", { value: url });
    };
}"""


@dataclass(frozen=True, slots=True)
class Answer:
    """One response. `delay` is the time in seconds until it began, or (without `pieces`) until it was
    complete. `pieces` are (seconds after `delay`, bytes received so far); `frames` are the messages that a
    WebSocket received, (seconds after the first, text).
    """

    method: str
    url: str
    status: int
    headers: dict[str, str]
    body: bytes
    delay: float = 0.0
    pieces: tuple[tuple[float, int], ...] = ()
    sent: str = ""
    frames: tuple[tuple[float, str], ...] = ()


@dataclass
class Archive:
    """The content of a HAR file; `url` is the page's URL. Each answer is used once; only the last one of a
    request is used again.

    Data is sent once `may_begin` is set: its text would otherwise be in the page before the recording of the
    page has begun.
    """

    url: str
    answers: list[Answer]
    may_begin: asyncio.Event = field(default_factory=asyncio.Event)
    missing: list[str] = field(default_factory=list[str])
    """The addresses of data and scripts that the page asked its own host for and the archive lacks."""
    _used: set[int] = field(default_factory=set[int])

    def answer(self, method: str, url: str, sent: str = "") -> Answer | None:
        """Return the answer to a request, None if there is none. Prefers answers that were not used yet, then
        those whose request body equals `sent`.
        """
        plain = url.partition("#")[0]
        fitting = [
            (index, answer)
            for index, answer in enumerate(self.answers)
            if (answer.method, answer.url) == (method, plain) and not answer.frames
        ]
        fitting.sort(key=lambda entry: (entry[0] in self._used, entry[1].sent != sent, entry[0]))
        if not fitting:
            return None
        index, answer = fitting[0] if fitting[0][0] not in self._used else fitting[-1]
        self._used.add(index)
        return answer

    async def serve(self, route: Route) -> None:
        """Answer a request from the archive after the recorded time; abort a request that is not in it."""
        request = route.request
        answer = self.answer(request.method, request.url, request.post_data or "")
        if answer is None:
            own = urlsplit(request.url).hostname == urlsplit(self.url).hostname
            if own and request.resource_type in (*DATA, "script"):
                self.missing.append(request.url)
            await route.abort()
            return
        if request.resource_type in DATA:
            await self._begun()
        await asyncio.sleep(answer.delay)
        await route.fulfill(status=answer.status, headers=answer.headers, body=answer.body)

    async def _begun(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.may_begin.wait(), LATEST)

    async def prepare(self, context: BrowserContext) -> None:
        """Answer the page's WebSockets from the archive, and deliver streamed bodies in timed pieces."""
        await context.route_web_socket("**/*", self._socket)
        plans: dict[str, list[Any]] = {}
        for answer in self.answers:
            if answer.pieces:
                plans.setdefault(answer.url, []).append(answer.pieces)
        if plans:
            await context.add_init_script(f"({PACE})({json.dumps(plans)})")

    def _socket(self, socket: WebSocketRoute) -> None:
        frames = next(
            (answer.frames for answer in self.answers if answer.frames and answer.url == socket.url), ()
        )

        async def send() -> None:
            at = 0.0
            await self._begun()
            for when, text in frames:
                await asyncio.sleep(when - at)
                at = when
                socket.send(text)

        task = asyncio.create_task(send())

        def closed(code: int | None, reason: str | None) -> None:  # noqa: ARG001 - Playwright passes both
            task.cancel()

        socket.on_close(closed)


def read(path: Path) -> Archive:
    """Return the archive in `path`. Raises UsageError if it is not a valid HAR file or holds no page."""
    try:
        plain: Any = json.loads(path.read_bytes())
        entries = list(_entries(plain, path.parent))
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}", advice="Give a HAR file.") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"{path} is not a HAR file: {_fault(error)}", advice="Export it once more, with content."
        ) from error
    pages = [
        answer
        for answer in entries
        if answer.status == 200 and "html" in answer.headers.get("content-type", "") and answer.body
    ]
    if not pages:
        raise UsageError(
            f"{path} holds no page: no answer in it is HTML with a body",
            advice="Export it once more, with content, after a reload of the page.",
        )
    return Archive(pages[0].url, entries)


def _fault(error: Exception) -> str:
    """Return what is wrong with an archive in words."""
    if isinstance(error, json.JSONDecodeError):
        return f"it is not valid JSON (line {error.lineno}: {error.msg})"
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing in it"
    if isinstance(error, TypeError | AttributeError):
        return "its parts are not those of an archive (HTTP Archive 1.2)"
    return str(error)


def _entries(plain: Plain, folder: Path) -> Iterator[Answer]:
    for entry in cast("list[Plain]", plain["log"]["entries"]):
        request, response = entry["request"], entry["response"]
        content = _in(response, "content")
        apart = _apart(content, folder)
        messages = _list(entry, "_webSocketMessages")
        if apart is not None and entry.get("_resourceType") == "websocket":
            messages = [json.loads(line) for line in apart.splitlines()]
        frames = tuple(_frames(messages))
        status = int(response.get("status") or 0)
        if not frames and not 200 <= status < 600:
            continue
        body = _body(content) if apart is None else apart
        delay, pieces = _times(entry, body)
        yield Answer(
            method=str(request["method"]),
            url=str(request["url"]).partition("#")[0],
            status=status,
            headers=_headers(response),
            body=body,
            delay=delay,
            pieces=pieces,
            sent=str(_in(request, "postData").get("text") or ""),
            frames=frames,
        )


def _headers(response: Plain) -> dict[str, str]:
    found = {
        str(header["name"]).lower(): str(header["value"])
        for header in _list(response, "headers")
        if not str(header["name"]).startswith(":")
    }
    kept = {name: value for name, value in found.items() if name not in NEVER}
    if kind := _in(response, "content").get("mimeType"):
        kept.setdefault("content-type", str(kind))
    return kept


def _body(content: Mapping[str, Any]) -> bytes:
    text = str(content.get("text") or "")
    if content.get("encoding") == "base64":
        try:
            return base64.b64decode(text)
        except binascii.Error as error:
            raise ValueError(f"a body is not valid base64: {error}") from error
    return text.encode("utf-8", "surrogatepass")


def _apart(content: Mapping[str, Any], folder: Path) -> bytes | None:
    """Return the bytes of the file beside the archive that holds a body; None if there is none."""
    name = content.get("_file")
    path = folder / str(name)
    return path.read_bytes() if name and path.parent == folder and path.is_file() else None


def _in(plain: Plain, name: str) -> Plain:
    """Return the member `name`, {} if it is missing."""
    return cast("Plain", plain.get(name) or {})


def _list(plain: Plain, name: str) -> list[Plain]:
    return cast("list[Plain]", plain.get(name) or [])


def _times(entry: Plain, body: bytes) -> tuple[float, tuple[tuple[float, int], ...]]:
    """Return `delay` and `pieces` of an Answer."""
    timings = _in(entry, "timings")
    spent = {
        name: min(max(0.0, float(timings.get(name) or 0)) / 1000, LONGEST) for name in ("wait", "receive")
    }
    chunks = [
        (float(chunk.get("ts") or 0) / 1000, int(chunk.get("bytes") or 0))
        for chunk in _list(entry, "_chunks")
    ]
    if chunks:
        first = max(0.0, chunks[0][0])
        ends = list(accumulate(size for _, size in chunks))
        scale = len(body) / (ends[-1] or 1)
        return min(first, LONGEST), tuple(
            (min(max(0.0, at - first), LONGEST), round(end * scale))
            for (at, _), end in zip(chunks, ends, strict=True)
        )
    kind = str(_in(entry["response"], "content").get("mimeType") or "")
    if spent["receive"] and kind.startswith(STREAMS):
        ends = [found.end() for found in re.finditer(rb"\n\n?", body)]
        return spent["wait"], tuple(
            (spent["receive"] * (n + 1) / len(ends), end) for n, end in enumerate(ends)
        )
    return spent["wait"] + spent["receive"], ()


def _frames(messages: list[Plain]) -> Iterator[tuple[float, str]]:
    """Yield the text messages that the page received: (seconds after the first, text)."""
    received = [
        message for message in messages if message.get("type") == "receive" and message.get("opcode", 1) == 1
    ]
    first = min((float(message["time"]) for message in received), default=0.0)
    scale = 1000 if first > MILLISECONDS else 1
    for message in received:
        yield min(max(0.0, (float(message["time"]) - first) / scale), LONGEST), str(message["data"])

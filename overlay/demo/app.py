"""The web application of the demo: the page, its files, and the API for the page's script.

    GET  /, /c/ID                  the page; /?history=N redirects to a new conversation with N finished calls
    GET  /static/…                 the page's files
    GET  /api/conversations        {"conversations": [{"id", "title"}]}, newest first
    GET  /api/conversations/ID     {"id", "title", "messages": [{"id", "role", "text"}]}
    POST /api/chat                 {"conversation": ID or null, "text", "rate"?, "token"?}

The chat's answer is JSON lines: first the ids {"conversation", "title", "user", "assistant"}, then {"text"}
for each token, and at the end {"done": true}. An error is {"error": description}. Closing the stream stops
the answer; the part that was sent is kept.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from overlay.demo.conversations import Conversation, ConversationStore
from overlay.demo.history import finished_calls
from overlay.demo.script import Pace, Script, Token

STATIC = Path(__file__).parent / "static"
MAX_HISTORY = 20_000
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types demo-markdown",
    ]
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class ChatRequest(BaseModel):
    """The body of POST /api/chat: the text for the model, its conversation, and the wanted pace."""

    conversation: str | None = None
    text: str = Field(min_length=1)
    rate: float | None = Field(default=None, gt=0)
    token: int | None = Field(default=None, gt=0)


class DemoApp:
    """Routes and state. `log` gets a row for each message to the model, with its exact text."""

    def __init__(self, script: Script, rate: float | None, log: list[dict[str, Any]]) -> None:
        self.store = ConversationStore()
        self.log = log
        self._script = script
        self._rate = rate
        self.asgi = Starlette(
            routes=[
                Route("/", self._home),
                Route("/c/{id}", self._page),
                Route("/api/conversations", self._conversations),
                Route("/api/conversations/{id}", self._conversation),
                Route("/api/chat", self._chat, methods=["POST"]),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[
                Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
                Middleware(_Headers),
            ],
        )

    async def _home(self, request: Request) -> Response:
        count = request.query_params.get("history")
        if count is None:
            return await self._page(request)
        if not count.isdecimal() or int(count) > MAX_HISTORY:
            return _error(400, f"history={count}: give a whole number of calls from 0 to {MAX_HISTORY}")
        conversation = self.store.create(finished_calls(int(count)))
        rest = request.url.remove_query_params("history").query
        return RedirectResponse(f"/c/{conversation.id}" + (f"?{rest}" if rest else ""), status_code=303)

    async def _page(self, request: Request) -> Response:
        del request
        return FileResponse(STATIC / "index.html")

    async def _conversations(self, request: Request) -> Response:
        del request
        listed = [{"id": found.id, "title": found.title} for found in self.store.newest_first()]
        return JSONResponse({"conversations": listed})

    async def _conversation(self, request: Request) -> Response:
        found = self.store.get(request.path_params["id"])
        return JSONResponse(found.as_json()) if found else _unknown(request.path_params["id"])

    async def _chat(self, request: Request) -> Response:
        if request.headers.get("content-type") != "application/json":
            return _error(415, "send the message as application/json")
        try:
            chat = ChatRequest.model_validate_json(await request.body())
        except ValidationError as error:
            first = error.errors()[0]
            return _error(400, f"{'.'.join(map(str, first['loc'])) or 'body'}: {first['msg']}")
        conversation = self.store.get(chat.conversation) if chat.conversation else self.store.create()
        if conversation is None:
            return _unknown(chat.conversation or "")
        if conversation.busy:
            return _error(409, "an answer is still being written; stop it or wait")
        user = conversation.add("user", chat.text)
        self.log.append({"conversation": conversation.id, "message": user.id, "text": chat.text})
        pace = Pace(chat.rate or self._rate, chat.token)
        tokens = self._script.tokens(conversation.turns(), pace)
        return StreamingResponse(_answer(conversation, tokens), media_type="application/x-ndjson")


async def _answer(conversation: Conversation, tokens: Iterator[Token]) -> AsyncIterator[str]:
    """Yield the lines of one answer, each token at its time; a late token is sent at once."""
    question, answer = conversation.messages[-1], conversation.begin_answer()
    ids = {"conversation": conversation.id, "title": conversation.title, "user": question.id}
    clock = asyncio.get_running_loop().time
    try:
        yield _line({**ids, "assistant": answer.id})
        due = clock()
        for token in tokens:
            due += token.delay
            if (wait := due - clock()) > 0:
                await asyncio.sleep(wait)
            answer.parts.append(token.text)
            yield _line({"text": token.text})
        answer.done = True
        yield _line({"done": True})
    finally:
        answer.done = True


def _line(data: dict[str, Any]) -> str:
    # ASCII escapes can contain half a surrogate pair; UTF-8 can't.
    return json.dumps(data) + "\n"


def _unknown(conversation_id: str) -> Response:
    return _error(
        404, f"no conversation {conversation_id} here: the site forgets them when it stops; start a new one"
    )


def _error(status: int, text: str) -> Response:
    return JSONResponse({"error": text}, status_code=status)


class _Headers:
    """Adds the security headers to every response, without buffering streams."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)

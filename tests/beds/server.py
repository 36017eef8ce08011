"""One server on loopback: the model's OpenAI-compatible side, its log, and the files of a bed that is a page."""

from __future__ import annotations

import json
import mimetypes
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.beds.cases import Case
from tests.beds.model import Model

ROUTES = "routes.json"
"""The file of a bed's folder with the answers of a server that its page asks: {path: [status, body]}."""


class BedServer(ThreadingHTTPServer):
    """`folder` holds the page's files (none: only the model is served), `csp` is the policy sent with it."""

    daemon_threads = True

    def __init__(self, model: Model, port: int = 0, folder: Path | None = None, csp: str = "") -> None:
        self.model = model
        self.folder = folder
        self.csp = csp
        routes = folder and folder / ROUTES
        self.routes: dict[str, tuple[int, object]] = (
            json.loads(routes.read_bytes()) if routes and routes.exists() else {}
        )
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    """GET /log/find?q=TEXT: the last user message with TEXT, as {"text"}; /log/turns: `Model.turns`; POST
    …/chat/completions.
    """

    protocol_version = "HTTP/1.1"

    @property
    def _bed(self) -> BedServer:
        assert isinstance(self.server, BedServer)
        return self.server

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if self._routed():
            return
        if parts.path.endswith("/models"):
            model = {"id": "scripted", "object": "model", "created": 1, "owned_by": "beds"}
            self._json({"object": "list", "data": [model]})
        elif parts.path == "/log/find":
            self._json({"text": self._bed.model.find(parse_qs(parts.query).get("q", [""])[0])})
        elif parts.path == "/log/turns":
            self._json(self._bed.model.turns)
        elif self._bed.folder:
            self._file(self._bed.folder, unquote(parts.path))
        else:
            self._json({}, 404)

    def do_POST(self) -> None:
        request = json.loads(self._body() or b"{}")
        if self._routed():
            return
        if not urlsplit(self.path).path.endswith("/chat/completions"):
            self._json({"error": {"message": "no such path"}}, 404)
            return
        self._bed.model.asked()
        case = self._bed.model.answer(request.get("messages") or [])
        base = {"id": f"chatcmpl-{time.time_ns()}", "created": int(time.time()), "model": "scripted"}
        if request.get("stream"):
            self._stream(case, base)
            return
        message = {"role": "assistant", "content": case.answers[0]}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        self._json({**base, "object": "chat.completion", "usage": usage, "choices": [choice]})

    def _routed(self) -> bool:
        """Give the bed's own answer to this path, if it has one; return whether."""
        status, body = self._bed.routes.get(urlsplit(self.path).path, (0, None))
        if status:
            self._json(body, status)
        return bool(status)

    def _stream(self, case: Case, base: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

        def event(delta: dict[str, str], finish: str | None = None) -> None:
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            data = json.dumps({**base, "object": "chat.completion.chunk", "choices": [choice]})
            self.wfile.write(f"data: {data}\n\n".encode())

        text = case.answers[0]
        try:
            event({"role": "assistant", "content": ""})
            for at in range(0, len(text), case.chunk):
                event({"content": text[at : at + case.chunk]})
                self._bed.model.spoke()
                time.sleep(case.delay)
            event({}, "stop")
            self.wfile.write(b"data: [DONE]\n\n")
        except (BrokenPipeError, ConnectionResetError):
            pass

    def _file(self, folder: Path, path: str) -> None:
        file = (folder / path.lstrip("/")).resolve()
        if not file.is_relative_to(folder.resolve()) or not file.is_file():
            if "." in path:
                self._json({}, 404)
                return
            file = folder / "index.html"
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        self._send(200, file.read_bytes(), kind)

    def _body(self) -> bytes:
        if "chunked" not in (self.headers.get("Transfer-Encoding") or ""):
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts: list[bytes] = []
        while size := int(self.rfile.readline().split(b";")[0].strip() or b"0", 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _json(self, data: object, code: int = 200) -> None:
        self._send(code, json.dumps(data).encode(), "application/json")

    def _send(self, code: int, body: bytes, kind: str) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if "javascript" in kind or kind == "text/css":
            self.send_header("Cache-Control", "max-age=3600")  # Chromium keeps compiled scripts only of these
        if self._bed.csp and kind.startswith("text/html"):
            self.send_header("Content-Security-Policy", self._bed.csp)
        self.end_headers()
        self.wfile.write(body)

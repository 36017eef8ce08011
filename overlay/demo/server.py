"""The bundled chat site, served on loopback by the caller's own event loop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Generator
from types import TracebackType
from typing import Any

import uvicorn

from overlay.demo.app import DemoApp
from overlay.demo.script import Script
from overlay.demo.story import default_story

HOST = "127.0.0.1"


class DemoSite:
    """A chat site that needs no account and no network: `async with DemoSite() as site: … site.url …`.

    `script` is the model (default: the story), `port` 0 takes a free port. `rate` (tokens per second)
    overrides the script's pace; the page's `?rate=` overrides both.

    `log` has one row for each message to the model, in order: {"conversation": id, "message": id, "text": the
    exact text}. Tests compare it with what was sent.

    Raises OSError, which names the port, if the port is taken.
    """

    def __init__(self, *, script: Script | None = None, port: int = 0, rate: float | None = None) -> None:
        self.log: list[dict[str, Any]] = []
        self.url = ""
        self._port = port
        self._app = DemoApp(script or default_story(), rate, self.log)
        self._server: _Server | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> DemoSite:
        listener = _listen(self._port)
        config = uvicorn.Config(
            self._app.asgi,
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            log_level="critical",
            timeout_graceful_shutdown=1,
        )
        self._server = _Server(config)
        self._task = asyncio.create_task(self._server.serve(sockets=[listener]))
        await self._server.ready.wait()
        self.url = f"http://{HOST}:{listener.getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server and self._task:
            self._server.should_exit = True
            await self._task


class _Server(uvicorn.Server):
    """A server that does not change the process's signal handlers, and sets `ready` when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise OSError(error.errno, f"the demo site can't listen on port {port}: {error.strerror}") from error
    return listener

"""One supervised server: connects, runs calls, and connects again when the connection ends."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolError
from overlay.tools.mcp.attachments import Attachments
from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.connection import Connection
from overlay.tools.mcp.error_text import is_lasting, is_overrun, reason
from overlay.tools.mcp.oauth.context import SignInContext
from overlay.tools.mcp.oauth.token_store import TokenStore
from overlay.tools.mcp.oauth.url_checks import origin
from overlay.tools.mcp.prompts import UserPrompts
from overlay.tools.mcp.status import ServerStatus, State
from overlay.tools.mcp.timeouts import ServerTimeouts
from overlay.tools.mcp.tool_calls import RunningCalls
from overlay.tools.mcp.tool_sync import ServerTools
from overlay.tools.mcp.transport import kinds_to_try
from overlay.tools.mcp.variables import ConfigError
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolResult

if TYPE_CHECKING:
    import httpx2
    import mcp.types as types
    from mcp import Client

log = logging.getLogger(__name__)

# The SDK logs each lost connection with its traceback, which without a handler would appear on the terminal.
logging.getLogger("mcp").addHandler(logging.NullHandler())


class McpServer:
    """One configured server.

    `prefix` begins the names of its tools, `log_path` is the file for its stderr, and `environ` is for
    expanding variables; `on_change(status)` is called on each change. `prompts` holds the callbacks to the
    user, `tokens` stores sign-ins.
    """

    def __init__(
        self,
        config: ServerConfig,
        registry: ToolRegistry,
        *,
        prefix: str,
        environ: Mapping[str, str],
        log_path: Path,
        settings: ServerTimeouts,
        on_change: Callable[[ServerStatus], object],
        prompts: UserPrompts | None = None,
        tokens: TokenStore | None = None,
    ) -> None:
        self.config = config
        self._registry, self._prefix = registry, prefix
        self._environ = environ
        self._log_path = log_path
        self._settings = settings
        self._on_change = on_change
        source = config.source or config.key
        self._offer = ServerTools(registry, prefix, source, settings.call, self._call, settings.limits)
        self._prompts = prompts or UserPrompts()
        self._tokens = tokens or TokenStore()
        self._calls = RunningCalls(config.key, self._prompts.elicit, settings.limits)
        self.attachments = Attachments(
            config.key, self._client, lambda: self._on_change(self.status), settings.attach
        )
        self._sign_in = ""
        self._state: State = "disabled"
        self._reason = ""
        self._retry_in: float | None = None
        self._task: asyncio.Task[None] | None = None
        self._connection: Connection | None = None
        self._moved = asyncio.Event()
        self._told: ServerStatus | None = None
        self._ready_at: float | None = None

    @property
    def status(self) -> ServerStatus:
        """Current status of the server."""
        return ServerStatus(
            key=self.config.key,
            state=self._state,
            kind=self.config.kind or "http",
            target=self.config.target,
            source=self.config.source,
            fingerprint=self.config.fingerprint,
            reason=self._reason,
            tools=self._offer.names,
            problems=self._offer.problems,
            retry_in=self._retry_in,
            log=self._log_path if self.config.command is not None else None,
            sign_in=self._sign_in,
        )

    def start(self) -> None:
        """Start connecting and supervising. Has no effect if that is running already."""
        if self._task is None:
            self._set("connecting")
            self._task = asyncio.create_task(self._guarded(), name=f"server {self.config.key}")

    async def stop(self) -> None:
        """End the connection, and the program if there is one, and remove the tools from the registry."""
        task, self._task = self._task, None
        if task is not None:
            if self._connection is not None:
                self._connection.close()
            else:
                task.cancel()
            await asyncio.wait({task})
        await self.attachments.close()
        self._offer.withdraw()
        self._set("disabled")

    async def restart(self) -> None:
        """Stop the server and start it again."""
        await self.stop()
        self.start()

    async def settled(self) -> ServerStatus:
        """Wait until the server is no longer connecting, and return its status."""
        while self._state == "connecting":
            await self._moved.wait()
        return self.status

    async def _guarded(self) -> None:
        try:
            await self._supervise()
        except Exception as error:
            log.exception("supervising the server %r failed", self.config.key)
            self._set("failed", f"overlay itself failed: {reason(error)}")

    async def _supervise(self) -> None:
        """Connect, and reconnect after each end, until `stop` or until another attempt can't help."""
        # The import takes most of a second and would block the event loop.
        await asyncio.to_thread(importlib.import_module, "mcp")
        loop = asyncio.get_running_loop()
        attempt = overruns = 0
        while True:
            self._ready_at = None
            error = await self._connect()
            if self._task is not asyncio.current_task():
                return
            steady = self._ready_at is not None and loop.time() - self._ready_at > self._settings.steady
            attempt = 1 if steady else attempt + 1
            overruns += is_overrun(error)
            # A server that sent too much will do so again, so the pause grows with each time.
            attempt = max(attempt, 3 * overruns + 1)
            lasting = isinstance(error, ConfigError) or is_lasting(error)
            pause = None if lasting else self._settings.retry(attempt)
            self._set("failed", reason(error, log=self._log_path if self.config.command else None), pause)
            if pause is None:
                return
            await asyncio.sleep(pause)
            self._set("connecting", self._reason)

    async def _connect(self) -> BaseException:
        """Try the transports in order and serve until the connection ends. Return the error that ended it."""
        errors: list[Exception] = []
        try:
            config = self.config.expanded(self._environ)
        except ConfigError as error:
            return error
        for kind in kinds_to_try(config):
            connection = Connection(
                config,
                kind,
                self._log_path,
                self._settings,
                self._take_tools,
                self._note_down,
                self._calls.elicit,
                self.attachments.list_changed,
                self._auth(config),
            )
            self._connection = connection
            try:
                await connection.run()
            except Exception as error:
                errors.append(error)
            finally:
                self._connection = None
            if connection.was_ready or self._task is not asyncio.current_task():
                return errors[-1] if errors else ConnectionError("Connection closed")
            if errors and is_lasting(errors[-1]):
                return errors[-1]
        # The first transport is the more likely one, so its error is more useful.
        return errors[0]

    def _auth(self, config: ServerConfig) -> httpx2.Auth | None:
        """Return the sign-in for a server at an address; None if the user configured an
        Authorization header.
        """
        if config.url is None or config.signs_itself:
            return None
        from overlay.tools.mcp.oauth.provider import SignIn

        return SignIn(
            SignInContext(
                key=config.key,
                url=config.url,
                prompt=self._prompts.sign_in,
                token_store=self._tokens,
                limit=self._settings.sign_in,
                waiting=self._signing_in,
                may_ask=lambda: self._connection is not None and not self._connection.was_ready,
                lost=lambda error: self._connection and self._connection.lost(error),
            )
        )

    @contextlib.contextmanager
    def _signing_in(self, address: str) -> Generator[None]:
        assert self._connection is not None
        before, self._sign_in = self._reason, address
        try:
            self._set("connecting", f"waits for you to sign in at {origin(address)}")
            with self._connection.paused():
                yield
        finally:
            self._sign_in = ""
            self._set("connecting", before)

    def _take_tools(self, tools: list[types.Tool], problems: list[str]) -> None:
        self._offer.update(tools, problems)
        if self._ready_at is None and self._connection and self._connection.client:
            self.attachments.connected(self._connection.client.server_capabilities)
        if self._ready_at is None:
            self._ready_at = asyncio.get_running_loop().time()
        self._set("ready")

    def _note_down(self) -> None:
        # Closing a connection can take seconds. Calls that arrive meanwhile wait for the next connection.
        if self._task is asyncio.current_task():
            self._set("connecting", "the connection ended")

    async def _call(self, name: str, arguments: dict[str, Any], context: ToolContext) -> ToolResult:
        connection = await self._ready()
        assert connection.client is not None
        try:
            return await self._calls.call(connection.client, name, arguments, context)
        except ToolError as error:
            if error.code == "tool_execution_failed":
                connection.check()
            if connection.error is not None:  # the connection's error is more useful than the call's
                raise self._calls.error(connection.error) from error
            raise
        except asyncio.CancelledError:
            if context.timed_out:
                connection.check()
            raise

    async def _client(self) -> Client:
        connection = await self._ready()
        assert connection.client is not None
        return connection.client

    async def _ready(self) -> Connection:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._settings.wait):
                while self._state != "ready" and self._task is not None and not self._task.done():
                    await self._moved.wait()
        if self._connection is None or self._connection.client is None:
            about = {"server": self.config.key, "state": self._state}
            raise ToolError("tool_execution_failed", self._why_not_ready(), about)
        return self._connection

    def _why_not_ready(self) -> str:
        state = {"failed": "has failed", "connecting": "is not ready"}.get(self._state, "is switched off")
        return f"The server {self.config.key!r} {state}{f': {self._reason}' if self._reason else ''}"

    def _set(self, state: State, why: str = "", retry_in: float | None = None) -> None:
        self._state, self._reason, self._retry_in = state, why, retry_in
        self._registry.explain_missing(
            self._prefix, self._why_not_ready() if state in ("failed", "connecting") else ""
        )
        self._moved.set()
        self._moved = asyncio.Event()
        if self._told != self.status:
            self._told = self.status
            self._on_change(self.status)

"""A real authorization service and a real MCP server that trusts it, each on its own port on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import time
from collections.abc import AsyncGenerator, Generator
from typing import Any
from urllib.parse import urlencode

import uvicorn
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    RefreshToken,
    TokenError,
)
from mcp.server.auth.routes import create_auth_routes
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Grants:
    """Gives tokens as the test sets it.

    `says` is the person's answer on its page: yes, no, or nothing at all. `lasts` (seconds) is what it says
    of its tokens.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget every client and every token, and say yes."""
        self.says = "yes"
        self.lasts: int | None = 3600
        self.clients: dict[str, OAuthClientInformationFull] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.access: dict[str, AccessToken] = {}
        self.refresh: dict[str, RefreshToken] = {}
        self.given: list[str] = []

    @property
    def secrets(self) -> list[str]:
        """Return everything that must be in no log and no report."""
        return [*self.given, *self.codes]

    def revoke(self, *, refresh: bool = False) -> None:
        """End every access token, and with `refresh` every refresh token."""
        self.access.clear()
        if refresh:
            self.refresh.clear()

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        assert client_info.client_id is not None
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        if self.says == "nothing":
            return "/nowhere"
        if self.says == "no":
            told = {"error": "access_denied", "error_description": "not\x1b[2J today", "state": params.state}
        else:
            code = f"code-{secrets.token_hex(16)}"
            self.codes[code] = AuthorizationCode(
                code=code,
                scopes=[],
                expires_at=time.time() + 60,
                client_id=client.client_id or "",
                code_challenge=params.code_challenge,
                redirect_uri=params.redirect_uri,
                redirect_uri_provided_explicitly=True,
                resource=params.resource,
            )
            told = {"code": code, "state": params.state}
        return f"{params.redirect_uri}?{urlencode(told)}"

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        return self._give(client, authorization_code.resource)

    async def load_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: str
    ) -> RefreshToken | None:
        return self.refresh.get(refresh_token)

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        if self.refresh.pop(refresh_token.token, None) is None:
            raise TokenError("invalid_grant")
        return self._give(client, refresh_token.resource)

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.access.get(token)

    async def verify_token(self, token: str) -> AccessToken | None:
        return self.access.get(token)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        raise NotImplementedError

    async def exchange_identity_assertion(
        self, client: OAuthClientInformationFull, params: Any
    ) -> OAuthToken:
        raise NotImplementedError

    def _give(self, client: OAuthClientInformationFull, resource: str | None) -> OAuthToken:
        access, refresh = f"access-{secrets.token_hex(16)}", f"refresh-{secrets.token_hex(16)}"
        who = client.client_id or ""
        self.access[access] = AccessToken(token=access, client_id=who, scopes=[], resource=resource)
        self.refresh[refresh] = RefreshToken(token=refresh, client_id=who, scopes=[], resource=resource)
        self.given += [access, refresh]
        return OAuthToken(access_token=access, refresh_token=refresh, expires_in=self.lasts)


class Site:
    """An application on its own port; `seen` is (path, Authorization header) of each request.

    Paths in `down` answer HTTP 503, those in `says` with (status, headers, body).
    """

    def __init__(self) -> None:
        self.app: ASGIApp | None = None
        self.reset()
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def reset(self) -> None:
        """Forget what was seen, and answer as the application does."""
        self.seen: list[tuple[str, str]] = []
        self.down: set[str] = set()
        self.says: dict[str, tuple[int, dict[str, str], bytes]] = {}

    def paths(self, path: str) -> int:
        """Return how often a path was requested."""
        return [seen for seen, _ in self.seen].count(path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self.app is not None
        if scope["type"] == "http":
            headers = dict(scope["headers"])
            self.seen.append((scope["path"], headers.get(b"authorization", b"").decode()))
            if scope["path"] in self.down:
                await _say(send, 503, {}, b"")
                return
            if scope["path"] in self.says:
                await _say(send, *self.says[scope["path"]])
                return
        await self.app(scope, receive, send)

    @contextlib.asynccontextmanager
    async def served(self) -> AsyncGenerator[None]:
        """Serve the application."""
        config = uvicorn.Config(
            self, http="h11", ws="none", log_config=None, log_level="critical", timeout_graceful_shutdown=1
        )
        server = _Server(config)
        task = asyncio.create_task(server.serve(sockets=[self._listener]))
        await server.ready.wait()
        try:
            yield
        finally:
            server.should_exit = True
            await task


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


async def _say(send: Send, status: int, headers: dict[str, str], body: bytes) -> None:
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    start: Message = {
        "type": "http.response.start",
        "status": status,
        "headers": [*pairs, (b"content-length", str(len(body)).encode())],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body})


class World:
    """`service` gives tokens (`grants`), `server` is the MCP server at `url` that wants them."""

    def __init__(self, kind: str = "http") -> None:
        self.grants = Grants()
        self.service = Site()
        self.server = Site()
        self.url = f"{self.server.url}/{'mcp' if kind == 'http' else 'events'}"
        self.service.app = Starlette(
            routes=create_auth_routes(
                self.grants,
                AnyHttpUrl(self.service.url),
                client_registration_options=ClientRegistrationOptions(enabled=True),
            )
        )
        mcp = MCPServer(
            "locked",
            token_verifier=self.grants,
            auth=AuthSettings(
                issuer_url=AnyHttpUrl(self.service.url),
                resource_server_url=AnyHttpUrl(self.url),
                validate_token_resource=True,
            ),
        )
        mcp.add_tool(echo)
        self.server.app = mcp.streamable_http_app() if kind == "http" else mcp.sse_app(sse_path="/events")

    def reset(self) -> None:
        """Set the service and the server back to their start."""
        for part in (self.grants, self.service, self.server):
            part.reset()


def echo(text: str) -> str:
    """Returns the text."""
    return text


@contextlib.asynccontextmanager
async def world(kind: str = "http") -> AsyncGenerator[World]:
    """Run the service and the server."""
    made = World(kind)
    async with made.service.served(), made.server.served():
        yield made

"""The SDK's OAuth client, completed with asking the user, storing tokens, and checking where tokens may be
sent.

Importing this module imports the SDK, which is slow.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator
from typing import Any, TypeVar
from urllib.parse import parse_qs

import httpx2
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.utils import extract_field_from_www_auth
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
    ProtectedResourceMetadata,
)
from pydantic import AnyUrl, BaseModel, ValidationError

from overlay.tools.mcp.oauth.callback_server import CallbackServer
from overlay.tools.mcp.oauth.context import SignInContext
from overlay.tools.mcp.oauth.errors import SignInError
from overlay.tools.mcp.oauth.token_store import SignedIn, token_key
from overlay.tools.mcp.oauth.url_checks import check_address, origin
from overlay.tools.mcp.prompts import SignInRequest

M = TypeVar("M", bound=BaseModel)
log = logging.getLogger(__name__)
OTHERS = (0.0, 0.1, 0.4)
Flow = AsyncGenerator[httpx2.Request, httpx2.Response]

# The SDK logs the authorization server's answers, which may contain tokens. The error message gives the
# reason.
logging.getLogger("mcp.client.auth").setLevel(logging.CRITICAL + 1)


class SignIn(OAuthClientProvider):
    """Signs requests to one server. If the server refuses a request, refreshes the token or signs in."""

    def __init__(self, context: SignInContext) -> None:
        super().__init__(
            context.url,
            OAuthClientMetadata(client_name="overlay", redirect_uris=[AnyUrl("http://127.0.0.1/")]),
            storage=self,
            redirect_handler=self._show,
            callback_handler=self._wait,
        )
        self._sign_in = context
        self._key = token_key(context.key, context.url)
        self._redirect: CallbackServer | None = None
        self._address = self._state = ""

    async def async_auth_flow(self, request: httpx2.Request) -> Flow:
        """Send `request` with the current token, and again with a new one if the server asks for it.

        Raises SignInError. A token is sent only to the origin of the configured address.
        """
        if origin(str(request.url)) != origin(self._sign_in.url):
            yield request
            return
        context = self.context
        if not self._initialized:
            await self._initialize()
        first: httpx2.Response | None = None
        # Don't use the SDK's own flow here: it lets only one request at a time wait for its answer.
        if context.is_token_valid() or not context.can_refresh_token():
            if context.is_token_valid():
                self._add_auth_header(request)
            first = yield request
            if not _wants_sign_in(first):
                return
            if context.current_tokens is not None and _bearer(context.current_tokens) == _sent(request):
                context.token_expiry_time = 1.0  # refused, whatever its expiry time says
            if first.status_code == 401 and context.can_refresh_token():
                first = None
                request.headers.pop("Authorization", None)
        before, asked = _sent(request), False
        flow = super().async_auth_flow(request)
        try:
            outgoing = await anext(flow)
            while True:
                if outgoing is not request:
                    check_address(str(outgoing.url), self._sign_in.url)
                    response = yield outgoing
                elif first is not None and _sent(request) == before:
                    response, first = first, None
                else:
                    response = yield outgoing
                if outgoing is request and _wants_sign_in(response):
                    if asked:
                        raise SignInError("the server refuses the new sign-in too")
                    asked = True
                    await self._prepare()
                outgoing = await flow.asend(response)
        except StopAsyncIteration:
            return
        finally:
            await flow.aclose()
            if asked and self._redirect is not None:
                self._redirect.close()
                self._redirect = None

    async def get_tokens(self) -> OAuthToken | None:
        """Return the stored tokens (called by the SDK)."""
        return _as(OAuthToken, (await self._sign_in.token_store.read(self._key)).tokens)

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Store new tokens and everything needed to refresh them (called by the SDK)."""
        context = self.context
        stored = SignedIn(
            client=_plain(context.client_info),
            tokens=_plain(tokens),
            expires_at=context.token_expiry_time,
            service=_plain(context.oauth_metadata),
            issuer=context.auth_server_url,
            resource=_plain(context.protected_resource_metadata),
        )
        try:
            await self._sign_in.token_store.write(self._key, stored)
        except OSError as error:
            log.warning("the sign-in to %r can't be kept: %s", self._sign_in.key, error)

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """Return the stored registration (called by the SDK)."""
        return _as(OAuthClientInformationFull, (await self._sign_in.token_store.read(self._key)).client)

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Store nothing yet (called by the SDK): an existing sign-in stays until the new
        one has its tokens.
        """

    async def _initialize(self) -> None:
        # The SDK does not restore the expiry time and the token endpoint of an earlier run.
        stored = await self._sign_in.token_store.read(self._key)
        self.context.current_tokens = _as(OAuthToken, stored.tokens)
        self.context.client_info = _as(OAuthClientInformationFull, stored.client)
        self.context.token_expiry_time = stored.expires_at
        self.context.oauth_metadata = _as(OAuthMetadata, stored.service)
        self.context.protected_resource_metadata = _as(ProtectedResourceMetadata, stored.resource)
        self.context.auth_server_url = stored.issuer
        self._initialized = True

    async def _handle_refresh_response(self, response: httpx2.Response) -> bool:
        if response.status_code == 429 or response.status_code >= 500:
            raise SignInError(
                f"the sign-in can't be refreshed just now: {origin(str(response.request.url))} answered HTTP "
                f"{response.status_code}",
                lasting=False,
            )
        refused = self.context.current_tokens
        if await super()._handle_refresh_response(response):
            return True
        # Another overlay process may have refreshed the token, which revokes ours, and may be about to store
        # it.
        for pause in OTHERS:
            await asyncio.sleep(pause)
            await self._initialize()
            if self.context.current_tokens is not None and self.context.current_tokens != refused:
                return True
        self.context.clear_tokens()
        return False

    async def _prepare(self) -> None:
        """Open the callback server before the user is asked. Raises SignInError if the user
        can't be asked.
        """
        refusal = self._sign_in.refusal()
        if refusal is not None:
            self._sign_in.lost(refusal)
            raise refusal
        check_address(self._sign_in.url, self._sign_in.url)
        client = self.context.client_info
        known = [str(address) for address in (client.redirect_uris or [])] if client else []
        self._redirect = CallbackServer()
        await self._redirect.open(known[0] if known else None)
        expired = client is not None and 0 < (client.client_secret_expires_at or 0) < time.time()
        if expired or self._redirect.address not in known:
            # Many services redirect only to the exact address that was registered, including the port.
            self.context.client_info = None
        self.context.client_metadata.redirect_uris = [AnyUrl(self._redirect.address)]

    async def _show(self, address: str) -> None:
        # The SDK always appends `?`, even if the service's address has a query already.
        page, _, query = address.rpartition("?response_type=")
        self._address = f"{page}{'&' if '?' in page else '?'}response_type={query}"
        check_address(self._address, self._sign_in.url)
        self._state = parse_qs(query)["state"][0]

    async def _wait(self) -> AuthorizationCodeResult:
        desk, redirect = self._sign_in, self._redirect
        assert desk.prompt is not None
        assert redirect is not None
        redirect.expect(self._state)
        with desk.waiting(self._address):
            await desk.prompt(SignInRequest(desk.key, self._address))
            found = await redirect.answer(desk.limit)
        return AuthorizationCodeResult(code=found.code, state=self._state, iss=found.iss)


def _wants_sign_in(response: httpx2.Response) -> bool:
    """Return whether the response asks for a sign-in (RFC 6750, section 3.1): no valid token, or too few
    scopes.
    """
    if response.status_code == 403:
        return extract_field_from_www_auth(response, "error") == "insufficient_scope"
    return response.status_code == 401


def _sent(request: httpx2.Request) -> str | None:
    return request.headers.get("Authorization")


def _bearer(tokens: OAuthToken) -> str:
    return f"Bearer {tokens.access_token}"


def _plain(model: BaseModel | None) -> dict[str, Any] | None:
    return None if model is None else model.model_dump(mode="json", exclude_none=True)


def _as(kind: type[M], plain: dict[str, Any] | None) -> M | None:
    try:
        return None if plain is None else kind.model_validate(plain)
    except ValidationError:
        return None

"""Shows the user where to sign in to a server: in the terminal, and in the system's browser."""

from __future__ import annotations

from collections.abc import Callable

from overlay.common.terminal_text import inline, name
from overlay.tools.mcp import SignInRequest
from overlay.tools.mcp.oauth.url_checks import origin
from overlay.tools.runner import in_thread


class ShowSignIn:
    """Calls `notify` with the address, and `open_page(address)` if there is a display (None: there is none).

    It uses the system's browser, not the chat's, where a page could see the address.
    """

    def __init__(
        self, notify: Callable[[str], object], open_page: Callable[[str], object] | None = None
    ) -> None:
        self._notify = notify
        self._open = open_page

    async def __call__(self, request: SignInRequest) -> None:
        where = inline(origin(request.address))
        line = f"the server {name(request.server)} wants you to sign in at {where}:"
        self._notify(f"{line}\n{inline(request.address, 8_000)}")
        if self._open is not None:
            opened = self._open
            await in_thread(lambda: opened(request.address))

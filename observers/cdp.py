"""One call of the Chrome DevTools Protocol, with a type: Playwright's own says nothing of the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from playwright.async_api import CDPSession


async def call(session: CDPSession, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the answer to `method`; `params` must be JSON.

    Raises playwright's Error when the target is gone or refuses.
    """
    send = cast("Any", session).send
    answer: dict[str, Any] = await send(method, dict(params or {}))
    return answer

"""A typed call of the Chrome DevTools Protocol: Playwright's `CDPSession.send` has no type for the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from playwright.async_api import CDPSession


async def call(session: CDPSession, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Call `method` and return its result; `params` must be serializable as JSON.

    Raises playwright's Error when the target is gone or answers with an error.
    """
    send = cast("Any", session).send
    answer: dict[str, Any] = await send(method, dict(params or {}))
    return answer

"""The requests that are open in the panel, each with an id and a random nonce; each is answered once."""

from __future__ import annotations

import asyncio
import hmac
import itertools
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

A = TypeVar("A")
_arrival = itertools.count().__next__


def _future() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()


@dataclass(slots=True, eq=False, kw_only=True)
class OpenRequest(Generic[A]):
    """One open request. `answer` resolves to the user's answer; `at` is the order of all requests."""

    answer: asyncio.Future[A] = field(default_factory=_future)
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    nonce: str = field(default_factory=lambda: secrets.token_hex(16))
    at: int = field(default_factory=_arrival)


R = TypeVar("R", bound=OpenRequest[Any])


class OpenRequests(Generic[R]):
    """The open requests of one kind, oldest first."""

    def __init__(self) -> None:
        self._open: dict[str, R] = {}

    def __iter__(self) -> Iterator[R]:
        """Iterate over the open requests."""
        return iter(list(self._open.values()))

    def __len__(self) -> int:
        """Return the number of open requests."""
        return len(self._open)

    def open(self, request: R) -> R:
        """Add the request, and return it."""
        self._open[request.id] = request
        return request

    def drop(self, request: R) -> None:
        """Remove the request: it was answered or withdrawn."""
        self._open.pop(request.id, None)

    def find(self, key: str, nonce: str) -> R | None:
        """Return the open request with this id; None if there is none, or its nonce is another one."""
        request = self._open.get(key)
        if request is None or not hmac.compare_digest(request.nonce.encode(), nonce.encode()):
            return None
        return request

    def end(self, request: OpenRequest[A], answer: A) -> None:
        """Remove the request, and answer it unless it has an answer."""
        self._open.pop(request.id, None)
        if not request.answer.done():
            request.answer.set_result(answer)

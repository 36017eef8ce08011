"""Which browser a run uses, and what follows from that for its windows and files."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """The browser of a run; the fields are the parameters of the same names of Companion."""

    headless: bool = False
    profile_dir: Path | None = None
    browser: str | None = None
    connect: str | None = None
    extensions: bool = False
    context: BrowserContext | None = None

    @property
    def is_own(self) -> bool:
        """Whether overlay starts the browser, and may move its windows."""
        return self.context is None and self.connect is None

    @property
    def has_windows(self) -> bool:
        """Whether the user sees the browser."""
        return self.context is None and not self.headless

    @property
    def is_temporary(self) -> bool:
        """Whether the run has no permanent profile, so that nothing of it is kept."""
        return self.context is not None or (self.headless and not self.profile_dir and not self.connect)

    @asynccontextmanager
    async def open(
        self,
        *,
        prepare: Callable[[], Coroutine[Any, Any, None]],
        notify: Callable[[str], None],
        wanted: Callable[[str], bool],
    ) -> AsyncGenerator[BrowserContext]:
        """Yield the caller's context, or one that is closed at the end; see `open_context`."""
        if self.context is not None:
            await prepare()
            yield self.context
            return
        from overlay.companion.browser_context import open_context  # finding a browser is not always needed

        async with open_context(
            headless=self.headless,
            profile_dir=self.profile_dir,
            browser=self.browser,
            connect=self.connect,
            prepare=prepare,
            notify=notify,
            extensions=self.extensions,
            wanted=wanted,
        ) as context:
            yield context

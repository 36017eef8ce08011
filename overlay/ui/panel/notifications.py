"""Shows a desktop notification when a question waits and the panel is not in front."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import inline, name

log = logging.getLogger(__name__)
Send = Callable[[str, str, Callable[[], None]], Awaitable[None]]
"""Shows a notification with a title and a message; a click on it calls the third argument."""


class Notifications:
    """Shows notifications with `send` (None: the desktop's) while `on`. After a failure it shows none."""

    def __init__(self, send: Send | None = None) -> None:
        self.on = False
        self._send = send
        self._failed = False

    async def waiting(self, tool: str, clicked: Callable[[], None]) -> None:
        """Notify that a question about `tool` waits, without any other data of the call. Never raises."""
        if not self.on or self._failed:
            return
        try:
            if self._send is None:
                self._send = _desktop()
            await self._send(
                translate(mark("overlay asks you")),
                translate(Phrase(mark("A question about {} waits in the panel."), name(tool))),
                clicked,
            )
        except Exception as error:
            self._failed = True
            log.warning(
                "desktop notifications are off for this run: %s", inline(str(error) or type(error).__name__)
            )


class _LoggedErrors(logging.Handler):
    """Keeps the library's last log record: it logs errors, such as a missing service, and does not raise."""

    last: BaseException | str | None = None

    def emit(self, record: logging.LogRecord) -> None:
        self.last = (record.exc_info and record.exc_info[1]) or record.getMessage()


def _desktop() -> Send:
    from desktop_notifier import DesktopNotifier  # takes 0.4 s to import

    notifier = DesktopNotifier(app_name="overlay", app_icon=None)
    library, errors, loop = logging.getLogger("desktop_notifier"), _LoggedErrors(), asyncio.get_running_loop()
    library.propagate = False
    library.addHandler(errors)

    async def send(title: str, message: str, clicked: Callable[[], None]) -> None:
        await notifier.send(title, message, on_clicked=lambda: loop.call_soon_threadsafe(clicked))
        if errors.last:
            raise RuntimeError(str(errors.last))

    return send

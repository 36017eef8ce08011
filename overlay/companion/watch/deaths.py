"""The errors for the death of the browser and of Playwright's driver."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.async_api import Error as PlaywrightError

from overlay.common.errors import OverlayError
from overlay.common.language import mark, translate

log = logging.getLogger(__name__)
AGAIN = mark("Type the command again to go on: each call shows what became of it, as `overlay history` does.")
START_AGAIN = mark("Type the command again. `overlay doctor` checks the browser.")
DRIVER_DIED = mark("the driver between overlay and the browser has died")
BROWSER_DIED = mark("the browser has died with the chat in it")
OPENING = mark("the browser has died while it was opened: {}")
NO_DRIVER = "Connection closed while reading from the driver"


def driver_died() -> OverlayError:
    """Return the error of a run whose driver has died."""
    return OverlayError(translate(DRIVER_DIED), advice=translate(AGAIN))


def browser_died() -> OverlayError:
    """Return the error of a run whose browser has died."""
    return OverlayError(translate(BROWSER_DIED), advice=translate(AGAIN))


@contextmanager
def opening() -> Generator[None]:
    """Raise an OverlayError in place of the error of a browser, or a driver, that dies while it starts."""
    try:
        yield
    except PlaywrightError as error:
        line = str(error).strip().partition("\n")[0]
        raise OverlayError(translate(OPENING).format(line), advice=translate(START_AGAIN)) from error
    except Exception as error:
        if NO_DRIVER not in str(error):  # Playwright has no class for this error
            raise
        raise driver_died() from error


def expect_failures() -> None:
    """Let asyncio report no unawaited error of Playwright: without a driver all its calls fail."""
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()

    def report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if NO_DRIVER in str(context.get("exception", "")):
            log.debug("%s", context["message"])
        elif before:
            before(loop, context)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(report)


def kill_driver(manager: object) -> None:
    """Kill the driver of `async_playwright()` if it still runs: one that is frozen would stay for ever."""
    process: Any = manager
    for name in ("_client", "_transport", "_proc"):  # Playwright has no public name for the process
        process = getattr(process, name, None)
    if process is not None and process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()

"""Reads an update from the file or the address that the user gave."""

from __future__ import annotations

import http.client
import ssl
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from overlay.common.errors import CheckFailed, UsageError
from overlay.common.input_files import describe_problem, read_bytes
from overlay.common.terminal_text import inline
from overlay.sites.update.signed_file import LARGEST

SECONDS = 60.0
"""The time limit of the download."""
PART = 65_536
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def] # noqa: ARG002
        return None


def content_of(source: str, *, tls: ssl.SSLContext | None = None) -> bytes:
    """Return the content of a file or an https address, of at most LARGEST bytes.

    An http address must be on this machine. Redirects are not followed. `tls` replaces the system's context.
    Raises UsageError for a file or an address that can't be used, CheckFailed if the download fails.
    """
    if "://" not in source:
        try:
            return read_bytes(Path(source), largest=LARGEST)
        except OSError as error:
            raise UsageError(f"{inline(source)} can't be read: {describe_problem(error)}") from error
    _check(source)
    opener = build_opener(_NoRedirect(), HTTPSHandler(context=tls or ssl.create_default_context()))
    until = time.monotonic() + SECONDS
    try:
        with opener.open(Request(source, headers={"User-Agent": "overlay"}), timeout=SECONDS) as answer:  # noqa: S310 - the scheme was checked
            content = bytearray()
            while part := answer.read1(PART):
                content += part
                if len(content) > LARGEST:
                    raise UsageError(f"{inline(source)} has more than {LARGEST:,} bytes: it is not an update")
                if time.monotonic() > until:
                    raise TimeoutError(f"it took longer than {SECONDS:.0f} s")
            return bytes(content)
    except HTTPError as error:
        moved = error.headers.get("Location", "")
        with error:
            pass
        advice = f"It redirects to {inline(moved)}. Give that address if you trust it." if moved else ""
        raise CheckFailed(f"{inline(source)} answered {error.code}", advice=advice or None) from error
    except (OSError, URLError, http.client.HTTPException) as error:
        reason = error.reason if isinstance(error, URLError) else error
        raise CheckFailed(f"{inline(source)} could not be downloaded: {inline(str(reason))}") from error


def _check(address: str) -> None:
    """Raise UsageError for an address whose answer others on the network could read or change."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        fine = parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)
    except ValueError:
        fine, host = False, ""
    if not (fine and host):
        raise UsageError(f"{inline(address)} is not an https address", advice="Give a file, or https://…")

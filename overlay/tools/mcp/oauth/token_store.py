"""Where sign-ins are kept from one run to the next: the system's keyring, or files for their owner alone."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, cast

from pydantic import BaseModel, Field, ValidationError

from overlay.common.paths import data_dir
from overlay.tools.runner import in_thread

log = logging.getLogger(__name__)
SERVICE = "overlay"


class SignedIn(BaseModel):
    """What is known of one server's sign-in, in the forms of the RFCs.

    `client` is our registration (RFC 7591), `tokens` the answer that gave them (RFC 6749, 5.1), `expires_at`
    (Unix seconds) when the access token ends if that was said, `service` the metadata of who gave them (RFC
    8414), `issuer` its name, `resource` the server's own (RFC 9728).
    """

    client: dict[str, Any] | None = None
    tokens: dict[str, Any] | None = None
    expires_at: float | None = None
    service: dict[str, Any] | None = None
    issuer: str | None = None
    resource: dict[str, Any] | None = Field(default=None)


class Backend(Protocol):
    """What of a keyring is used."""

    def get_password(self, service: str, username: str) -> str | None: ...
    def set_password(self, service: str, username: str, password: str) -> None: ...
    def delete_password(self, service: str, username: str) -> None: ...


def system_keyring() -> Backend | None:
    """The system's keyring, if the package `keyring` is installed and found one that keeps secrets."""
    try:
        import keyring  # pyright: ignore[reportMissingImports] - theirs to install
    except ImportError:
        return None
    backend: Any = cast("Any", keyring).get_keyring()
    # By the package's own measure: those below 1 keep nothing, or keep it in plain text.
    return backend if backend.priority >= 1 else None


def token_key(key: str, url: str) -> str:
    """The name a sign-in is kept under: another server under the same key, or a moved one, has its own."""
    return hashlib.sha256(f"{key}\n{url}".encode()).hexdigest()[:32]


class TokenStore:
    """Reads and writes them, beside the loop: a keyring may take its time, and may ask the person to open it.

    `folder` is for the files, which only their owner can read; `say` is told once if they are used.
    `find_keyring()` gives the keyring or None. What a keyring refuses to keep goes into a file.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        say: Callable[[str], object] | None = None,
        find_keyring: Callable[[], Backend | None] = system_keyring,
    ) -> None:
        self._folder = folder
        self._say = say or log.warning
        self._find_keyring = find_keyring
        self._said = False
        self._ignored: set[str] = set()
        self._written: set[str] = set()

    async def read(self, place: str) -> SignedIn:
        """What is kept there; nothing where it can't be read."""
        if place in self._ignored:
            return SignedIn()
        text = await in_thread(lambda: self._read(place))
        try:
            return SignedIn.model_validate_json(text) if text else SignedIn()
        except ValidationError:
            return SignedIn()

    async def write(self, place: str, what: SignedIn) -> None:
        """Keep it in place of what was there. Raises OSError."""
        text = json.dumps(what.model_dump(exclude_none=True))
        self._ignored.discard(place)
        self._written.add(place)
        await in_thread(lambda: self._write(place, text))

    async def forget(self, place: str) -> bool:
        """Keep it no more; gives whether there was anything."""
        return await in_thread(lambda: self._forget(place))

    def ignore(self, place: str) -> None:
        """Read nothing there until it is written anew: the person signs in as if for the first time."""
        self._ignored.add(place)

    def written(self, place: str) -> bool:
        """True once something was written there."""
        return place in self._written

    def _read(self, place: str) -> str | None:
        ring = self._find_keyring()
        if ring is not None:
            try:
                found = ring.get_password(SERVICE, _user(place))
            except Exception as fault:  # each keyring has faults of its own
                log.warning("the keyring gave no sign-in: %s", type(fault).__name__)
            else:
                if found:
                    return found
        with suppress(OSError, UnicodeDecodeError):
            return self._file(place).read_text(encoding="utf-8")
        return None

    def _write(self, place: str, text: str) -> None:
        ring, file = self._find_keyring(), self._file(place)
        if ring is not None:
            try:
                ring.set_password(SERVICE, _user(place), text)
            except Exception as fault:
                log.warning("the keyring did not take a sign-in: %s", type(fault).__name__)
            else:
                file.unlink(missing_ok=True)
                return
        if not self._said:
            self._said = True
            self._say(f"no keyring can be used: sign-ins are kept in {file.parent}, for you alone to read")
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = file.with_suffix(f".{os.getpid()}")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
            opened.write(text)
        new.replace(file)

    def _forget(self, place: str) -> bool:
        had = self._read(place) is not None
        ring = self._find_keyring()
        if ring is not None:
            with suppress(Exception):
                ring.delete_password(SERVICE, _user(place))
        self._file(place).unlink(missing_ok=True)
        return had

    def _file(self, place: str) -> Path:
        return (self._folder or data_dir() / "sign-ins") / f"{place}.json"


def _user(place: str) -> str:
    return f"MCP server {place}"

"""Storage of sign-ins between runs: the system's keyring, or files that only their owner can read."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, cast

from pydantic import BaseModel, Field, ValidationError

from overlay.common.paths import data_dir
from overlay.common.whole_file import write_whole
from overlay.tools.runner import in_thread

log = logging.getLogger(__name__)
SERVICE = "overlay"


class SignedIn(BaseModel):
    """The stored sign-in of one server, in the formats of the RFCs.

    `client` is overlay's registration (RFC 7591), `tokens` the token response (RFC 6749, 5.1), `expires_at`
    (Unix seconds) when the access token expires if known, `service` the metadata of the authorization server
    (RFC 8414), `issuer` its name, `resource` the server's own metadata (RFC 9728).
    """

    client: dict[str, Any] | None = None
    tokens: dict[str, Any] | None = None
    expires_at: float | None = None
    service: dict[str, Any] | None = None
    issuer: str | None = None
    resource: dict[str, Any] | None = Field(default=None)


class Backend(Protocol):
    """The part of the keyring interface that overlay uses."""

    def get_password(self, service: str, username: str) -> str | None: ...
    def set_password(self, service: str, username: str, password: str) -> None: ...
    def delete_password(self, service: str, username: str) -> None: ...


def system_keyring() -> Backend | None:
    """Return the system's keyring, if the package `keyring` is installed and found a secure backend."""
    try:
        import keyring  # pyright: ignore[reportMissingImports] - optional, users install it
    except ImportError:
        return None
    backend: Any = cast("Any", keyring).get_keyring()
    # The package rates backends: those below 1 store nothing, or store it in plain text.
    return backend if backend.priority >= 1 else None


def token_key(key: str, url: str) -> str:
    """Return the name a sign-in is stored under. It depends on key and address, so a server at a new address
    needs a new sign-in.
    """
    return hashlib.sha256(f"{key}\n{url}".encode()).hexdigest()[:32]


class TokenStore:
    """Reads and writes sign-ins in a thread, since a keyring may be slow or ask the user to unlock it.

    `folder` is for the files, which only their owner can read; `notify` is called once if files are used.
    `find_keyring()` returns the keyring or None. What a keyring refuses to store goes into a file.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        notify: Callable[[str], object] | None = None,
        find_keyring: Callable[[], Backend | None] = system_keyring,
    ) -> None:
        self._folder = folder
        self._notify = notify or log.warning
        self._find_keyring = find_keyring
        self._notified = False
        self._ignored: set[str] = set()
        self._written: set[str] = set()

    async def read(self, key: str) -> SignedIn:
        """Return the stored sign-in; an empty one if there is none or it can't be read."""
        if key in self._ignored:
            return SignedIn()
        text = await in_thread(lambda: self._read(key))
        try:
            return SignedIn.model_validate_json(text) if text else SignedIn()
        except ValidationError:
            return SignedIn()

    async def write(self, key: str, sign_in: SignedIn) -> None:
        """Store the sign-in, replacing an older one. Raises OSError."""
        text = json.dumps(sign_in.model_dump(exclude_none=True))
        self._ignored.discard(key)
        self._written.add(key)
        await in_thread(lambda: self._write(key, text))

    async def forget(self, key: str) -> bool:
        """Delete the sign-in. Return whether there was one."""
        return await in_thread(lambda: self._forget(key))

    def ignore(self, key: str) -> None:
        """Read nothing for `key` until it is written again, so that the user signs in as if for the first
        time.
        """
        self._ignored.add(key)

    def written(self, key: str) -> bool:
        """Return whether a sign-in was written for `key` in this run."""
        return key in self._written

    def _read(self, key: str) -> str | None:
        keyring = self._find_keyring()
        if keyring is not None:
            try:
                found = keyring.get_password(SERVICE, _user(key))
            except Exception as error:  # each keyring raises its own exceptions
                log.warning("the keyring gave no sign-in: %s", type(error).__name__)
            else:
                if found:
                    return found
        with suppress(OSError, UnicodeDecodeError):
            return self._file(key).read_text(encoding="utf-8")
        return None

    def _write(self, key: str, text: str) -> None:
        keyring, file = self._find_keyring(), self._file(key)
        if keyring is not None:
            try:
                keyring.set_password(SERVICE, _user(key), text)
            except Exception as error:
                log.warning("the keyring did not take a sign-in: %s", type(error).__name__)
            else:
                file.unlink(missing_ok=True)
                return
        if not self._notified:
            self._notified = True
            self._notify(
                f"no keyring can be used: sign-ins go to files in {file.parent} that only you can read"
            )
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(file, text)

    def _forget(self, key: str) -> bool:
        had = self._read(key) is not None
        keyring = self._find_keyring()
        if keyring is not None:
            with suppress(Exception):
                keyring.delete_password(SERVICE, _user(key))
        self._file(key).unlink(missing_ok=True)
        return had

    def _file(self, key: str) -> Path:
        return (self._folder or data_dir() / "sign-ins") / f"{key}.json"


def _user(key: str) -> str:
    return f"MCP server {key}"

"""A publisher of updates: a key of the tests' own, and what it signs."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from overlay.sites.update.signed_file import CONTEXT

HOST = "chat.example"
PROFILE = f'title = "Mine"\nurl = "https://{HOST}/"\nhosts = ["{HOST}"]\nuser = ".u"\nassistant = ".a"\n'


class Publisher:
    """Signs with one key; another seed is another publisher."""

    def __init__(self, seed: int = 1) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
        self.public = self._key.public_key().public_bytes_raw()

    def key_file(self, folder: Path) -> Path:
        """Write the public key."""
        file = folder / "publisher.pub"
        file.write_text(f"# of the tests\n{base64.b64encode(self.public).decode()}\n")
        return file

    def payload(self, profiles: dict[str, str] | None = None, serial: int = 5, **more: Any) -> str:
        """The payload's JSON."""
        plain = {"serial": serial, "made": "2026-11-23", "profiles": profiles or {"mine": PROFILE}}
        return json.dumps(plain | more)

    def signed(self, payload: str, context: bytes = CONTEXT, **more: Any) -> bytes:
        """An update's file; `more` replaces fields of it after it was signed."""
        signature = base64.b64encode(self._key.sign(context + payload.encode())).decode()
        return json.dumps({"format": 1, "payload": payload, "signature": signature} | more).encode()

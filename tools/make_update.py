"""Makes a signed update of site profiles, or a pair of keys, for `overlay sites update`.

python tools/make_update.py keys NAME                       writes NAME.key (keep it secret) and NAME.pub
python tools/make_update.py sign NAME.key SERIAL OUT PROFILE.toml...
"""

from __future__ import annotations

import base64
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from overlay.sites.update.signed_file import CONTEXT


def make_keys(name: str) -> None:
    """Write a new pair of keys, each as base64 of its 32 bytes."""
    key = Ed25519PrivateKey.generate()
    secret = Path(f"{name}.key")
    secret.touch(0o600, exist_ok=False)
    secret.write_text(base64.b64encode(key.private_bytes_raw()).decode() + "\n", "utf-8")
    public = base64.b64encode(key.public_key().public_bytes_raw()).decode()
    Path(f"{name}.pub").write_text(f"{public}\n", "utf-8")


def signed(key: Ed25519PrivateKey, payload: str) -> str:
    """Return the text of an update file with this payload."""
    signature = base64.b64encode(key.sign(CONTEXT + payload.encode())).decode()
    return json.dumps({"format": 1, "payload": payload, "signature": signature}, indent=1) + "\n"


def make_update(key_file: str, serial: str, out: str, *profiles: str) -> None:
    """Write the update number `serial` with these profiles; each file's name is the site's."""
    key = Ed25519PrivateKey.from_private_bytes(base64.b64decode(Path(key_file).read_text("utf-8")))
    texts = {Path(file).stem: Path(file).read_text("utf-8") for file in profiles}
    made = datetime.now(UTC).date().isoformat()
    Path(out).write_text(signed(key, json.dumps({"serial": int(serial), "made": made, "profiles": texts})))


if __name__ == "__main__":
    what, *rest = sys.argv[1:] or [""]
    if what not in ("keys", "sign"):
        sys.exit(str(__doc__))
    {"keys": make_keys, "sign": make_update}[what](*rest)

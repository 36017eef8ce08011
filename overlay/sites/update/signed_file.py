"""The signed file of an update: checks its signature, then reads its content.

The file is a JSON object with `format`, `payload` (a text: the JSON of `Payload`) and `signature`: base64 of
the Ed25519 signature (RFC 8032) over `CONTEXT` and the payload's UTF-8. A key file holds base64 of the 32
bytes of a public key; lines with `#` are comments.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from overlay.common.errors import UsageError
from overlay.common.input_files import decoded, describe_problem, parse_json, read_bytes

CONTEXT = b"overlay site profiles, format 1\n"
"""The signed bytes begin with this, so that a signature made for something else is not valid here."""
LARGEST = 1_000_000
"""The most bytes of the file."""
PINNED = Path(__file__).parent / "release_key.pub"
"""The public key of this build. Releases contain it, the sources do not."""
NO_KEY = "this build has no key for updates"
Text = Annotated[str, StringConstraints(max_length=20_000)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,40}$")]


M = TypeVar("M", bound=BaseModel)


class _Envelope(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: Literal[1]
    payload: str
    signature: Annotated[str, StringConstraints(max_length=200)]


class Payload(BaseModel):
    """The content of an update: its number (higher than those before), its day, a note for the user, and the
    texts of the profiles' files by the sites' names.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    serial: Annotated[int, Field(ge=1, lt=2**53)]
    made: Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    notes: Annotated[str, StringConstraints(max_length=2_000)] = ""
    profiles: Annotated[dict[Name, Text], Field(min_length=1, max_length=100)]


def read_key(file: Path | None) -> bytes:
    """Return the public key in `file`, or that of this build. Raises UsageError if it can't be used."""
    path = file or PINNED
    if file is None and not path.is_file():
        raise UsageError(
            NO_KEY, advice="Pass the publisher's public key: --key FILE (see `overlay help sites`)."
        )
    try:
        lines = decoded(read_bytes(path, largest=10_000)).splitlines()
        key = base64.b64decode("".join(line for line in lines if not line.startswith("#")), validate=True)
    except (OSError, ValueError) as error:
        raise UsageError(f"the key {path} can't be read: {describe_problem(error)}") from error
    if len(key) != 32:
        raise UsageError(f"{path} is not a public key", advice="Give a file with base64 of 32 bytes.")
    return key


def read_update(content: bytes, key: bytes) -> Payload:
    """Check the signature of a file's `content`, and return the update in it.

    Raises UsageError if it is not an update, or was not signed with `key`.
    """
    envelope = _read(content, _Envelope)
    try:
        signature = base64.b64decode(envelope.signature, validate=True)
        signed = CONTEXT + envelope.payload.encode()
    except ValueError as error:
        raise _invalid("its signature can't be read") from error
    _verify(signature, signed, key)
    return _read(envelope.payload.encode(), Payload)


def _verify(signature: bytes, signed: bytes, key: bytes) -> None:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, signed)
    except (InvalidSignature, ValueError) as error:
        raise UsageError(
            "the update was not signed with this key, or it is damaged",
            advice="It was not used. Get it again from its publisher, or give the right --key.",
        ) from error


def _read(content: bytes, model: type[M]) -> M:
    """Return the JSON as `model`. Raises UsageError if it does not fit."""
    if len(content) > LARGEST:
        raise _invalid(f"it has more than {LARGEST:,} bytes")
    try:
        return model.model_validate(parse_json(decoded(content)))
    except ValidationError as error:
        problems = [
            f"{'.'.join(map(str, problem['loc']))[:80]}: {problem['msg']}"
            for problem in error.errors(include_url=False, include_input=False)[:5]
        ]
        raise _invalid("; ".join(problems)) from error
    except ValueError as error:
        raise _invalid(str(error)) from error


def _invalid(reason: str) -> UsageError:
    return UsageError(
        f"this is not an update that overlay can read: {re.sub(r'[^ -~]', '?', reason)}",
        advice="Get it again from its publisher; a newer format needs a newer overlay.",
    )

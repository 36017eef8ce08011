"""A saved or reconstructed page, and a table with the expected findings (same name, ending `.toml`)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from overlay.common.errors import UsageError
from overlay.common.input_files import NotText, parse_toml, read_text
from overlay.sites.profile import SELECTORS

_SAVED = re.compile(rb"saved from url=\(\d+\)(https?://\S+)|^Snapshot-Content-Location: (\S+)", re.MULTILINE)
ARCHIVES = (".mhtml", ".mht")
SUFFIXES = (".html", ".htm", *ARCHIVES)


class ExpectedFindings(BaseModel):
    """The expected findings in a saved page.

    `url` is the page's address; `count` is the number of elements of each field, `streaming` the number while
    an answer is being written; `calls` are the roles of the messages with tool calls, in order.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    url: str = ""
    count: dict[str, int] = {}
    streaming: dict[str, int] = {}
    calls: tuple[str, ...] | None = None


def recording_of(page: Path) -> ExpectedFindings | None:
    """Return the expected findings in `page`, and its address.

    Reads the page's table. Without a table, returns the address that the browser wrote into the page when it
    saved it; None if there is none either. Raises UsageError for a file that is not a page, or an invalid
    table.
    """
    if page.suffix.lower() not in SUFFIXES:
        raise UsageError(
            f"{page} is not a saved page", advice=f"Give a file that ends with {', '.join(SUFFIXES)}."
        )
    table = page.with_suffix(".toml")
    if not table.is_file():
        noted = _SAVED.search(page.read_bytes()[:4000])
        return ExpectedFindings(url=(noted[1] or noted[2]).decode("ascii", "replace")) if noted else None
    try:
        recording = ExpectedFindings.model_validate(parse_toml(read_text(table)))
    except (tomllib.TOMLDecodeError, ValidationError, NotText) as error:
        raise UsageError(f"{table}: {error}") from error
    unknown = sorted({*recording.count, *recording.streaming} - set(SELECTORS))
    if unknown:
        raise UsageError(f"{table}: no profile has a field {', '.join(unknown)}")
    return recording

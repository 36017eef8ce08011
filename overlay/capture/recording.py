"""A recording on disk: a folder of plain files, one JSON object a line, the large ones packed with gzip."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from overlay.capture.delta_encoding import unpack
from overlay.capture.model import (
    INPUT_LINE,
    PACKED_LINE,
    TAGGED,
    VERSION,
    Delta,
    Drawn,
    InputLine,
    LogLine,
    Manifest,
    PageLine,
)
from overlay.common.errors import UsageError

MANIFEST = "recording.json"
PAGE, INPUTS, STREAMS, LIVE = "page.jsonl.gz", "inputs.jsonl.gz", "streams.jsonl.gz", "live.jsonl.gz"
ASSETS, EXPECTED = "assets", "expected"
FORMER = ".expected-former"
"""What was accepted before, for the moment in which the new takes its place."""
LOG, BLOCKS, DOM, PICTURES = "log.jsonl", "blocks.jsonl", "page.html", "pictures"

Line = TypeVar("Line")


class CorruptRecording(UsageError):
    """A recording that can't be read; the message names the folder, the file, the line, and what to do."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a check compares with: what overlay made of the recording when it was accepted."""

    log: list[LogLine]
    blocks: list[Drawn]
    dom: str
    pictures: Path


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording that was found; its parts are read when asked for, each of which may raise
    CorruptRecording.
    """

    folder: Path
    manifest: Manifest

    @classmethod
    def open(cls, folder: Path) -> Recording:
        """Return the recording in `folder`. Raises CorruptRecording when there is none that this version
        reads.
        """
        path = folder / MANIFEST
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            raise CorruptRecording(
                f"{folder} is no recording: {MANIFEST} can't be read ({error}). Record one: overlay capture"
            ) from error
        try:
            manifest = Manifest.model_validate_json(text)
        except ValidationError as error:
            newer = TypeAdapter(dict[str, object]).validate_json(text) if text.startswith("{") else {}
            version = newer.get("version")
            if isinstance(version, int) and version > VERSION:
                raise CorruptRecording(
                    f"{path}: format {version}, and this overlay reads up to {VERSION}. Update overlay."
                ) from error
            raise CorruptRecording(
                f"{path}: {error.errors()[0]['msg']} ({error.errors()[0]['loc']})"
            ) from error
        return cls(folder, manifest)

    def page(self) -> Iterator[PageLine]:
        """Give the documents and steps in their order."""
        try:
            yield from unpack(self._lines(PAGE, PACKED_LINE))
        except ValueError as error:
            raise CorruptRecording(f"{self.folder / PAGE}: {error}. Record it again.") from error

    def inputs(self) -> Iterator[InputLine]:
        """Give what came from outside, in its order."""
        return self._lines(INPUTS, INPUT_LINE)

    def streams(self) -> Iterator[Delta]:
        """Give the texts as the page told them live."""
        return self._lines(STREAMS, TypeAdapter(Delta))

    def live(self) -> Iterator[LogLine]:
        """Give what overlay made of it live."""
        return self._lines(LIVE, TypeAdapter(LogLine))

    def expected(self) -> Expected:
        """Return what was accepted. Raises CorruptRecording when there is none."""
        name = EXPECTED if (self.folder / EXPECTED).is_dir() else FORMER
        folder = self.folder / name
        try:
            dom = (folder / DOM).read_bytes().decode("utf-8", "surrogatepass")
        except (OSError, UnicodeError) as error:
            accepted = self.folder / EXPECTED / DOM
            raise CorruptRecording(f"{accepted}: {error}. Make it anew: overlay check --update") from error
        return Expected(
            list(self._lines(f"{name}/{LOG}", TypeAdapter(LogLine))),
            list(self._lines(f"{name}/{BLOCKS}", TypeAdapter(Drawn))),
            dom,
            folder / PICTURES,
        )

    def _lines(self, name: str, kind: TypeAdapter[Line]) -> Iterator[Line]:
        path = self.folder / name
        number = 0
        try:
            with gzip.open(path, "rb") if name.endswith(".gz") else path.open("rb") as file:
                for line in file:
                    number += 1
                    # Not pydantic's own reader, which refuses lone surrogates.
                    yield kind.validate_python(json.loads(line))
        except (OSError, EOFError, zlib.error) as error:
            raise CorruptRecording(f"{path}: {error} after line {number}. Record it again.") from error
        except ValidationError as error:
            first = error.errors()[0]
            where = f"{path}, line {number}"
            raise CorruptRecording(f"{where}: {first['msg']} ({first['loc']}). Record it again.") from error
        except ValueError as error:
            raise CorruptRecording(f"{path}, line {number}: {error}. Record it again.") from error


def write_lines(path: Path, lines: Iterable[BaseModel]) -> None:
    """Write one object a line, packed if the name ends in `.gz`. The same lines give the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as raw:
        if path.suffix != ".gz":
            raw.writelines(_line(line) for line in lines)
            return
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
            packed.writelines(_line(line) for line in lines)


def _line(line: BaseModel) -> bytes:
    tag: dict[str, object] = {"t": line.t} if isinstance(line, TAGGED) else {}
    # A page may hold lone surrogates, which UTF-8 has no bytes for: they stay escapes.
    return json.dumps(tag | line.model_dump(exclude_defaults=True)).encode() + b"\n"

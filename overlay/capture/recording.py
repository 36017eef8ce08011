"""A recording on disk: a folder of JSON Lines files, the large ones compressed with gzip."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar, cast

from pydantic import BaseModel, TypeAdapter, ValidationError

from overlay.capture.checksums import damage
from overlay.capture.delta_encoding import applied, unpack
from overlay.capture.dom_tree import Tree
from overlay.capture.manifest import VERSION, Manifest
from overlay.capture.model import (
    INPUT_LINE,
    PACKED_LINE,
    TAGGED,
    UNCHECKED_LINE,
    Delta,
    Drawn,
    InputLine,
    LogLine,
    Opened,
    PackedLine,
    PageLine,
    UncheckedLine,
)
from overlay.capture.shortcuts import NO_SHORTCUTS, Shortcuts
from overlay.capture.whole_folder import former
from overlay.common.errors import UsageError

MANIFEST = "recording.json"
PAGE, INPUTS, STREAMS, LIVE = "page.jsonl.gz", "inputs.jsonl.gz", "streams.jsonl.gz", "live.jsonl.gz"
ASSETS, EXPECTED = "assets", "expected"
LOG, BLOCKS, DOM, PICTURES = "log.jsonl", "blocks.jsonl", "page.html", "pictures"
CHECKSUMS = "checksums.json"
_CHECKSUMS = TypeAdapter(dict[str, str])

Line = TypeVar("Line")


class CorruptRecording(UsageError):
    """A recording that can't be read. The message names the folder, the file, the line, and what to do."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The accepted result of a replay, with which a check compares: event log, rendered blocks, final DOM.

    `edited` has a sentence for each file that is not as it was accepted: by hand, by a merge, or by damage.
    """

    log: list[LogLine]
    blocks: list[Drawn]
    dom: str
    pictures: Path
    shortcuts: Shortcuts = NO_SHORTCUTS
    edited: tuple[str, ...] = ()

    def without_replies(self) -> Expected:
        """Return the same without the replies, which a replay then finds itself."""
        return replace(self, shortcuts=replace(self.shortcuts, replies=None))


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording with its manifest. The methods read the other files and may raise CorruptRecording."""

    folder: Path
    manifest: Manifest

    @classmethod
    def open(cls, folder: Path) -> Recording:
        """Return the recording in `folder`.

        Raises CorruptRecording if the folder holds no recording, one of a newer format version, or one with a
        damaged or missing file.
        """
        path = folder / MANIFEST
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError as error:
            raise CorruptRecording(
                f"{folder} is not a recording: {MANIFEST} is missing. Restore it, or record again."
            ) from error
        except (OSError, UnicodeError) as error:
            raise CorruptRecording(
                f"{folder} is not a recording: {MANIFEST} can't be read ({error}). Make one: overlay capture"
            ) from error
        try:
            _refuse_newer(path, json.loads(text))
            manifest = Manifest.model_validate_json(text)
        except json.JSONDecodeError as error:
            raise CorruptRecording(
                f"{path} is not valid JSON (line {error.lineno}: {error.msg}). Record it again."
            ) from error
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the file"
            raise CorruptRecording(f"{path}: {where}: {first['msg']}. Record it again.") from error
        except RecursionError as error:
            raise CorruptRecording(f"{path}: its JSON is too deep. Record it again.") from error
        for sentence in damage(folder, manifest.files):
            raise CorruptRecording(f"{sentence}. Restore it, or record it again.")
        return cls(folder, manifest)

    def page(self, begin: Callable[[Opened], Tree] = Tree) -> Iterator[PageLine]:
        """Yield the documents and steps in order. `begin` makes the trees of the documents."""
        yield from self._page(unpack, begin)

    def packed_page(self, begin: Callable[[Opened], Tree] = Tree) -> Iterator[PackedLine]:
        """Yield the same with the deltas as they are in the file, which is faster."""
        yield from self._page(applied, begin)

    def unchecked_page(self) -> Iterator[UncheckedLine]:
        """Yield the same without noticing a step that is invalid or can't be applied."""
        return self._lines(PAGE, UNCHECKED_LINE)

    def _page(
        self,
        read: Callable[[Iterable[PackedLine], Callable[[Opened], Tree]], Iterator[Line]],
        begin: Callable[[Opened], Tree],
    ) -> Iterator[Line]:
        try:
            yield from read(self._lines(PAGE, PACKED_LINE), begin)
        except ValueError as error:
            raise CorruptRecording(f"{self.folder / PAGE}: {error}. Record it again.") from error

    def inputs(self) -> Iterator[InputLine]:
        """Yield the inputs (button presses, answers, tool runs, insertions) in order."""
        return self._lines(INPUTS, INPUT_LINE)

    def streams(self) -> Iterator[Delta]:
        """Yield the changes of watched texts as the page sent them live."""
        return self._lines(STREAMS, TypeAdapter(Delta))

    def live(self) -> Iterator[LogLine]:
        """Yield overlay's event log of the live run."""
        return self._lines(LIVE, TypeAdapter(LogLine))

    def expected(self) -> Expected:
        """Return the accepted result. Raises CorruptRecording if there is none."""
        folder = self.folder / EXPECTED
        folder = folder if folder.is_dir() else former(folder)
        if not folder.is_dir():
            raise CorruptRecording(
                f"{self.folder} has no expected result. Make it: overlay check --update {self.folder}"
            )
        again = f"Make it again: overlay check --update {self.folder}"
        try:
            dom = (folder / DOM).read_bytes().decode("utf-8", "surrogatepass")
        except (OSError, UnicodeError) as error:
            missing = isinstance(error, FileNotFoundError)
            reason = "it is missing" if missing else getattr(error, "strerror", None) or str(error)
            raise CorruptRecording(f"{self.folder / EXPECTED / DOM}: {reason}. {again}") from error
        return Expected(
            list(self._lines(f"{folder.name}/{LOG}", TypeAdapter(LogLine), again)),
            list(self._lines(f"{folder.name}/{BLOCKS}", TypeAdapter(Drawn), again)),
            dom,
            folder / PICTURES,
            Shortcuts.read(folder),
            tuple(_edited(folder)),
        )

    def _lines(self, name: str, kind: TypeAdapter[Line], advice: str = "Record it again.") -> Iterator[Line]:
        path = self.folder / name
        number = 0
        try:
            with gzip.open(path, "rb") if name.endswith(".gz") else path.open("rb") as file:
                for line in file:
                    number += 1
                    # `validate_json` rejects lone surrogates, `json.loads` does not.
                    yield kind.validate_python(json.loads(line))
        except FileNotFoundError as error:
            raise CorruptRecording(f"{path} is missing. {advice}") from error
        except (OSError, EOFError, zlib.error) as error:
            reason = (isinstance(error, OSError) and error.strerror) or str(error)
            raise CorruptRecording(f"{path}: {reason} after line {number}. {advice}") from error
        except ValidationError as error:
            first = error.errors()[0]
            where = f"{path}, line {number}"
            raise CorruptRecording(f"{where}: {first['msg']} ({first['loc']}). {advice}") from error
        except ValueError as error:
            raise CorruptRecording(f"{path}, line {number}: {error}. {advice}") from error
        except RecursionError as error:
            raise CorruptRecording(f"{path}, line {number}: its JSON is too deep. {advice}") from error


def _edited(folder: Path) -> Iterator[str]:
    path = folder / CHECKSUMS
    try:
        expected = _CHECKSUMS.validate_json(path.read_bytes())
    except FileNotFoundError:
        return
    except (OSError, ValidationError):
        yield f"{path} can't be read"
        return
    yield from damage(folder, expected, "accepted")


def _refuse_newer(path: Path, manifest: object) -> None:
    version = cast("dict[str, object]", manifest).get("version") if isinstance(manifest, dict) else None
    if isinstance(version, int) and version > VERSION:
        raise CorruptRecording(
            f"{path}: format {version}, and this overlay reads up to {VERSION}. Update overlay."
        )


def write_lines(path: Path, lines: Iterable[BaseModel]) -> None:
    """Write one JSON object a line, with gzip if the name ends in `.gz`. Equal lines give equal bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as raw:
        if path.suffix != ".gz":
            raw.writelines(_line(line) for line in lines)
            return
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
            packed.writelines(_line(line) for line in lines)


def _line(line: BaseModel) -> bytes:
    tag: dict[str, object] = {"t": line.t} if isinstance(line, TAGGED) else {}
    # Page text may hold lone surrogates, which UTF-8 can't encode; `json.dumps` writes them as escapes.
    return json.dumps(tag | line.model_dump(exclude_defaults=True)).encode() + b"\n"

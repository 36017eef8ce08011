"""Compressed lines in memory: a recording is written to disk only after its secrets are removed."""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Iterator
from typing import Generic, TypeVar

from pydantic import BaseModel, TypeAdapter

Line = TypeVar("Line", bound=BaseModel)
PIECE = 1 << 16


class LineBuffer(Generic[Line]):
    """A compressed list of lines of one type. It can be iterated many times."""

    def __init__(self, kind: TypeAdapter[Line]) -> None:
        self._kind = kind
        self._packer = zlib.compressobj(1)
        self._packed = io.BytesIO()
        self.count = 0
        self.size = 0
        """Uncompressed size so far, in bytes."""

    def add(self, line: Line) -> None:
        """Append a line."""
        text = json.dumps(line.model_dump(exclude_defaults=False)).encode() + b"\n"
        self.count += 1
        self.size += len(text)
        self._packed.write(self._packer.compress(text))

    def copy(self) -> LineBuffer[Line]:
        """Return a list with the same lines, to which nothing is added any more."""
        new = LineBuffer(self._kind)
        new._packer, new._packed = self._packer.copy(), io.BytesIO(self._packed.getvalue())
        new.count, new.size = self.count, self.size
        return new

    def __iter__(self) -> Iterator[Line]:
        unpacker = zlib.decompressobj()
        packed = self._packed.getvalue() + self._packer.copy().flush()
        rest = b""
        for at in range(0, len(packed), PIECE):
            *lines, rest = (rest + unpacker.decompress(packed[at : at + PIECE])).split(b"\n")
            for line in lines:
                yield self._kind.validate_python(json.loads(line))

"""Removes the secrets from everything that a recorder holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from overlay.capture.delta_encoding import pack
from overlay.capture.manifest import Asset, Manifest
from overlay.capture.model import (
    Answered,
    Delta,
    InputLine,
    LogLine,
    PackedLine,
    PageLine,
    Put,
    Ran,
    Recalled,
    Related,
)
from overlay.capture.record.assets import file_name
from overlay.capture.record.recorder import Recorder
from overlay.capture.record.secret_scan import look_at_pages
from overlay.capture.record.text_rewrite import Rules, longest_texts, rewritten, rewritten_streams
from overlay.capture.redact import PRIVATE, Secrets

FIXED = {
    "format",
    "version",
    "made",
    "origin",
    "overlay",
    "browser",
    "profile",
    "redacted",
    "assets",
    "ended",
}
"""Fields of the manifest whose content does not come from a page or a tool."""


@dataclass(slots=True)
class Redacted:
    """The data of a recorder without its secrets. Call `look` first."""

    recorder: Recorder
    secrets: Secrets = field(default_factory=Secrets)

    def look(self, manifest: Manifest) -> None:
        """Collect the secrets. Call it once, before the other methods."""
        recorder, secrets = self.recorder, self.secrets
        schemas: dict[str, dict[str, Any]] = {
            tool["name"]: tool.get("parameters") or {} for tool in manifest.tools
        }
        for line in recorder.inputs:
            if isinstance(line, Ran):
                secrets.look_at_arguments(line.arguments, schemas.get(line.name, {}))
                if line.result.get("private"):
                    secrets.add(line.result["text"], PRIVATE)
                secrets.look_in([line.arguments, line.result])
            elif isinstance(line, Recalled):
                secrets.look_at_arguments(line.arguments, schemas.get(line.name, {}))
                secrets.look_in(line.model_dump())
                if line.result and (line.result.private or line.result.folded):
                    secrets.add(line.result.text, PRIVATE)
            elif isinstance(line, Answered):
                secrets.look_in(line.verdict)
        for line in recorder.live:
            arguments = line.info.get("arguments")
            if arguments:
                secrets.look_at_arguments(arguments, schemas.get(recorder.log.name(line.block), {}))
            secrets.look_in([line.text, line.info])
        for url, kept in recorder.assets.found.items():
            secrets.look(url)
            if kept.text:
                secrets.look(kept.data.decode("utf-8", "surrogateescape"))
        for text in longest_texts(recorder.streams):
            secrets.look(text)
        look_at_pages(recorder.page, secrets.look)
        secrets.look_in(manifest.model_dump(exclude=FIXED))

    def manifest(self, manifest: Manifest) -> Manifest:
        """Return the manifest without secrets, with the redaction counts and the assets added."""
        plain: dict[str, Any] = manifest.model_dump()
        cleaned = {
            name: value if name in FIXED else self.secrets.clean_in(value) for name, value in plain.items()
        }
        added = {"redacted": self.secrets.report(), "assets": [asset for asset, _ in self.assets()]}
        return Manifest.model_validate(cleaned | added)

    def assets(self) -> Iterator[tuple[Asset, bytes]]:
        """Yield the assets, each with its bytes."""
        for url, kept in self.recorder.assets.found.items():
            plain = self.secrets.clean(url)
            asset = Asset(url=plain, file=file_name(plain, kept.type), type=kept.type)
            if kept.text and self.secrets:
                text = kept.data.decode("utf-8", "surrogateescape")
                yield asset, self.secrets.clean(text).encode("utf-8", "surrogateescape")
            else:
                yield asset, kept.data

    def page(self) -> Iterator[PageLine]:
        """Yield the page lines, with deltas expanded."""
        clean = self.secrets.clean
        rules = Rules(clean, lambda _tag, _name, value: clean(value), clean, clean, clean, clean)
        return rewritten(self.recorder.page, rules) if self.secrets else self.recorder.page

    def packed(self) -> Iterator[PackedLine]:
        """Yield the page lines as they are written to the file, with deltas."""
        return pack(self.page()) if self.secrets else iter(self.recorder.packed)

    def streams(self) -> Iterator[Delta]:
        """Yield the changes of watched texts."""
        return rewritten_streams(self.recorder.streams, self.secrets.clean)

    def inputs(self) -> Iterator[InputLine]:
        """Yield the inputs."""
        clean = self.secrets.clean_in
        for line in self.recorder.inputs:
            match line:
                case Ran():
                    told = {name: clean(getattr(line, name)) for name in ("name", "arguments", "result")}
                    yield line.model_copy(update=told)
                case Answered():
                    yield line.model_copy(update={"verdict": clean(line.verdict)})
                case Related():
                    yield line.model_copy(update={"name": clean(line.name)})
                case Put():
                    yield line.model_copy(update={"problem": clean(line.problem)})
                case Recalled():
                    result = line.result and line.result.model_copy(
                        update={"text": clean(line.result.text), "notice": clean(line.result.notice)}
                    )
                    names = "name", "call_id", "arguments", "turn", "replies_to", "note"
                    told = {name: clean(getattr(line, name)) for name in names}
                    yield line.model_copy(update=told | {"result": result})
                case _:
                    yield line

    def live(self) -> Iterator[LogLine]:
        """Yield overlay's event log."""
        for line in self.recorder.live:
            text, info = self.secrets.clean(line.text), self.secrets.clean_in(line.info)
            yield line.model_copy(update={"text": text, "info": info})

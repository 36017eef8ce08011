"""Saves a recording without its secrets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from overlay.capture.checksums import checksums
from overlay.capture.delta_encoding import pack
from overlay.capture.manifest import Manifest
from overlay.capture.record.anonymize import LANGUAGES, Calls, input_line, log_lines, masked, rules_of
from overlay.capture.record.manifest import manifest_of
from overlay.capture.record.minimal_markup import MinimalMarkup
from overlay.capture.record.recorder import Recorder
from overlay.capture.record.redaction import Redacted
from overlay.capture.record.style_sheets import style_sheets
from overlay.capture.record.text_rewrite import rewritten, rewritten_streams
from overlay.capture.recording import ASSETS, INPUTS, LIVE, MANIFEST, PAGE, STREAMS, write_lines
from overlay.capture.redact import Secrets
from overlay.capture.user_rules import anonymous_rules
from overlay.capture.whole_folder import replacing_folder


def as_written(path: Path) -> str:
    """Return the size of a folder for display, such as `12 KB` or `1.5 MB`."""
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return f"{size / 1024:.0f} KB" if size < 1 << 20 else f"{size / (1 << 20):.1f} MB"


def save(
    recorder: Recorder,
    folder: Path,
    *,
    ended: str,
    patterns: Iterable[str] = (),
    minimal: bool = False,
    imported: bool = False,
) -> Manifest:
    """Write the recording to `folder`, replacing its content, and return the manifest.

    `ended` says why the recording ended; `patterns` are regular expressions of further secrets; `minimal`
    replaces all texts but the calls by filler; `imported` says that the source was a file. Raises UsageError
    for an invalid pattern and RuntimeError if nothing was recorded.
    """
    redacted = Redacted(recorder, Secrets(patterns))
    manifest = manifest_of(recorder, ended=ended, minimal=minimal)
    if imported:
        manifest = manifest.model_copy(update={"origin": "imported"})
    redacted.look(manifest)
    manifest = redacted.manifest(manifest)
    page, inputs, streams, live = redacted.packed(), redacted.inputs(), redacted.streams(), redacted.live()
    markup = None
    if minimal:
        calls = Calls.of(redacted.streams(), manifest.tools)
        sheets = style_sheets(redacted.page(), recorder.assets.found.values())
        linked = [asset.url for asset in manifest.assets]
        ids = str(manifest.profile.get("message_id", "")).split(", ")
        markup = MinimalMarkup(_texts(manifest.profile), sheets, masked, LANGUAGES, linked, ids)
        page = pack(rewritten(redacted.page(), rules_of(calls, markup)))
        inputs, live = (input_line(line, markup) for line in inputs), log_lines(live, calls)
        streams = rewritten_streams(streams, calls.masked)
        address = markup.address
        gaps = [gap.model_copy(update={"url": address(gap.url)}) for gap in manifest.gaps]
        update = {
            "url": address(manifest.url),
            "target": address(manifest.target),
            "gaps": gaps,
            "assets": [
                asset.model_copy(update={"url": markup.sheet_address(asset.url)}) for asset in manifest.assets
            ],
            "rules": anonymous_rules(manifest.rules, masked),
        }
        manifest = manifest.model_copy(update=update)
    with replacing_folder(folder) as part:
        write_lines(part / PAGE, page)
        write_lines(part / INPUTS, inputs)
        write_lines(part / STREAMS, streams)
        write_lines(part / LIVE, live)
        (part / ASSETS).mkdir()
        for asset, data in redacted.assets():
            (part / ASSETS / asset.file).write_bytes(markup.sheet_file(data) if markup else data)
        manifest = manifest.model_copy(update={"files": checksums(part)})
        (part / MANIFEST).write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return manifest


def _texts(value: object) -> Iterator[str]:
    """Yield all texts of JSON data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts(list(cast("dict[str, object]", value).values()))
    elif isinstance(value, list | tuple):
        for item in cast("list[object]", value):
            yield from _texts(item)

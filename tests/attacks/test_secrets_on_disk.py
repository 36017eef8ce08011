"""A secret that a tool, a model or an address brings in is in no file that overlay writes."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

import pytest

from overlay.calls.event_stream import EventStream
from overlay.calls.ledger import Ledger, Note
from overlay.calls.result_files import ResultFiles
from overlay.capture.record.atomic_save import save
from overlay.policy import CallOrigin, Policy, PolicyFile
from overlay.policy.model import ApprovalRequest
from overlay.tools import ToolDefinition
from tests.calls.ledger.helpers import row
from tests.capture.record.told import begin, event, heard, moment, put, unopened
from tests.common.secrets.planted import Planted, everything
from tests.support.effort import some

ALL = everything()
ORDINARY = Planted("control", "the garden has seven ordinary apple trees", "seven ordinary apple")


def _arguments(folder: Path, texts: Iterable[str]) -> None:
    with Opened(folder) as ledger:
        ledger.put([Note(row(at, arguments={"text": text})) for at, text in enumerate(texts)])


def _results(folder: Path, texts: Iterable[str]) -> None:
    with Opened(folder) as ledger:
        ledger.put([Note(row(at, status="done", result=text)) for at, text in enumerate(texts)])


def _addresses(folder: Path, texts: Iterable[str]) -> None:
    with Opened(folder) as ledger:
        ledger.put([Note(row(at, home=text, place=text)) for at, text in enumerate(texts)])


def _kept_results(folder: Path, texts: Iterable[str]) -> None:
    keeper = ResultFiles(folder, most=1000)
    for text in texts:
        keeper.keep("result", text)


def _permissions(folder: Path, texts: Iterable[str]) -> None:
    tool = ToolDefinition("send")
    policy = Policy(store=PolicyFile(folder / "policy.toml"), today=lambda: date(2026, 11, 22))
    for text in texts:
        policy.record_grant(
            tool,
            {"text": text},
            CallOrigin("https://chat.example", "c"),
            ApprovalRequest("Why."),
            "arguments",
        )


def _recordings(folder: Path, texts: Iterable[str]) -> None:
    for at, text in enumerate(texts):
        recorder = heard(begin(), moment(put(1, 2, tag="pre"), put(2, 3, text=text)))
        recorder.happened(event("detected", arguments={"text": text}))
        recorder.begin(unopened(), EventStream())
        save(recorder, folder / str(at), ended="", patterns=[])


class Opened:
    """A ledger in `folder` that is closed, and so written out, in the end."""

    def __init__(self, folder: Path) -> None:
        self._ledger = Ledger(folder / "ledger.sqlite3")

    def __enter__(self) -> Ledger:
        self._ledger.open()
        return self._ledger

    def __exit__(self, *_: object) -> None:
        self._ledger.close()


Write = Callable[[Path, Iterable[str]], None]
PLACES: dict[str, Write] = {
    "arguments": _arguments,
    "results": _results,
    "addresses": _addresses,
    "kept results": _kept_results,
    "permissions": _permissions,
    "recordings": _recordings,
}
FEW = ("permissions", "recordings")
"""Places that write much for each text: a part of the texts is enough there."""


@pytest.mark.parametrize("place", PLACES)
def test_no_secret_is_in_a_file(tmp_path: Path, place: str) -> None:
    """A text without a secret is in the file."""
    planted = ALL[:: some(6, 24) if place in FEW else some(1, 4)]
    PLACES[place](tmp_path, [ORDINARY.text, *(one.text for one in planted)])
    written = _written(tmp_path)
    assert [one.kind for one in planted if one.secret in written] == []
    assert ORDINARY.secret in written


def test_two_chats_that_differ_only_by_a_secret_in_the_address_stay_two(tmp_path: Path) -> None:
    homes = ["/c?token=a1b2c3d4e5f6a7b8c9d0", "/c?token=ffb2c3d4e5f6a7b8c9ff"]
    with Opened(tmp_path) as ledger:
        ledger.put([Note(row(at, home=home)) for at, home in enumerate(homes)])
        found = [[each.id for each in ledger.recall("https://chat.example", home)] for home in homes]
    assert found == [["call-0"], ["call-1"]]


def _written(folder: Path) -> str:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return "".join(
        (gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()).decode(
            "utf-8", "replace"
        )
        for path in files
    )

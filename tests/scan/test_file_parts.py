from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from overlay.scan import engines
from overlay.scan.engines import run_here, run_local
from overlay.scan.file_parts import divides, part_count, parts_of
from overlay.scan.model import FoundCall, ReadError, ScanOptions, Source
from tests.scan.helpers import CALL

CHAT = json.dumps({"messages": [{"role": "assistant", "content": CALL}]})
HEADER = json.dumps({"type": "session_meta", "payload": {"id": "s1", "cwd": "/"}})
SIZE = 1000


def _file(folder: Path, *lines: str, name: str = "a.jsonl", end: str = "\n") -> Source:
    path = folder / name
    path.write_text("\n".join(lines) + end, encoding="utf-8", newline="")
    return Source(str(path), name)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of 1,000 bytes."""
    monkeypatch.setattr(engines, "parts_of", partial(parts_of, size=SIZE))


@pytest.mark.usefixtures("small")
def test_a_file_in_parts_gives_the_same_as_a_whole_one(tmp_path: Path) -> None:
    """One whose lines depend on a header is not divided."""
    long = json.dumps({"text": CALL + "x" * 5 * SIZE})
    lines = [CHAT, "", *[CHAT] * 9, "broken", long, '{"no": "chat"}', *[CHAT] * 20, long]
    ways = {
        "with a last line break": _file(tmp_path, *lines),
        "without": _file(tmp_path, *lines, name="b.jsonl", end=""),
        "with other line breaks": _file(tmp_path, *(f"{line}\r" for line in lines), name="c.json"),
    }
    headed = _file(tmp_path, *[CHAT] * 20, HEADER, *[CHAT] * 20, name="d.jsonl")
    whole = list(run_here([*ways.values(), headed], ScanOptions()))
    conversations = {one.conversation for one in whole[-1] if isinstance(one, FoundCall)}
    assert conversations == {None, "s1"}
    for (way, source), expected in zip(ways.items(), whole[:-1], strict=True):
        assert len(list(parts_of(source, SIZE))) > 4, way
        assert [*map(type, expected)].count(FoundCall) == 32, way
        assert [one.line for one in expected if isinstance(one, ReadError)] == [12], way
    assert list(run_local([*ways.values(), headed], ScanOptions(), 2)) == whole


def test_only_a_big_file_that_begins_with_a_chat_of_its_own_is_divided(tmp_path: Path) -> None:
    many = [CHAT] * 40
    whole = {
        "small": _file(tmp_path, CHAT),
        "after a header": _file(tmp_path, HEADER, *many, name="b.jsonl"),
        "no chat": _file(tmp_path, '{"a": 1}', *many, name="c.jsonl"),
        "broken": _file(tmp_path, "{", *many, name="d.jsonl"),
        "an array": _file(tmp_path, "[", *many, name="e.json"),
        "a long first line": _file(tmp_path, json.dumps({"text": "x" * SIZE}), *many, name="f.jsonl"),
        "text": _file(tmp_path, *many, name="g.md"),
        "gone": Source(str(tmp_path / "h.jsonl"), "h.jsonl"),
    }
    assert [name for name, source in whole.items() if divides(source, SIZE)] == []
    assert [list(parts_of(source, SIZE)) for source in whole.values()] == [[one] for one in whole.values()]
    assert divides(_file(tmp_path, *many), SIZE)
    assert part_count(_file(tmp_path, *many)) == 1
